// Derived from the declarations of the resources by `npm run derive`: change those, not this file.
/** A customer’s request and the conversation about it, until it is closed. */
export interface TicketRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The group that works on the ticket; decides which agents see it. */
  readonly group_id: number
  /** The urgency of the ticket. */
  readonly priority_id: number
  /** The state: new, open, closed, ... */
  readonly state_id: number
  /** An organization of the customer. Default: the primary one at the time when the customer is set. */
  readonly organization_id: number | null
  /** The number that people quote: digits, different from the id. */
  readonly number: string
  /** The subject, in one line. */
  readonly title: string
  /** The agent responsible for the ticket; 1 if there is none. */
  readonly owner_id: number
  /** The user who made the request. */
  readonly customer_id: number
  /** Free-text note. */
  readonly note: string | null
  /** Time of the first public answer by an agent. */
  readonly first_response_at: string | null
  /** Deadline that the SLA sets for the first response; null if there is none. */
  readonly first_response_escalation_at: string | null
  /** Business minutes from the creation to the first response, for tickets with an SLA. */
  readonly first_response_in_min: number | null
  /** Minutes that the SLA allows, minus `first_response_in_min`; negative if the deadline was missed. */
  readonly first_response_diff_in_min: number | null
  /** Time of the first closing. */
  readonly close_at: string | null
  /** Deadline that the SLA sets for the first closing; null if there is none. */
  readonly close_escalation_at: string | null
  /** Business minutes from the creation to the first closing, for tickets with an SLA. */
  readonly close_in_min: number | null
  /** Minutes that the SLA allows, minus `close_in_min`; negative if the deadline was missed. */
  readonly close_diff_in_min: number | null
  /** Deadline that the SLA sets for the next response; null if there is none. */
  readonly update_escalation_at: string | null
  /** Business minutes of the longest time until a response, for tickets with an SLA. */
  readonly update_in_min: number | null
  /** Minutes that the SLA allows, minus `update_in_min`; negative if the deadline was missed. */
  readonly update_diff_in_min: number | null
  /** Time of the last closing. */
  readonly last_close_at: string | null
  /** The later of `last_contact_agent_at` and `last_contact_customer_at`. */
  readonly last_contact_at: string | null
  /** Time of the last public message by an agent. */
  readonly last_contact_agent_at: string | null
  /** Time of the last message by the customer; of several in a row, that of the first. */
  readonly last_contact_customer_at: string | null
  /** The time since which the customer has been waiting for an answer, which is that of the first message after the last answer by an agent; null in closed and merged tickets. */
  readonly waiting_since: string | null
  /** Time of the last change of owner. */
  readonly last_owner_update_at: string | null
  /** The type of the first article: email, phone, web, ... */
  readonly create_article_type_id: number | null
  /** The kind of author of the first article: agent, customer or system. */
  readonly create_article_sender_id: number | null
  /** Number of articles that the caller may read, without articles of the system. */
  readonly article_count: number | null
  /** The earliest of the three deadlines that the SLA sets; null if there is none. */
  readonly escalation_at: string | null
  /** End of the pending time: required in pending states, null in all others. */
  readonly pending_time: string | null
  /** The kind of request, in installations that distinguish kinds. */
  readonly type: string | null
  /** Sum of the accounted time. */
  readonly time_unit: string | null
  /** Id of the ticket’s checklist. */
  readonly checklist_id: number | null
  /** Free-form JSON object. */
  readonly preferences: Record<string, unknown>
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Messages and notes of the ticket. Only in expanded responses. */
  readonly article_ids?: number[]
  /** Time spent on the ticket. Only in expanded responses. */
  readonly ticket_time_accounting_ids?: number[]
  /** The type of the first article: email, phone, web, ... Given by name. Only in expanded responses. */
  readonly create_article_type?: string
  /** The kind of author of the first article: agent, customer or system. Given by name. Only in expanded responses. */
  readonly create_article_sender?: string
}
/** Keys for creating a ticket. */
export interface TicketCreate {
  /** The group that works on the ticket; decides which agents see it. */
  group_id?: number
  /** The urgency of the ticket. */
  priority_id?: number
  /** The state: new, open, closed, ... */
  state_id?: number
  /** An organization of the customer. Default: the primary one at the time when the customer is set. */
  organization_id?: number | null
  /** The number that people quote: digits, different from the id. At most 60 characters. */
  number?: string
  /** The subject, in one line. At most 250 characters. */
  title: string
  /** The agent responsible for the ticket; 1 if there is none. */
  owner_id?: number
  /** The customer; `guess:` and an e-mail address finds the user, or creates one. */
  customer_id?: number | `guess:${string}`
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** End of the pending time: required in pending states, null in all others. */
  pending_time?: Date | string | null
  /** The kind of request, in installations that distinguish kinds. At most 100 characters. */
  type?: string | null
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** The group that works on the ticket; decides which agents see it. Given by name. */
  group?: string
  /** The urgency of the ticket. Given by name. */
  priority?: string
  /** The state: new, open, closed, ... Given by name. */
  state?: string
  /** An organization of the customer. Default: the primary one at the time when the customer is set. Given by name. */
  organization?: string
  /** The agent responsible for the ticket; 1 if there is none. Given by name. */
  owner?: string
  /** The customer by login or e-mail address, or the attributes of a user who is created if unknown. */
  customer?: string | Partial<UserCreate>
  /** The first article. */
  article?: Omit<ArticleCreate, 'ticket_id'>
  /** Tags, as a list or separated by commas. */
  tags?: string | string[]
  /** Users who are subscribed to the ticket. */
  mentions?: number[]
  /** Linked tickets, by their relation to the new ticket. */
  links?: { Ticket: { normal?: number[]; parent?: number[]; child?: number[] } }
}
/** Keys for changing a ticket. */
export interface TicketUpdate {
  /** The group that works on the ticket; decides which agents see it. */
  group_id?: number
  /** The urgency of the ticket. */
  priority_id?: number
  /** The state: new, open, closed, ... */
  state_id?: number
  /** An organization of the customer. Default: the primary one at the time when the customer is set. */
  organization_id?: number | null
  /** The subject, in one line. At most 250 characters. */
  title?: string
  /** The agent responsible for the ticket; 1 if there is none. */
  owner_id?: number
  /** The user who made the request. */
  customer_id?: number
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** End of the pending time: required in pending states, null in all others. */
  pending_time?: Date | string | null
  /** The kind of request, in installations that distinguish kinds. At most 100 characters. */
  type?: string | null
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** The group that works on the ticket; decides which agents see it. Given by name. */
  group?: string
  /** The urgency of the ticket. Given by name. */
  priority?: string
  /** The state: new, open, closed, ... Given by name. */
  state?: string
  /** An organization of the customer. Default: the primary one at the time when the customer is set. Given by name. */
  organization?: string
  /** The agent responsible for the ticket; 1 if there is none. Given by name. */
  owner?: string
  /** The user who made the request. Given by name. */
  customer?: string
  /** An article that is added in the same transaction. */
  article?: Omit<ArticleCreate, 'ticket_id'>
}
/** A message or note of a ticket. */
export interface ArticleRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The ticket that the record belongs to. */
  readonly ticket_id: number
  /** The way in which the message was sent: email, phone, web, note, ... */
  readonly type_id: number
  /** The kind of author: agent, customer or system. */
  readonly sender_id: number
  /** The sender, in the form of a mail header. */
  readonly from: string | null
  /** The recipients, separated by commas. */
  readonly to: string | null
  /** Recipients of a copy, separated by commas. */
  readonly cc: string | null
  /** The subject line. */
  readonly subject: string | null
  /** The address for replies. */
  readonly reply_to: string | null
  /** The message id of the mail. */
  readonly message_id: string | null
  /** MD5 of the message id, hexadecimal. */
  readonly message_id_md5: string | null
  /** The message id of the mail that this one answers. */
  readonly in_reply_to: string | null
  /** `text/plain` or `text/html`. */
  readonly content_type: string
  /** The message ids of the previous mails of the conversation. */
  readonly references: string | null
  /** The text. */
  readonly body: string
  /** True for articles that only agents may read. */
  readonly internal: boolean
  /** Free-form JSON object. */
  readonly preferences: Record<string, unknown>
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** The user on whose behalf an agent wrote the article. */
  readonly origin_by_id: number | null
  /** The way in which the message was sent: email, phone, web, note, ... Given by name. */
  readonly type: string
  /** The kind of author: agent, customer or system. Given by name. */
  readonly sender: string
  /** Accounted time, a decimal number as text. */
  readonly time_unit: string | null
}
/** Keys for creating an article. */
export interface ArticleCreate {
  /** The ticket that the record belongs to. */
  ticket_id: number
  /** The way in which the message was sent: email, phone, web, note, ... */
  type_id?: number
  /** The kind of author: agent, customer or system. */
  sender_id?: number
  /** The sender, in the form of a mail header. At most 3,000 characters. */
  from?: string | null
  /** The recipients, separated by commas. At most 3,000 characters. */
  to?: string | null
  /** Recipients of a copy, separated by commas. At most 3,000 characters. */
  cc?: string | null
  /** The subject line. At most 3,000 characters. */
  subject?: string | null
  /** The address for replies. At most 300 characters. */
  reply_to?: string | null
  /** The message id of the mail. At most 3,000 characters. */
  message_id?: string | null
  /** The message id of the mail that this one answers. At most 3,000 characters. */
  in_reply_to?: string | null
  /** `text/plain` or `text/html`. At most 20 characters. */
  content_type?: string
  /** The message ids of the previous mails of the conversation. At most 100,000 characters. */
  references?: string | null
  /** The text. At most 1,500,000 characters. */
  body: string
  /** True for articles that only agents may read. */
  internal?: boolean
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** The user on whose behalf an agent wrote the article. */
  origin_by_id?: number | null
  /** The way in which the message was sent: email, phone, web, note, ... Given by name. */
  type?: string
  /** The kind of author: agent, customer or system. Given by name. */
  sender?: string
  /** The user on whose behalf an agent wrote the article. Given by name. */
  origin_by?: string
  /** Accounted time, a decimal number as text. */
  time_unit?: string | null
  /** Files, as `createArticle` sends them. */
  attachments?: object[]
}
/** Keys for changing an article. */
export interface ArticleUpdate {
  /** True for articles that only agents may read. */
  internal?: boolean
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
}
/** A person: a customer, an agent or an administrator. */
export interface UserRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The primary organization. */
  readonly organization_id: number | null
  /** The name to sign in with, usually the e-mail address. */
  readonly login: string
  /** First name. */
  readonly firstname: string | null
  /** Last name. */
  readonly lastname: string | null
  /** First and last name; without them the e-mail address or the phone number. Empty for the system user. */
  readonly fullname: string
  /** Unique e-mail address. */
  readonly email: string | null
  /** Hash of the picture. */
  readonly image: string | null
  /** The source of the picture, such as a URL or the name of a service. */
  readonly image_source: string | null
  /** Web address. */
  readonly web: string | null
  /** Phone number. */
  readonly phone: string | null
  /** Fax number. */
  readonly fax: string | null
  /** Mobile phone number. */
  readonly mobile: string | null
  /** Department. */
  readonly department: string | null
  /** Street. */
  readonly street: string | null
  /** Postal code. */
  readonly zip: string | null
  /** City. */
  readonly city: string | null
  /** Country. */
  readonly country: string | null
  /** Postal address as free text. */
  readonly address: string | null
  /** True for very important customers. */
  readonly vip: boolean
  /** True if the e-mail address is confirmed. */
  readonly verified: boolean
  /** True if the user may sign in. */
  readonly active: boolean
  /** Free-text note. */
  readonly note: string | null
  /** Time of the last sign-in, accurate to about ten minutes. */
  readonly last_login: string | null
  /** The program that created the user. */
  readonly source: string | null
  /** Number of wrong passwords since the last successful sign-in or unlocking. */
  readonly login_failed: number
  /** True if the user has set an absence, from `out_of_office_start_at` to `out_of_office_end_at`. */
  readonly out_of_office: boolean
  /** First day of absence. */
  readonly out_of_office_start_at: string | null
  /** Last day of absence. */
  readonly out_of_office_end_at: string | null
  /** The replacement during the absence. */
  readonly out_of_office_replacement_id: number | null
  /** Free-form JSON object. */
  readonly preferences: Record<string, unknown>
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Roles of the user. */
  readonly role_ids: number[]
  /** Roles of the user. Given by name. Only in expanded responses. */
  readonly roles?: string[]
  /** Secondary organizations. */
  readonly organization_ids: number[]
  /** Secondary organizations. Given by name. Only in expanded responses. */
  readonly organizations?: string[]
  /** Access to groups. */
  readonly group_ids: Record<string, string[]>
  /** Access to groups. Given by name. Only in expanded responses. */
  readonly groups?: Record<string, string[]>
}
/** Keys for creating a user. */
export interface UserCreate {
  /** The primary organization. */
  organization_id?: number | null
  /** The name to sign in with, usually the e-mail address. At most 255 characters. */
  login?: string
  /** First name. At most 100 characters. */
  firstname?: string | null
  /** Last name. At most 100 characters. */
  lastname?: string | null
  /** Unique e-mail address. At most 255 characters. */
  email?: string | null
  /** The source of the picture, such as a URL or the name of a service. At most 200 characters. */
  image_source?: string | null
  /** Web address. At most 100 characters. */
  web?: string | null
  /** Phone number. At most 100 characters. */
  phone?: string | null
  /** Fax number. At most 100 characters. */
  fax?: string | null
  /** Mobile phone number. At most 100 characters. */
  mobile?: string | null
  /** Department. At most 200 characters. */
  department?: string | null
  /** Street. At most 120 characters. */
  street?: string | null
  /** Postal code. At most 100 characters. */
  zip?: string | null
  /** City. At most 100 characters. */
  city?: string | null
  /** Country. At most 100 characters. */
  country?: string | null
  /** Postal address as free text. At most 500 characters. */
  address?: string | null
  /** True for very important customers. */
  vip?: boolean
  /** True if the e-mail address is confirmed. */
  verified?: boolean
  /** True if the user may sign in. */
  active?: boolean
  /** Free-text note. At most 5,000 characters. */
  note?: string | null
  /** The program that created the user. At most 200 characters. */
  source?: string | null
  /** Number of wrong passwords since the last successful sign-in or unlocking. */
  login_failed?: number
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** The primary organization. Given by name. */
  organization?: string
  /** Roles of the user. */
  role_ids?: number[]
  /** Roles of the user. Given by name. */
  roles?: string[]
  /** Secondary organizations. */
  organization_ids?: number[]
  /** Secondary organizations. Given by name. */
  organizations?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. Given by name. */
  groups?: Record<string, string | string[]>
  /** Never sent back. */
  password?: string
}
/** Keys for changing a user. */
export interface UserUpdate {
  /** The primary organization. */
  organization_id?: number | null
  /** The name to sign in with, usually the e-mail address. At most 255 characters. */
  login?: string
  /** First name. At most 100 characters. */
  firstname?: string | null
  /** Last name. At most 100 characters. */
  lastname?: string | null
  /** Unique e-mail address. At most 255 characters. */
  email?: string | null
  /** The source of the picture, such as a URL or the name of a service. At most 200 characters. */
  image_source?: string | null
  /** Web address. At most 100 characters. */
  web?: string | null
  /** Phone number. At most 100 characters. */
  phone?: string | null
  /** Fax number. At most 100 characters. */
  fax?: string | null
  /** Mobile phone number. At most 100 characters. */
  mobile?: string | null
  /** Department. At most 200 characters. */
  department?: string | null
  /** Street. At most 120 characters. */
  street?: string | null
  /** Postal code. At most 100 characters. */
  zip?: string | null
  /** City. At most 100 characters. */
  city?: string | null
  /** Country. At most 100 characters. */
  country?: string | null
  /** Postal address as free text. At most 500 characters. */
  address?: string | null
  /** True for very important customers. */
  vip?: boolean
  /** True if the e-mail address is confirmed. */
  verified?: boolean
  /** True if the user may sign in. */
  active?: boolean
  /** Free-text note. At most 5,000 characters. */
  note?: string | null
  /** The program that created the user. At most 200 characters. */
  source?: string | null
  /** Number of wrong passwords since the last successful sign-in or unlocking. */
  login_failed?: number
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** The primary organization. Given by name. */
  organization?: string
  /** Roles of the user. */
  role_ids?: number[]
  /** Roles of the user. Given by name. */
  roles?: string[]
  /** Secondary organizations. */
  organization_ids?: number[]
  /** Secondary organizations. Given by name. */
  organizations?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. Given by name. */
  groups?: Record<string, string | string[]>
  /** Never sent back. */
  password?: string
}
/** A company or team that customers belong to. */
export interface OrganizationRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** True if members see each other’s tickets. */
  readonly shared: boolean
  /** The e-mail domain of its members. */
  readonly domain: string | null
  /** True if new users with this e-mail domain become members. */
  readonly domain_assignment: boolean
  /** True while the record is in use. */
  readonly active: boolean
  /** True for very important customers. */
  readonly vip: boolean
  /** Free-text note. */
  readonly note: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Users with this primary organization. */
  readonly member_ids: number[]
  /** Users with this primary organization. Given by name. Only in expanded responses. */
  readonly members?: string[]
  /** Users with this secondary organization. */
  readonly secondary_member_ids: number[]
  /** Users with this secondary organization. Given by name. Only in expanded responses. */
  readonly secondary_members?: string[]
}
/** Keys for creating an organization. */
export interface OrganizationCreate {
  /** Unique name. At most 150 characters. */
  name: string
  /** True if members see each other’s tickets. */
  shared?: boolean
  /** The e-mail domain of its members. At most 250 characters. */
  domain?: string | null
  /** True if new users with this e-mail domain become members. */
  domain_assignment?: boolean
  /** True while the record is in use. */
  active?: boolean
  /** True for very important customers. */
  vip?: boolean
  /** Free-text note. At most 5,000 characters. */
  note?: string | null
  /** Users with this primary organization. */
  member_ids?: number[]
  /** Users with this primary organization. Given by name. */
  members?: string[]
  /** Users with this secondary organization. */
  secondary_member_ids?: number[]
  /** Users with this secondary organization. Given by name. */
  secondary_members?: string[]
}
/** Keys for changing an organization. */
export interface OrganizationUpdate {
  /** Unique name. At most 150 characters. */
  name?: string
  /** True if members see each other’s tickets. */
  shared?: boolean
  /** The e-mail domain of its members. At most 250 characters. */
  domain?: string | null
  /** True if new users with this e-mail domain become members. */
  domain_assignment?: boolean
  /** True while the record is in use. */
  active?: boolean
  /** True for very important customers. */
  vip?: boolean
  /** Free-text note. At most 5,000 characters. */
  note?: string | null
  /** Users with this primary organization. */
  member_ids?: number[]
  /** Users with this primary organization. Given by name. */
  members?: string[]
  /** Users with this secondary organization. */
  secondary_member_ids?: number[]
  /** Users with this secondary organization. Given by name. */
  secondary_members?: string[]
}
/** A team of agents and the tickets it works on. */
export interface GroupRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The signature of the group’s mails. */
  readonly signature_id: number | null
  /** The sender address of the group’s mails. */
  readonly email_address_id: number | null
  /** The full path, with `::` between the levels. */
  readonly name: string
  /** The last level of the name. */
  readonly name_last: string
  /** The parent group. */
  readonly parent_id: number | null
  /** Minutes without a change after which a new or open ticket loses its owner. */
  readonly assignment_timeout: number | null
  /** The effect of an answer to a closed ticket. `yes`: it reopens the ticket. `new_ticket`: it creates a new ticket. `new_ticket_after_certain_time`: it reopens the ticket for `reopen_time_in_days`, and afterwards creates a new ticket. */
  readonly follow_up_possible: 'yes' | 'new_ticket' | 'new_ticket_after_certain_time'
  /** Number of days after the closing in which an answer reopens a ticket, if `follow_up_possible` is `new_ticket_after_certain_time`. */
  readonly reopen_time_in_days: number | null
  /** True if a reopened ticket keeps its owner. */
  readonly follow_up_assignment: boolean
  /** True while the record is in use. */
  readonly active: boolean
  /** True if the agents of the group share drafts. */
  readonly shared_drafts: boolean
  /** True if customers may choose the group for their tickets. */
  readonly offered_to_customers: boolean
  /** Free-text note. */
  readonly note: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Users with access to the group. */
  readonly user_ids: number[]
  /** Users with access to the group. Given by name. Only in expanded responses. */
  readonly users?: string[]
  /** The signature of the group’s mails. Given by name. Only in expanded responses. */
  readonly signature?: string
}
/** Keys for creating a group. */
export interface GroupCreate {
  /** The signature of the group’s mails. */
  signature_id?: number | null
  /** The sender address of the group’s mails. */
  email_address_id?: number | null
  /** The full path, with `::` between the levels. At most 1,690 characters. */
  name: string
  /** The parent group. */
  parent_id?: number | null
  /** Minutes without a change after which a new or open ticket loses its owner. */
  assignment_timeout?: number | null
  /** The effect of an answer to a closed ticket. `yes`: it reopens the ticket. `new_ticket`: it creates a new ticket. `new_ticket_after_certain_time`: it reopens the ticket for `reopen_time_in_days`, and afterwards creates a new ticket. */
  follow_up_possible?: 'yes' | 'new_ticket' | 'new_ticket_after_certain_time'
  /** Number of days after the closing in which an answer reopens a ticket, if `follow_up_possible` is `new_ticket_after_certain_time`. */
  reopen_time_in_days?: number | null
  /** True if a reopened ticket keeps its owner. */
  follow_up_assignment?: boolean
  /** True while the record is in use. */
  active?: boolean
  /** True if the agents of the group share drafts. */
  shared_drafts?: boolean
  /** True if customers may choose the group for their tickets. */
  offered_to_customers?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** The signature of the group’s mails. Given by name. */
  signature?: string
  /** The parent group. Given by name. */
  parent?: string
  /** Users with access to the group. */
  user_ids?: number[]
  /** Users with access to the group. Given by name. */
  users?: string[]
}
/** Keys for changing a group. */
export interface GroupUpdate {
  /** The signature of the group’s mails. */
  signature_id?: number | null
  /** The sender address of the group’s mails. */
  email_address_id?: number | null
  /** The full path, with `::` between the levels. At most 1,690 characters. */
  name?: string
  /** The parent group. */
  parent_id?: number | null
  /** Minutes without a change after which a new or open ticket loses its owner. */
  assignment_timeout?: number | null
  /** The effect of an answer to a closed ticket. `yes`: it reopens the ticket. `new_ticket`: it creates a new ticket. `new_ticket_after_certain_time`: it reopens the ticket for `reopen_time_in_days`, and afterwards creates a new ticket. */
  follow_up_possible?: 'yes' | 'new_ticket' | 'new_ticket_after_certain_time'
  /** Number of days after the closing in which an answer reopens a ticket, if `follow_up_possible` is `new_ticket_after_certain_time`. */
  reopen_time_in_days?: number | null
  /** True if a reopened ticket keeps its owner. */
  follow_up_assignment?: boolean
  /** True while the record is in use. */
  active?: boolean
  /** True if the agents of the group share drafts. */
  shared_drafts?: boolean
  /** True if customers may choose the group for their tickets. */
  offered_to_customers?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** The signature of the group’s mails. Given by name. */
  signature?: string
  /** The parent group. Given by name. */
  parent?: string
  /** Users with access to the group. */
  user_ids?: number[]
  /** Users with access to the group. Given by name. */
  users?: string[]
}
/** A set of permissions that users are given. */
export interface RoleRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** Free-form JSON object. */
  readonly preferences: Record<string, unknown>
  /** True if new users who are given no role get this one. */
  readonly default_at_signup: boolean
  /** True while the record is in use. */
  readonly active: boolean
  /** Free-text note. */
  readonly note: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Permissions of the role. */
  readonly permission_ids: number[]
  /** Permissions of the role. Given by name. Only in expanded responses. */
  readonly permissions?: string[]
  /** Access to groups. */
  readonly group_ids: Record<string, string[]>
  /** Access to groups. Given by name. Only in expanded responses. */
  readonly groups?: Record<string, string[]>
}
/** Keys for creating a role. */
export interface RoleCreate {
  /** Unique name. At most 100 characters. */
  name: string
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** True if new users who are given no role get this one. */
  default_at_signup?: boolean
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** Permissions of the role. */
  permission_ids?: number[]
  /** Permissions of the role. Given by name. */
  permissions?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. Given by name. */
  groups?: Record<string, string | string[]>
}
/** Keys for changing a role. */
export interface RoleUpdate {
  /** Unique name. At most 100 characters. */
  name?: string
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** True if new users who are given no role get this one. */
  default_at_signup?: boolean
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** Permissions of the role. */
  permission_ids?: number[]
  /** Permissions of the role. Given by name. */
  permissions?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. Given by name. */
  groups?: Record<string, string | string[]>
}
/** The state of a ticket: new, open, pending, closed or merged. */
export interface TicketStateRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The type of the state, which decides how the service treats its tickets. */
  readonly state_type_id: number
  /** Unique name. */
  readonly name: string
  /** The state that follows when the pending time ends, for states of the type `pending action`. */
  readonly next_state_id: number | null
  /** True if tickets in this state do not escalate, and if SLAs do not count the time in it. */
  readonly ignore_escalation: boolean
  /** True for the state of new tickets. */
  readonly default_create: boolean
  /** True for the state of a new ticket after the first answer by an agent, and of a pending or closed ticket after a follow-up. */
  readonly default_follow_up: boolean
  /** Free-text note. */
  readonly note: string | null
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** The type of the state, which decides how the service treats its tickets. Given by name. Only in expanded responses. */
  readonly state_type?: string
}
/** Keys for creating a ticket state. */
export interface TicketStateCreate {
  /** The type of the state, which decides how the service treats its tickets. */
  state_type_id?: number
  /** Unique name. At most 250 characters. */
  name: string
  /** The state that follows when the pending time ends, for states of the type `pending action`. */
  next_state_id?: number | null
  /** True if tickets in this state do not escalate, and if SLAs do not count the time in it. */
  ignore_escalation?: boolean
  /** True for the state of new tickets. */
  default_create?: boolean
  /** True for the state of a new ticket after the first answer by an agent, and of a pending or closed ticket after a follow-up. */
  default_follow_up?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
  /** The type of the state, which decides how the service treats its tickets. Given by name. */
  state_type?: string
  /** The state that follows when the pending time ends, for states of the type `pending action`. Given by name. */
  next_state?: string
}
/** Keys for changing a ticket state. */
export interface TicketStateUpdate {
  /** The type of the state, which decides how the service treats its tickets. */
  state_type_id?: number
  /** Unique name. At most 250 characters. */
  name?: string
  /** The state that follows when the pending time ends, for states of the type `pending action`. */
  next_state_id?: number | null
  /** True if tickets in this state do not escalate, and if SLAs do not count the time in it. */
  ignore_escalation?: boolean
  /** True for the state of new tickets. */
  default_create?: boolean
  /** True for the state of a new ticket after the first answer by an agent, and of a pending or closed ticket after a follow-up. */
  default_follow_up?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
  /** The type of the state, which decides how the service treats its tickets. Given by name. */
  state_type?: string
  /** The state that follows when the pending time ends, for states of the type `pending action`. Given by name. */
  next_state?: string
}
/** The urgency of a ticket. */
export interface TicketPriorityRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** True for the priority of new tickets. */
  readonly default_create: boolean
  /** Icon shown for the priority. */
  readonly ui_icon: string | null
  /** Colour of the priority. */
  readonly ui_color: string | null
  /** Free-text note. */
  readonly note: string | null
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a ticket priority. */
export interface TicketPriorityCreate {
  /** Unique name. At most 250 characters. */
  name: string
  /** True for the priority of new tickets. */
  default_create?: boolean
  /** Icon shown for the priority. At most 100 characters. */
  ui_icon?: string | null
  /** Colour of the priority. At most 100 characters. */
  ui_color?: string | null
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
}
/** Keys for changing a ticket priority. */
export interface TicketPriorityUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** True for the priority of new tickets. */
  default_create?: boolean
  /** Icon shown for the priority. At most 100 characters. */
  ui_icon?: string | null
  /** Colour of the priority. At most 100 characters. */
  ui_color?: string | null
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
}
/** A word or phrase that groups tickets. */
export interface TagRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The text of the tag. */
  readonly name: string
  /** The number of tickets with the tag. */
  readonly count: number
}
/** Keys for creating a tag. */
export interface TagCreate {
  /** The text of the tag. At most 250 characters. */
  name: string
}
/** Keys for changing a tag. */
export interface TagUpdate {
  /** The text of the tag. At most 250 characters. */
  name?: string
}
/** A custom field of tickets, users, organizations or groups. */
export interface ObjectAttributeRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Numeric id of the object type the field belongs to; `object` is its name. */
  readonly object_lookup_id: number
  /** The key of the field in records. */
  readonly name: string
  /** The label shown to people. */
  readonly display: string
  /** The type of the values. */
  readonly data_type: 'input' | 'textarea' | 'richtext' | 'select' | 'tree_select' | 'multiselect' | 'multi_tree_select' | 'boolean' | 'active' | 'integer' | 'date' | 'datetime' | 'user_autocompletion' | 'autocompletion_ajax' | 'autocompletion_ajax_customer_organization' | 'autocompletion_ajax_external_data_source'
  /** Settings of the type, such as `maxlength`, `default` or `options`. */
  readonly data_option: Record<string, unknown>
  /** The value that `data_option` will have after the next `POST object_manager_attributes_execute_migrations`. */
  readonly data_option_new: Record<string, unknown>
  /** False for built-in fields, whose definition cannot be changed. */
  readonly editable: boolean
  /** True while the record is in use. */
  readonly active: boolean
  /** The visibility of the field, and if it is required, by screen and permission. */
  readonly screens: Record<string, unknown>
  /** True if the next `POST object_manager_attributes_execute_migrations` will create the field. */
  readonly to_create: boolean
  /** True if the next `POST object_manager_attributes_execute_migrations` will create or delete the field, or change its maximum length. */
  readonly to_migrate: boolean
  /** True if the next `POST object_manager_attributes_execute_migrations` will delete the field and its values. */
  readonly to_delete: boolean
  /** True if the next `POST object_manager_attributes_execute_migrations` will change the options of the field. */
  readonly to_config: boolean
  /** Position; the smallest comes first. */
  readonly position: number | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating an object attribute. */
export interface ObjectAttributeCreate {
  /** Numeric id of the object type the field belongs to; `object` is its name. */
  object_lookup_id: number
  /** The key of the field in records. At most 200 characters. */
  name: string
  /** The label shown to people. At most 200 characters. */
  display: string
  /** The type of the values. */
  data_type: 'input' | 'textarea' | 'richtext' | 'select' | 'tree_select' | 'multiselect' | 'multi_tree_select' | 'boolean' | 'active' | 'integer' | 'date' | 'datetime' | 'user_autocompletion' | 'autocompletion_ajax' | 'autocompletion_ajax_customer_organization' | 'autocompletion_ajax_external_data_source'
  /** Settings of the type, such as `maxlength`, `default` or `options`. */
  data_option?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** The visibility of the field, and if it is required, by screen and permission. */
  screens?: Record<string, unknown>
  /** Position; the smallest comes first. */
  position?: number | null
}
/** Keys for changing an object attribute. */
export interface ObjectAttributeUpdate {
  /** The label shown to people. At most 200 characters. */
  display?: string
  /** Settings of the type, such as `maxlength`, `default` or `options`. */
  data_option?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** The visibility of the field, and if it is required, by screen and permission. */
  screens?: Record<string, unknown>
  /** Position; the smallest comes first. */
  position?: number | null
}
/** A named set of changes that an agent makes to a ticket with one click. */
export interface MacroRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** Changes to make, such as `{"ticket.state_id": {"value": "4"}}`. */
  readonly perform: Record<string, unknown>
  /** True while the record is in use. */
  readonly active: boolean
  /** The ticket that clients show after the macro. `none`: the same ticket. `next_task`: the next ticket. `next_from_overview`: the next ticket of the overview. */
  readonly ux_flow_next_up: 'none' | 'next_task' | 'next_from_overview'
  /** Free-text note. */
  readonly note: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Groups whose agents may use it, and on whose tickets it may run; empty for all groups. */
  readonly group_ids: number[]
  /** Groups whose agents may use it, and on whose tickets it may run; empty for all groups. Given by name. Only in expanded responses. */
  readonly groups?: string[]
}
/** Keys for creating a macro. */
export interface MacroCreate {
  /** Unique name. At most 250 characters. */
  name: string
  /** Changes to make, such as `{"ticket.state_id": {"value": "4"}}`. */
  perform?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** The ticket that clients show after the macro. `none`: the same ticket. `next_task`: the next ticket. `next_from_overview`: the next ticket of the overview. */
  ux_flow_next_up?: 'none' | 'next_task' | 'next_from_overview'
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** Groups whose agents may use it, and on whose tickets it may run; empty for all groups. */
  group_ids?: number[]
  /** Groups whose agents may use it, and on whose tickets it may run; empty for all groups. Given by name. */
  groups?: string[]
}
/** Keys for changing a macro. */
export interface MacroUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** Changes to make, such as `{"ticket.state_id": {"value": "4"}}`. */
  perform?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** The ticket that clients show after the macro. `none`: the same ticket. `next_task`: the next ticket. `next_from_overview`: the next ticket of the overview. */
  ux_flow_next_up?: 'none' | 'next_task' | 'next_from_overview'
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** Groups whose agents may use it, and on whose tickets it may run; empty for all groups. */
  group_ids?: number[]
  /** Groups whose agents may use it, and on whose tickets it may run; empty for all groups. Given by name. */
  groups?: string[]
}
/** A text that agents insert while writing. */
export interface TextModuleRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Name. */
  readonly name: string
  /** Words for which the text module is suggested while an agent is typing. */
  readonly keywords: string | null
  /** The text: HTML with `#{...}` for values of the ticket. */
  readonly content: string
  /** Free-text note. */
  readonly note: string | null
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Groups whose agents may use it; empty for all groups. */
  readonly group_ids: number[]
  /** Groups whose agents may use it; empty for all groups. Given by name. Only in expanded responses. */
  readonly groups?: string[]
}
/** Keys for creating a text module. */
export interface TextModuleCreate {
  /** Name. At most 250 characters. */
  name: string
  /** Words for which the text module is suggested while an agent is typing. At most 500 characters. */
  keywords?: string | null
  /** The text: HTML with `#{...}` for values of the ticket. At most 100,000 characters. */
  content: string
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
  /** Groups whose agents may use it; empty for all groups. */
  group_ids?: number[]
  /** Groups whose agents may use it; empty for all groups. Given by name. */
  groups?: string[]
}
/** Keys for changing a text module. */
export interface TextModuleUpdate {
  /** Name. At most 250 characters. */
  name?: string
  /** Words for which the text module is suggested while an agent is typing. At most 500 characters. */
  keywords?: string | null
  /** The text: HTML with `#{...}` for values of the ticket. At most 100,000 characters. */
  content?: string
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
  /** Groups whose agents may use it; empty for all groups. */
  group_ids?: number[]
  /** Groups whose agents may use it; empty for all groups. Given by name. */
  groups?: string[]
}
/** Default values for a new ticket. */
export interface TemplateRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Name. */
  readonly name: string
  /** Values to fill in, such as `{"ticket.title": {"value": "..."}}`. */
  readonly options: Record<string, unknown>
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a template. */
export interface TemplateCreate {
  /** Name. At most 250 characters. */
  name: string
  /** Values to fill in, such as `{"ticket.title": {"value": "..."}}`. */
  options?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
}
/** Keys for changing a template. */
export interface TemplateUpdate {
  /** Name. At most 250 characters. */
  name?: string
  /** Values to fill in, such as `{"ticket.title": {"value": "..."}}`. */
  options?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
}
/** A saved list of the tickets that fulfil a condition, for users with certain roles. */
export interface OverviewRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Name. */
  readonly name: string
  /** Name in URLs. */
  readonly link: string
  /** Position; the smallest comes first. */
  readonly prio: number
  /** Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`. */
  readonly condition: Record<string, unknown>
  /** Sort order, such as `{"by": "created_at", "direction": "ASC"}`. */
  readonly order: Record<string, unknown>
  /** The attribute that groups the rows. */
  readonly group_by: string | null
  /** Order of the groups: `ASC` or `DESC`. */
  readonly group_direction: string | null
  /** True if only members of organizations with shared tickets have the overview. */
  readonly organization_shared: boolean
  /** True if only replacements of absent users have the overview. */
  readonly out_of_office: boolean
  /** Visible columns, under the key `s`: `{"s": ["title"], "view_mode_default": "s"}`. */
  readonly view: Record<string, unknown>
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Roles whose users have the overview. */
  readonly role_ids: number[]
  /** Roles whose users have the overview. Given by name. Only in expanded responses. */
  readonly roles?: string[]
  /** Users to whom the overview is limited; empty for all users with the roles. */
  readonly user_ids: number[]
  /** Users to whom the overview is limited; empty for all users with the roles. Given by name. Only in expanded responses. */
  readonly users?: string[]
  /** Groups, to one of which a user needs access; empty for no limit. */
  readonly group_ids: number[]
  /** Groups, to one of which a user needs access; empty for no limit. Given by name. Only in expanded responses. */
  readonly groups?: string[]
}
/** Keys for creating an overview. */
export interface OverviewCreate {
  /** Name. At most 250 characters. */
  name: string
  /** Name in URLs. At most 250 characters. */
  link: string
  /** Position; the smallest comes first. */
  prio: number
  /** Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`. */
  condition?: Record<string, unknown>
  /** Sort order, such as `{"by": "created_at", "direction": "ASC"}`. */
  order?: Record<string, unknown>
  /** The attribute that groups the rows. At most 250 characters. */
  group_by?: string | null
  /** Order of the groups: `ASC` or `DESC`. At most 250 characters. */
  group_direction?: string | null
  /** True if only members of organizations with shared tickets have the overview. */
  organization_shared?: boolean
  /** True if only replacements of absent users have the overview. */
  out_of_office?: boolean
  /** Visible columns, under the key `s`: `{"s": ["title"], "view_mode_default": "s"}`. */
  view?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** Roles whose users have the overview. */
  role_ids?: number[]
  /** Roles whose users have the overview. Given by name. */
  roles?: string[]
  /** Users to whom the overview is limited; empty for all users with the roles. */
  user_ids?: number[]
  /** Users to whom the overview is limited; empty for all users with the roles. Given by name. */
  users?: string[]
  /** Groups, to one of which a user needs access; empty for no limit. */
  group_ids?: number[]
  /** Groups, to one of which a user needs access; empty for no limit. Given by name. */
  groups?: string[]
}
/** Keys for changing an overview. */
export interface OverviewUpdate {
  /** Name. At most 250 characters. */
  name?: string
  /** Name in URLs. At most 250 characters. */
  link?: string
  /** Position; the smallest comes first. */
  prio?: number
  /** Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`. */
  condition?: Record<string, unknown>
  /** Sort order, such as `{"by": "created_at", "direction": "ASC"}`. */
  order?: Record<string, unknown>
  /** The attribute that groups the rows. At most 250 characters. */
  group_by?: string | null
  /** Order of the groups: `ASC` or `DESC`. At most 250 characters. */
  group_direction?: string | null
  /** True if only members of organizations with shared tickets have the overview. */
  organization_shared?: boolean
  /** True if only replacements of absent users have the overview. */
  out_of_office?: boolean
  /** Visible columns, under the key `s`: `{"s": ["title"], "view_mode_default": "s"}`. */
  view?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** Roles whose users have the overview. */
  role_ids?: number[]
  /** Roles whose users have the overview. Given by name. */
  roles?: string[]
  /** Users to whom the overview is limited; empty for all users with the roles. */
  user_ids?: number[]
  /** Users to whom the overview is limited; empty for all users with the roles. Given by name. */
  users?: string[]
  /** Groups, to one of which a user needs access; empty for no limit. */
  group_ids?: number[]
  /** Groups, to one of which a user needs access; empty for no limit. Given by name. */
  groups?: string[]
}
/** A private list of tickets, visible only to the agent who saved it. */
export interface SavedViewRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The owner. */
  readonly user_id: number
  /** Name. */
  readonly name: string
  /** Position among the saved views; the smallest comes first. */
  readonly prio: number
  /** Condition for tickets, in the same form as in an overview. */
  readonly condition: Record<string, unknown>
  /** Search expression, in addition to the condition. */
  readonly query: string | null
  /** Sort order, such as `{"by": "created_at", "direction": "ASC"}`. */
  readonly order: Record<string, unknown>
  /** The attribute that groups the rows. */
  readonly group_by: string | null
  /** Order of the groups: `ASC` or `DESC`. */
  readonly group_direction: string | null
  /** Visible columns, under the key `s`: `{"s": ["title"]}`. */
  readonly view: Record<string, unknown>
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a saved view. */
export interface SavedViewCreate {
  /** Name. At most 250 characters. */
  name: string
  /** Position among the saved views; the smallest comes first. */
  prio?: number
  /** Condition for tickets, in the same form as in an overview. */
  condition?: Record<string, unknown>
  /** Search expression, in addition to the condition. At most 8,000 characters. */
  query?: string | null
  /** Sort order, such as `{"by": "created_at", "direction": "ASC"}`. */
  order?: Record<string, unknown>
  /** The attribute that groups the rows. At most 250 characters. */
  group_by?: string | null
  /** Order of the groups: `ASC` or `DESC`. At most 250 characters. */
  group_direction?: string | null
  /** Visible columns, under the key `s`: `{"s": ["title"]}`. */
  view?: Record<string, unknown>
}
/** Keys for changing a saved view. */
export interface SavedViewUpdate {
  /** Name. At most 250 characters. */
  name?: string
  /** Position among the saved views; the smallest comes first. */
  prio?: number
  /** Condition for tickets, in the same form as in an overview. */
  condition?: Record<string, unknown>
  /** Search expression, in addition to the condition. At most 8,000 characters. */
  query?: string | null
  /** Sort order, such as `{"by": "created_at", "direction": "ASC"}`. */
  order?: Record<string, unknown>
  /** The attribute that groups the rows. At most 250 characters. */
  group_by?: string | null
  /** Order of the groups: `ASC` or `DESC`. At most 250 characters. */
  group_direction?: string | null
  /** Visible columns, under the key `s`: `{"s": ["title"]}`. */
  view?: Record<string, unknown>
}
/** A connection through which messages arrive and leave, such as a mail account. */
export interface ChannelRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The kind of messages. */
  readonly kind: 'email'
  /** Unique name. */
  readonly name: string
  /** The group of new tickets. */
  readonly group_id: number
  /** The way in which messages are received: `adapter` and its options. Secrets are masked in responses. */
  readonly inbound: Record<string, unknown>
  /** The way in which messages are sent: `adapter` and its options. Secrets are masked in responses. */
  readonly outbound: Record<string, unknown>
  /** True while the channel receives and sends. */
  readonly active: boolean
  /** Free-text note. */
  readonly note: string | null
  /** Result of the last attempt to receive. */
  readonly status_in: 'ok' | 'error' | null
  /** The error of the last attempt to receive. */
  readonly last_log_in: string | null
  /** Time of the last successful attempt to receive, accurate to a minute. */
  readonly last_in_at: string | null
  /** Result of the last attempt to send. */
  readonly status_out: 'ok' | 'error' | null
  /** The error of the last attempt to send. */
  readonly last_log_out: string | null
  /** Time of the last successful attempt to send, accurate to a minute. */
  readonly last_out_at: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a channel. */
export interface ChannelCreate {
  /** The kind of messages. */
  kind?: 'email'
  /** Unique name. At most 250 characters. */
  name: string
  /** The group of new tickets. */
  group_id?: number
  /** The way in which messages are received: `adapter` and its options. Secrets are masked in responses. */
  inbound?: Record<string, unknown>
  /** The way in which messages are sent: `adapter` and its options. Secrets are masked in responses. */
  outbound?: Record<string, unknown>
  /** True while the channel receives and sends. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** The group of new tickets. Given by name. */
  group?: string
}
/** Keys for changing a channel. */
export interface ChannelUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** The group of new tickets. */
  group_id?: number
  /** The way in which messages are received: `adapter` and its options. Secrets are masked in responses. */
  inbound?: Record<string, unknown>
  /** The way in which messages are sent: `adapter` and its options. Secrets are masked in responses. */
  outbound?: Record<string, unknown>
  /** True while the channel receives and sends. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** The group of new tickets. Given by name. */
  group?: string
}
/** Work that the service does after a change, such as sending a mail. The task is deleted when the work is done. */
export interface TaskRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The kind of work: `send_mail`, ... */
  readonly kind: string
  /** The parameters of the work, such as ids of records. */
  readonly payload: Record<string, unknown>
  /** Id of the record that the work is about; null for kinds of work that are not looked up by record. */
  readonly record_id: number | null
  /** Tasks in the same lane share a concurrency limit, and are postponed together if something they all need fails, such as a mail account. Tasks in lane 0 are postponed one by one. */
  readonly lane: number
  /** `failed`: the service has given up. */
  readonly state: 'waiting' | 'failed'
  /** Number of attempts so far. */
  readonly attempts: number
  /** Time of the next attempt. */
  readonly due_at: string
  /** Time until which a process has claimed the task. */
  readonly claimed_until: string | null
  /** The error of the last attempt. */
  readonly error: string | null
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a task. */
export interface TaskCreate {
}
/** Keys for changing a task. */
export interface TaskUpdate {
}
/** The closing text of the mails of a group. */
export interface SignatureRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** The text: HTML with `#{...}` for values of the ticket and the user. */
  readonly body: string | null
  /** True while the record is in use. */
  readonly active: boolean
  /** Free-text note. */
  readonly note: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a signature. */
export interface SignatureCreate {
  /** Unique name. At most 100 characters. */
  name: string
  /** The text: HTML with `#{...}` for values of the ticket and the user. At most 100,000 characters. */
  body?: string | null
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
}
/** Keys for changing a signature. */
export interface SignatureUpdate {
  /** Unique name. At most 100 characters. */
  name?: string
  /** The text: HTML with `#{...}` for values of the ticket and the user. At most 100,000 characters. */
  body?: string | null
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
}
/** A sender address of groups. */
export interface EmailAddressRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The mail account of the address. */
  readonly channel_id: number | null
  /** The name that recipients see. */
  readonly name: string
  /** Unique e-mail address. */
  readonly email: string
  /** True while the record is in use. */
  readonly active: boolean
  /** Free-text note. */
  readonly note: string | null
  /** Free-form JSON object. */
  readonly preferences: Record<string, unknown>
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** The mail account of the address. Given by name. Only in expanded responses. */
  readonly channel?: string
}
/** Keys for creating an email address. */
export interface EmailAddressCreate {
  /** The mail account of the address. */
  channel_id?: number | null
  /** The name that recipients see. At most 250 characters. */
  name: string
  /** Unique e-mail address. At most 255 characters. */
  email: string
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** The mail account of the address. Given by name. */
  channel?: string
}
/** Keys for changing an email address. */
export interface EmailAddressUpdate {
  /** The mail account of the address. */
  channel_id?: number | null
  /** The name that recipients see. At most 250 characters. */
  name?: string
  /** Unique e-mail address. At most 255 characters. */
  email?: string
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** The mail account of the address. Given by name. */
  channel?: string
}
/** Business hours and holidays. */
export interface CalendarRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timezone: string
  /** Hours of each day, `mon` to `sun`, in the form `{"active": true, "timeframes": [["09:00", "17:00"]]}`. */
  readonly business_hours: Record<string, unknown>
  /** True for exactly one calendar, which is the default for clients; the service itself does not use it. */
  readonly default: boolean
  /** URL of an iCalendar file whose all-day events become holidays. It is fetched once a day, and every hour after a failure. */
  readonly ical_url: string | null
  /** Holidays by day, such as `{"2026-12-25": {"active": true, "summary": "Christmas"}}`. Those from `ical_url` also have the key `feed`, the MD5 of that address. */
  readonly public_holidays: Record<string, unknown>
  /** The reason why the last attempt to fetch `ical_url` failed; null after a success. */
  readonly last_log: string | null
  /** Time of the last attempt to fetch `ical_url`. */
  readonly last_sync: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a calendar. */
export interface CalendarCreate {
  /** Unique name. At most 250 characters. */
  name: string
  /** An IANA name, such as `Europe/Berlin`. At most 250 characters. */
  timezone: string
  /** Hours of each day, `mon` to `sun`, in the form `{"active": true, "timeframes": [["09:00", "17:00"]]}`. */
  business_hours?: Record<string, unknown>
  /** True for exactly one calendar, which is the default for clients; the service itself does not use it. */
  default?: boolean
  /** URL of an iCalendar file whose all-day events become holidays. It is fetched once a day, and every hour after a failure. At most 500 characters. */
  ical_url?: string | null
  /** Holidays by day, such as `{"2026-12-25": {"active": true, "summary": "Christmas"}}`. Those from `ical_url` also have the key `feed`, the MD5 of that address. */
  public_holidays?: Record<string, unknown>
}
/** Keys for changing a calendar. */
export interface CalendarUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** An IANA name, such as `Europe/Berlin`. At most 250 characters. */
  timezone?: string
  /** Hours of each day, `mon` to `sun`, in the form `{"active": true, "timeframes": [["09:00", "17:00"]]}`. */
  business_hours?: Record<string, unknown>
  /** True for exactly one calendar, which is the default for clients; the service itself does not use it. */
  default?: boolean
  /** URL of an iCalendar file whose all-day events become holidays. It is fetched once a day, and every hour after a failure. At most 500 characters. */
  ical_url?: string | null
  /** Holidays by day, such as `{"2026-12-25": {"active": true, "summary": "Christmas"}}`. Those from `ical_url` also have the key `feed`, the MD5 of that address. */
  public_holidays?: Record<string, unknown>
}
/** Time limits for answering and solving the tickets that match a condition. */
export interface SlaRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The calendar that defines the business hours. */
  readonly calendar_id: number
  /** Unique name. */
  readonly name: string
  /** Minutes until the first response. */
  readonly first_response_time: number | null
  /** Minutes from a message of the customer to the answer. */
  readonly response_time: number | null
  /** Minutes from one answer to the next, even without a message of the customer; ignored if `response_time` is set. */
  readonly update_time: number | null
  /** Minutes until the ticket is closed. */
  readonly solution_time: number | null
  /** Condition for tickets, such as `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`. */
  readonly condition: Record<string, unknown>
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** The calendar that defines the business hours. Given by name. Only in expanded responses. */
  readonly calendar?: string
}
/** Keys for creating an SLA. */
export interface SlaCreate {
  /** The calendar that defines the business hours. */
  calendar_id?: number
  /** Unique name. At most 150 characters. */
  name: string
  /** Minutes until the first response. */
  first_response_time?: number | null
  /** Minutes from a message of the customer to the answer. */
  response_time?: number | null
  /** Minutes from one answer to the next, even without a message of the customer; ignored if `response_time` is set. */
  update_time?: number | null
  /** Minutes until the ticket is closed. */
  solution_time?: number | null
  /** Condition for tickets, such as `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`. */
  condition?: Record<string, unknown>
  /** The calendar that defines the business hours. Given by name. */
  calendar?: string
}
/** Keys for changing an SLA. */
export interface SlaUpdate {
  /** The calendar that defines the business hours. */
  calendar_id?: number
  /** Unique name. At most 150 characters. */
  name?: string
  /** Minutes until the first response. */
  first_response_time?: number | null
  /** Minutes from a message of the customer to the answer. */
  response_time?: number | null
  /** Minutes from one answer to the next, even without a message of the customer; ignored if `response_time` is set. */
  update_time?: number | null
  /** Minutes until the ticket is closed. */
  solution_time?: number | null
  /** Condition for tickets, such as `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`. */
  condition?: Record<string, unknown>
  /** The calendar that defines the business hours. Given by name. */
  calendar?: string
}
/** Changes that are made automatically to tickets that fulfil a condition: when they are created or changed, or when their reminder or deadline is due. */
export interface TriggerRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** Condition for tickets, such as `{"ticket.action": {"operator": "is", "value": "create"}}`. */
  readonly condition: Record<string, unknown>
  /** Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "new"}}`. */
  readonly perform: Record<string, unknown>
  /** True if agents get no notification of the changes. */
  readonly disable_notification: boolean
  /** Language of the mails, such as `de-de`. */
  readonly localization: string | null
  /** Time zone of the dates in mails. */
  readonly timezone: string | null
  /** Free-text note. */
  readonly note: string | null
  /** The start of the trigger: a change (`action`) or a point in time (`time`). */
  readonly activator: 'action' | 'time'
  /** The changes of a ticket that start the trigger, if `activator` is `action`. `selective`: those that add an article or change an attribute of the condition, and the creation. `always`: all. */
  readonly execution_condition_mode: 'selective' | 'always'
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a trigger. */
export interface TriggerCreate {
  /** Unique name. At most 250 characters. */
  name: string
  /** Condition for tickets, such as `{"ticket.action": {"operator": "is", "value": "create"}}`. */
  condition?: Record<string, unknown>
  /** Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "new"}}`. */
  perform?: Record<string, unknown>
  /** True if agents get no notification of the changes. */
  disable_notification?: boolean
  /** Language of the mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** Time zone of the dates in mails. At most 250 characters. */
  timezone?: string | null
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** The start of the trigger: a change (`action`) or a point in time (`time`). */
  activator?: 'action' | 'time'
  /** The changes of a ticket that start the trigger, if `activator` is `action`. `selective`: those that add an article or change an attribute of the condition, and the creation. `always`: all. */
  execution_condition_mode?: 'selective' | 'always'
  /** True while the record is in use. */
  active?: boolean
}
/** Keys for changing a trigger. */
export interface TriggerUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** Condition for tickets, such as `{"ticket.action": {"operator": "is", "value": "create"}}`. */
  condition?: Record<string, unknown>
  /** Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "new"}}`. */
  perform?: Record<string, unknown>
  /** True if agents get no notification of the changes. */
  disable_notification?: boolean
  /** Language of the mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** Time zone of the dates in mails. At most 250 characters. */
  timezone?: string | null
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** The start of the trigger: a change (`action`) or a point in time (`time`). */
  activator?: 'action' | 'time'
  /** The changes of a ticket that start the trigger, if `activator` is `action`. `selective`: those that add an article or change an attribute of the condition, and the creation. `always`: all. */
  execution_condition_mode?: 'selective' | 'always'
  /** True while the record is in use. */
  active?: boolean
}
/** Changes that are made at set times to the tickets that fulfil a condition, to at most 2,000 in a run. */
export interface JobRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** Times to run, such as `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`. */
  readonly timeplan: Record<string, unknown>
  /** The kind of records. */
  readonly object: string
  /** Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`. */
  readonly condition: Record<string, unknown>
  /** Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "old"}}`. */
  readonly perform: Record<string, unknown>
  /** True if agents get no notification of the changes. */
  readonly disable_notification: boolean
  /** Language of the mails, such as `de-de`. */
  readonly localization: string | null
  /** Time zone of the dates in mails. */
  readonly timezone: string | null
  /** Time of the last run. */
  readonly last_run_at: string | null
  /** Time of the next run. */
  readonly next_run_at: string | null
  /** True while the job runs. */
  readonly running: boolean
  /** Number of tickets changed by the last run. */
  readonly processed: number
  /** Number of tickets that fulfilled the condition in the last run. */
  readonly matching: number
  /** Always null: several processes share the work of a job. */
  readonly pid: string | null
  /** Free-text note. */
  readonly note: string | null
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a job. */
export interface JobCreate {
  /** Unique name. At most 250 characters. */
  name: string
  /** Times to run, such as `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`. */
  timeplan?: Record<string, unknown>
  /** The kind of records. At most 100 characters. */
  object?: string
  /** Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`. */
  condition?: Record<string, unknown>
  /** Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "old"}}`. */
  perform?: Record<string, unknown>
  /** True if agents get no notification of the changes. */
  disable_notification?: boolean
  /** Language of the mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** Time zone of the dates in mails. At most 250 characters. */
  timezone?: string | null
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
}
/** Keys for changing a job. */
export interface JobUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** Times to run, such as `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`. */
  timeplan?: Record<string, unknown>
  /** The kind of records. At most 100 characters. */
  object?: string
  /** Condition for tickets, such as `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`. */
  condition?: Record<string, unknown>
  /** Changes to make, such as `{"ticket.tags": {"operator": "add", "value": "old"}}`. */
  perform?: Record<string, unknown>
  /** True if agents get no notification of the changes. */
  disable_notification?: boolean
  /** Language of the mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** Time zone of the dates in mails. At most 250 characters. */
  timezone?: string | null
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
}
/** A URL that receives events. */
export interface WebhookRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** The URL, http or https. */
  readonly endpoint: string
  /** Events to send, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. If empty, only triggers and jobs send. */
  readonly events: string | null
  /** Key of the signature, masked in responses. */
  readonly signature_token: string | null
  /** True if the TLS certificate is verified. */
  readonly ssl_verify: boolean
  /** User name for basic authentication. */
  readonly basic_auth_username: string | null
  /** Password for basic authentication, masked in responses. */
  readonly basic_auth_password: string | null
  /** HTTP method of the requests. */
  readonly http_method: 'post' | 'put' | 'patch' | 'delete'
  /** Token sent instead of user name and password, masked in responses. */
  readonly bearer_token: string | null
  /** Free-text note. */
  readonly note: string | null
  /** The kind of service that receives the events. It is stored for clients, and has no effect. */
  readonly pre_defined_webhook_type: string | null
  /** True if `custom_payload` is sent. */
  readonly customized_payload: boolean
  /** Body of the requests: JSON with `#{...}` for values. */
  readonly custom_payload: string | null
  /** Free-form JSON object. */
  readonly preferences: Record<string, unknown>
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a webhook. */
export interface WebhookCreate {
  /** Unique name. At most 250 characters. */
  name: string
  /** The URL, http or https. At most 300 characters. */
  endpoint: string
  /** Events to send, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. If empty, only triggers and jobs send. At most 1,000 characters. */
  events?: string | null
  /** Key of the signature, masked in responses. At most 200 characters. */
  signature_token?: string | null
  /** True if the TLS certificate is verified. */
  ssl_verify?: boolean
  /** User name for basic authentication. At most 250 characters. */
  basic_auth_username?: string | null
  /** Password for basic authentication, masked in responses. At most 250 characters. */
  basic_auth_password?: string | null
  /** HTTP method of the requests. */
  http_method?: 'post' | 'put' | 'patch' | 'delete'
  /** Token sent instead of user name and password, masked in responses. At most 1,000 characters. */
  bearer_token?: string | null
  /** Free-text note. At most 500 characters. */
  note?: string | null
  /** The kind of service that receives the events. It is stored for clients, and has no effect. At most 250 characters. */
  pre_defined_webhook_type?: string | null
  /** True if `custom_payload` is sent. */
  customized_payload?: boolean
  /** Body of the requests: JSON with `#{...}` for values. At most 100,000 characters. */
  custom_payload?: string | null
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
}
/** Keys for changing a webhook. */
export interface WebhookUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** The URL, http or https. At most 300 characters. */
  endpoint?: string
  /** Events to send, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. If empty, only triggers and jobs send. At most 1,000 characters. */
  events?: string | null
  /** Key of the signature, masked in responses. At most 200 characters. */
  signature_token?: string | null
  /** True if the TLS certificate is verified. */
  ssl_verify?: boolean
  /** User name for basic authentication. At most 250 characters. */
  basic_auth_username?: string | null
  /** Password for basic authentication, masked in responses. At most 250 characters. */
  basic_auth_password?: string | null
  /** HTTP method of the requests. */
  http_method?: 'post' | 'put' | 'patch' | 'delete'
  /** Token sent instead of user name and password, masked in responses. At most 1,000 characters. */
  bearer_token?: string | null
  /** Free-text note. At most 500 characters. */
  note?: string | null
  /** The kind of service that receives the events. It is stored for clients, and has no effect. At most 250 characters. */
  pre_defined_webhook_type?: string | null
  /** True if `custom_payload` is sent. */
  customized_payload?: boolean
  /** Body of the requests: JSON with `#{...}` for values. At most 100,000 characters. */
  custom_payload?: string | null
  /** Free-form JSON object. */
  preferences?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
}
/** Time spent on a ticket. */
export interface TimeAccountingRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The ticket that the time was spent on. */
  readonly ticket_id: number
  /** The article that reports the time. */
  readonly ticket_article_id: number | null
  /** Amount, in the unit of the installation; at most 9999.99. */
  readonly time_unit: string
  /** The activity. */
  readonly type_id: number | null
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** The activity. Given by name. Only in expanded responses. */
  readonly type?: string
}
/** Keys for creating a time accounting. */
export interface TimeAccountingCreate {
  /** The ticket that the time was spent on. */
  ticket_id: number
  /** The article that reports the time. */
  ticket_article_id?: number | null
  /** Amount, in the unit of the installation; at most 9999.99. */
  time_unit: string
  /** The activity. */
  type_id?: number | null
  /** The activity. Given by name. */
  type?: string
}
/** Keys for changing a time accounting. */
export interface TimeAccountingUpdate {
  /** The article that reports the time. */
  ticket_article_id?: number | null
  /** Amount, in the unit of the installation; at most 9999.99. */
  time_unit?: string
  /** The activity. */
  type_id?: number | null
  /** The activity. Given by name. */
  type?: string
}
/** A type of activity. */
export interface TimeAccountingTypeRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. */
  readonly name: string
  /** Free-text note. */
  readonly note: string | null
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a time accounting type. */
export interface TimeAccountingTypeCreate {
  /** Unique name. At most 250 characters. */
  name: string
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
}
/** Keys for changing a time accounting type. */
export interface TimeAccountingTypeUpdate {
  /** Unique name. At most 250 characters. */
  name?: string
  /** Free-text note. At most 250 characters. */
  note?: string | null
  /** True while the record is in use. */
  active?: boolean
}
/** A to-do list for a ticket. */
export interface ChecklistRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Name. */
  readonly name: string
  /** The ticket, which has at most one checklist. */
  readonly ticket_id: number
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Items of the checklist. */
  readonly item_ids: number[]
}
/** Keys for creating a checklist. */
export interface ChecklistCreate {
  /** Name. At most 250 characters. */
  name?: string
  /** The ticket, which has at most one checklist. */
  ticket_id: number
}
/** Keys for changing a checklist. */
export interface ChecklistUpdate {
  /** Name. At most 250 characters. */
  name?: string
}
/** An item of a checklist. */
export interface ChecklistItemRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The task. */
  readonly text: string
  /** True if the task is done. */
  readonly checked: boolean
  /** The checklist of the item. */
  readonly checklist_id: number
  /** A ticket that stands for the task. Closing it does not change `checked`. */
  readonly ticket_id: number | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a checklist item. */
export interface ChecklistItemCreate {
  /** The task. At most 500 characters. */
  text?: string
  /** True if the task is done. */
  checked?: boolean
  /** The checklist of the item. */
  checklist_id: number
  /** A ticket that stands for the task. Closing it does not change `checked`. */
  ticket_id?: number | null
}
/** Keys for changing a checklist item. */
export interface ChecklistItemUpdate {
  /** The task. At most 500 characters. */
  text?: string
  /** True if the task is done. */
  checked?: boolean
  /** A ticket that stands for the task. Closing it does not change `checked`. */
  ticket_id?: number | null
}
/** A template for checklists. */
export interface ChecklistTemplateRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Name. */
  readonly name: string
  /** True while the record is in use. */
  readonly active: boolean
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** Items of the template. */
  readonly item_ids: number[]
}
/** Keys for creating a checklist template. */
export interface ChecklistTemplateCreate {
  /** Name. At most 250 characters. */
  name: string
  /** True while the record is in use. */
  active?: boolean
}
/** Keys for changing a checklist template. */
export interface ChecklistTemplateUpdate {
  /** Name. At most 250 characters. */
  name?: string
  /** True while the record is in use. */
  active?: boolean
}
/** A draft of a new ticket, shared by the agents of a group. */
export interface SharedDraftStartRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Name. */
  readonly name: string
  /** The group that shares the draft. */
  readonly group_id: number
  /** Values entered so far. */
  readonly content: Record<string, unknown>
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a shared draft start. */
export interface SharedDraftStartCreate {
  /** Name. At most 250 characters. */
  name: string
  /** The group that shares the draft. */
  group_id?: number
  /** Values entered so far. */
  content?: Record<string, unknown>
  /** The group that shares the draft. Given by name. */
  group?: string
}
/** Keys for changing a shared draft start. */
export interface SharedDraftStartUpdate {
  /** Name. At most 250 characters. */
  name?: string
  /** The group that shares the draft. */
  group_id?: number
  /** Values entered so far. */
  content?: Record<string, unknown>
  /** The group that shares the draft. Given by name. */
  group?: string
}
/** A message that waits some seconds, so that its author can take it back. Only the author sees it. */
export interface OutboxMessageRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The write that is made when the message is sent. */
  readonly action: 'create_article' | 'update_ticket' | 'create_ticket'
  /** The ticket of the message; null for a new ticket, and if the ticket was deleted. */
  readonly ticket_id: number | null
  /** The attributes that are written to the ticket together with the message. */
  readonly ticket_attributes: Record<string, unknown>
  /** Values of the article, without its files, which are uploads of its `form_id`. */
  readonly new_article: Record<string, unknown>
  /** The time at which the message is sent. */
  readonly send_at: string
  /** `failed`: it was refused. */
  readonly state: 'waiting' | 'failed'
  /** The reason why the message was refused. */
  readonly error: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating an outbox message. */
export interface OutboxMessageCreate {
  /** The write that is made when the message is sent. */
  action: 'create_article' | 'update_ticket' | 'create_ticket'
  /** The ticket of the message; null for a new ticket, and if the ticket was deleted. */
  ticket_id?: number | null
  /** The attributes that are written to the ticket together with the message. */
  ticket_attributes?: Record<string, unknown>
  /** Values of the article, without its files, which are uploads of its `form_id`. */
  new_article?: Record<string, unknown>
}
/** Keys for changing an outbox message. */
export interface OutboxMessageUpdate {
}
/** A text that a user has written and not sent yet. Only this user sees it, on every device. */
export interface DraftRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The ticket; null for a new one. */
  readonly ticket_id: number | null
  /** The kind of text. A user has at most one draft of each kind for a ticket, but may have several drafts of new tickets. */
  readonly kind: 'reply' | 'forward' | 'note' | 'phone' | 'new_ticket'
  /** Values of the article: recipients, subject, body, ... Stored as received. */
  readonly new_article: Record<string, unknown>
  /** Changes to the ticket, such as the next state, or the attributes of a new one. Stored as received. */
  readonly ticket_attributes: Record<string, unknown>
  /** The `form_id` of the uploaded files of the draft, which are kept as long as the draft. */
  readonly form_id: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a draft. */
export interface DraftCreate {
  /** The ticket; null for a new one. */
  ticket_id?: number | null
  /** The kind of text. A user has at most one draft of each kind for a ticket, but may have several drafts of new tickets. */
  kind: 'reply' | 'forward' | 'note' | 'phone' | 'new_ticket'
  /** Values of the article: recipients, subject, body, ... Stored as received. */
  new_article?: Record<string, unknown>
  /** Changes to the ticket, such as the next state, or the attributes of a new one. Stored as received. */
  ticket_attributes?: Record<string, unknown>
  /** The `form_id` of the uploaded files of the draft, which are kept as long as the draft. At most 255 characters. */
  form_id?: string | null
}
/** Keys for changing a draft. */
export interface DraftUpdate {
  /** Values of the article: recipients, subject, body, ... Stored as received. */
  new_article?: Record<string, unknown>
  /** Changes to the ticket, such as the next state, or the attributes of a new one. Stored as received. */
  ticket_attributes?: Record<string, unknown>
  /** The `form_id` of the uploaded files of the draft, which are kept as long as the draft. At most 255 characters. */
  form_id?: string | null
}
/** A mail that has arrived: its outcome, and the decisions that led to it. The original bytes are kept. */
export interface ReceivedMailRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** `taken`: it became an article. `duplicate`: its article already existed. `ignored`: this service sent it, or it reports the delivery of a service mail. `quarantined`: it waits for a decision. `replaced`: an edited copy was processed instead. */
  readonly state: 'waiting' | 'taken' | 'duplicate' | 'ignored' | 'quarantined' | 'replaced'
  /** The reason for the state, as a sentence. */
  readonly reason: string | null
  /** The mail account at which the mail arrived. */
  readonly channel_id: number | null
  /** The way in which the mail arrived. */
  readonly via: 'imap' | 'smtp' | 'lmtp' | 'pipe' | 'edit'
  /** Envelope sender (`MAIL FROM`); empty for bounces and automatic replies, null if unknown. */
  readonly envelope_from: string | null
  /** `addresses`: the envelope recipients (`RCPT TO`). */
  readonly envelope_to: Record<string, unknown>
  /** Address and name of the mail server that sent it. */
  readonly client: string | null
  /** Size of the original mail in bytes. */
  readonly size: number
  /** The message id. */
  readonly message_id: string | null
  /** The authors, as in the header. */
  readonly from: string | null
  /** The address of the author, in lower case. */
  readonly sender: string | null
  /** The recipients, as in the header. */
  readonly to: string | null
  /** The subject line. */
  readonly subject: string | null
  /** `steps`: the decisions in their order, each with `step` and `result` in words. */
  readonly decisions: Record<string, unknown>
  /** Results of `spf`, `dkim` and `dmarc`, where they are known. */
  readonly authentication: Record<string, unknown>
  /** The article of the mail. */
  readonly article_id: number | null
  /** The mail of which this is an edited copy. */
  readonly replaces_id: number | null
  /** Number of attempts to process the mail. */
  readonly attempts: number
  /** Time of the next attempt to process the mail; if it is no longer waiting, of the last one. */
  readonly due_at: string
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
  /** The mail account at which the mail arrived. Given by name. Only in expanded responses. */
  readonly channel?: string
}
/** Keys for creating a received mail. */
export interface ReceivedMailCreate {
}
/** Keys for changing a received mail. */
export interface ReceivedMailUpdate {
}
/** A filter of received mail: if all conditions match, values are set or the mail is put into quarantine. */
export interface PostmasterFilterRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** Unique name. Filters run in the order of their names. */
  readonly name: string
  /** The kind of messages. */
  readonly channel: 'email'
  /** Conditions by header (`from`, `x-spam-flag`, ...) or `body`: `{"operator": "contains", "value": "..."}`. Without one, the filter matches no mail. */
  readonly match: Record<string, unknown>
  /** The values that the filter sets, such as `{"x-zammad-ticket-priority_id": {"value": 3}}`. `{"x-zammad-ignore": {"value": true}}` puts the mail into quarantine. */
  readonly perform: Record<string, unknown>
  /** True while the record is in use. */
  readonly active: boolean
  /** Free-text note. */
  readonly note: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a postmaster filter. */
export interface PostmasterFilterCreate {
  /** Unique name. Filters run in the order of their names. At most 250 characters. */
  name: string
  /** The kind of messages. */
  channel?: 'email'
  /** Conditions by header (`from`, `x-spam-flag`, ...) or `body`: `{"operator": "contains", "value": "..."}`. Without one, the filter matches no mail. */
  match?: Record<string, unknown>
  /** The values that the filter sets, such as `{"x-zammad-ticket-priority_id": {"value": 3}}`. `{"x-zammad-ignore": {"value": true}}` puts the mail into quarantine. */
  perform?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
}
/** Keys for changing a postmaster filter. */
export interface PostmasterFilterUpdate {
  /** Unique name. Filters run in the order of their names. At most 250 characters. */
  name?: string
  /** The kind of messages. */
  channel?: 'email'
  /** Conditions by header (`from`, `x-spam-flag`, ...) or `body`: `{"operator": "contains", "value": "..."}`. Without one, the filter matches no mail. */
  match?: Record<string, unknown>
  /** The values that the filter sets, such as `{"x-zammad-ticket-priority_id": {"value": 3}}`. `{"x-zammad-ignore": {"value": true}}` puts the mail into quarantine. */
  perform?: Record<string, unknown>
  /** True while the record is in use. */
  active?: boolean
  /** Free-text note. At most 250 characters. */
  note?: string | null
}
/** An entry of the audit log: a sign-in, or a change of passwords, tokens, rights, settings, mail accounts or webhooks. Entries contain no secrets. */
export interface AuditEntryRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The recorded action. */
  readonly action: 'signed_in' | 'sign_in_failed' | 'locked' | 'unlocked' | 'signed_out' | 'session_ended' | 'password_changed' | 'password_link_created' | 'token_created' | 'token_deleted' | 'created' | 'updated' | 'deleted'
  /** Id of the user who acted; null for failed sign-ins and the locks that they cause. */
  readonly user_id: number | null
  /** Login of the user at that time. */
  readonly login: string | null
  /** Kind of the record that was changed, such as `user`, `role` or `setting`; null for a sign-in with an unknown name. */
  readonly object: string | null
  /** Id of the record. */
  readonly o_id: number | null
  /** Name of the record at that time. */
  readonly name: string | null
  /** Changed attributes with `from` and `to`; values that could contain secrets are left out. */
  readonly changes: Record<string, unknown>
  /** IP address of the client; null for the command line and the service itself. */
  readonly address: string | null
  /** Time of the entry. */
  readonly created_at: string
}
/** Keys for creating an audit entry. */
export interface AuditEntryCreate {
}
/** Keys for changing an audit entry. */
export interface AuditEntryUpdate {
}
/** A mail that the service has sent by itself, or that a limit for its recipient has prevented. Entries are kept for 30 days. */
export interface AutomaticMailRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The reason for sending it. `rule`: by a trigger or job. `answer`: by a trigger or job, in reply to a mail of the recipient. */
  readonly kind: 'rule' | 'answer' | 'notification' | 'digest' | 'password_link' | 'sign_up' | 'invitation'
  /** The recipient, without a part after `+`. */
  readonly address: string
  /** Id of the ticket that the mail is about. */
  readonly ticket_id: number | null
  /** The message id; null for mails of triggers and jobs, whose message id is in their article. */
  readonly message_id: string | null
  /** `prevented`: by a limit. `failed`: it was refused or has bounced. */
  readonly state: 'sent' | 'prevented' | 'failed'
  /** The reason for the state `prevented` or `failed`. */
  readonly reason: string | null
  /** Time of the entry. */
  readonly created_at: string
}
/** Keys for creating an automatic mail. */
export interface AutomaticMailCreate {
}
/** Keys for changing an automatic mail. */
export interface AutomaticMailUpdate {
}
/** The deletion of a user and of all tickets whose customer is that user. It cannot be undone. */
export interface DataPrivacyTaskRecord {
  /** Unique id, never reused. */
  readonly id: number
  /** The model of the record that is deleted. */
  readonly deletable_type: 'User'
  /** Id of the user. */
  readonly deletable_id: number
  /** `failed`: the last attempt failed. It is retried automatically for some hours, and afterwards only if an administrator restarts it. */
  readonly state: 'in process' | 'completed' | 'failed'
  /** Number of tickets deleted so far. */
  readonly tickets_deleted: number
  /** The error of the last attempt. */
  readonly error: string | null
  /** The user who made the last change. */
  readonly updated_by_id: number
  /** The user who created the record. */
  readonly created_by_id: number
  /** Time of creation. */
  readonly created_at: string
  /** Time of the last change. */
  readonly updated_at: string
}
/** Keys for creating a data privacy task. */
export interface DataPrivacyTaskCreate {
  /** The model of the record that is deleted. */
  deletable_type?: 'User'
  /** Id of the user. */
  deletable_id: number
}
/** Keys for changing a data privacy task. */
export interface DataPrivacyTaskUpdate {
}
/** Columns by which lists of tickets can be sorted. */
export type TicketColumn =
  | 'id'
  | 'group_id'
  | 'priority_id'
  | 'state_id'
  | 'organization_id'
  | 'number'
  | 'title'
  | 'owner_id'
  | 'customer_id'
  | 'note'
  | 'first_response_at'
  | 'first_response_escalation_at'
  | 'first_response_in_min'
  | 'first_response_diff_in_min'
  | 'close_at'
  | 'close_escalation_at'
  | 'close_in_min'
  | 'close_diff_in_min'
  | 'update_escalation_at'
  | 'update_in_min'
  | 'update_diff_in_min'
  | 'last_close_at'
  | 'last_contact_at'
  | 'last_contact_agent_at'
  | 'last_contact_customer_at'
  | 'waiting_since'
  | 'last_owner_update_at'
  | 'create_article_type_id'
  | 'create_article_sender_id'
  | 'article_count'
  | 'escalation_at'
  | 'pending_time'
  | 'type'
  | 'time_unit'
  | 'checklist_id'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns by which lists of ticket articles can be sorted. */
export type ArticleColumn =
  | 'id'
  | 'ticket_id'
  | 'type_id'
  | 'sender_id'
  | 'from'
  | 'to'
  | 'cc'
  | 'subject'
  | 'reply_to'
  | 'message_id'
  | 'message_id_md5'
  | 'in_reply_to'
  | 'content_type'
  | 'references'
  | 'body'
  | 'internal'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
  | 'origin_by_id'
/** Columns by which lists of users can be sorted. */
export type UserColumn =
  | 'id'
  | 'organization_id'
  | 'login'
  | 'firstname'
  | 'lastname'
  | 'fullname'
  | 'email'
  | 'image'
  | 'image_source'
  | 'web'
  | 'phone'
  | 'fax'
  | 'mobile'
  | 'department'
  | 'street'
  | 'zip'
  | 'city'
  | 'country'
  | 'address'
  | 'vip'
  | 'verified'
  | 'active'
  | 'note'
  | 'last_login'
  | 'source'
  | 'login_failed'
  | 'out_of_office'
  | 'out_of_office_start_at'
  | 'out_of_office_end_at'
  | 'out_of_office_replacement_id'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns by which lists of organizations can be sorted. */
export type OrganizationColumn =
  | 'id'
  | 'name'
  | 'shared'
  | 'domain'
  | 'domain_assignment'
  | 'active'
  | 'vip'
  | 'note'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns by which lists of groups can be sorted. */
export type GroupColumn =
  | 'id'
  | 'signature_id'
  | 'email_address_id'
  | 'name'
  | 'name_last'
  | 'parent_id'
  | 'assignment_timeout'
  | 'follow_up_possible'
  | 'reopen_time_in_days'
  | 'follow_up_assignment'
  | 'active'
  | 'shared_drafts'
  | 'offered_to_customers'
  | 'note'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns by which lists of roles can be sorted. */
export type RoleColumn =
  | 'id'
  | 'name'
  | 'default_at_signup'
  | 'active'
  | 'note'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns by which lists of ticket states can be sorted. */
export type TicketStateColumn =
  | 'id'
  | 'state_type_id'
  | 'name'
  | 'next_state_id'
  | 'ignore_escalation'
  | 'default_create'
  | 'default_follow_up'
  | 'note'
  | 'active'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns by which lists of ticket priorities can be sorted. */
export type TicketPriorityColumn =
  | 'id'
  | 'name'
  | 'default_create'
  | 'ui_icon'
  | 'ui_color'
  | 'note'
  | 'active'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns by which lists of tags can be sorted. */
export type TagColumn =
  | 'id'
  | 'name'
/** Types of the records of `collection(name)`, by name. */
export interface OtherRecords {
  object_manager_attributes: {
    record: ObjectAttributeRecord
    create: ObjectAttributeCreate
    update: ObjectAttributeUpdate
  }
  macros: {
    record: MacroRecord
    create: MacroCreate
    update: MacroUpdate
  }
  text_modules: {
    record: TextModuleRecord
    create: TextModuleCreate
    update: TextModuleUpdate
  }
  templates: {
    record: TemplateRecord
    create: TemplateCreate
    update: TemplateUpdate
  }
  overviews: {
    record: OverviewRecord
    create: OverviewCreate
    update: OverviewUpdate
  }
  saved_views: {
    record: SavedViewRecord
    create: SavedViewCreate
    update: SavedViewUpdate
  }
  channels: {
    record: ChannelRecord
    create: ChannelCreate
    update: ChannelUpdate
  }
  tasks: {
    record: TaskRecord
    create: TaskCreate
    update: TaskUpdate
  }
  signatures: {
    record: SignatureRecord
    create: SignatureCreate
    update: SignatureUpdate
  }
  email_addresses: {
    record: EmailAddressRecord
    create: EmailAddressCreate
    update: EmailAddressUpdate
  }
  calendars: {
    record: CalendarRecord
    create: CalendarCreate
    update: CalendarUpdate
  }
  slas: {
    record: SlaRecord
    create: SlaCreate
    update: SlaUpdate
  }
  triggers: {
    record: TriggerRecord
    create: TriggerCreate
    update: TriggerUpdate
  }
  jobs: {
    record: JobRecord
    create: JobCreate
    update: JobUpdate
  }
  webhooks: {
    record: WebhookRecord
    create: WebhookCreate
    update: WebhookUpdate
  }
  time_accountings: {
    record: TimeAccountingRecord
    create: TimeAccountingCreate
    update: TimeAccountingUpdate
  }
  'time_accounting/types': {
    record: TimeAccountingTypeRecord
    create: TimeAccountingTypeCreate
    update: TimeAccountingTypeUpdate
  }
  checklists: {
    record: ChecklistRecord
    create: ChecklistCreate
    update: ChecklistUpdate
  }
  checklist_items: {
    record: ChecklistItemRecord
    create: ChecklistItemCreate
    update: ChecklistItemUpdate
  }
  checklist_templates: {
    record: ChecklistTemplateRecord
    create: ChecklistTemplateCreate
    update: ChecklistTemplateUpdate
  }
  'tickets/shared_drafts': {
    record: SharedDraftStartRecord
    create: SharedDraftStartCreate
    update: SharedDraftStartUpdate
  }
  outbox_messages: {
    record: OutboxMessageRecord
    create: OutboxMessageCreate
    update: OutboxMessageUpdate
  }
  drafts: {
    record: DraftRecord
    create: DraftCreate
    update: DraftUpdate
  }
  received_mails: {
    record: ReceivedMailRecord
    create: ReceivedMailCreate
    update: ReceivedMailUpdate
  }
  postmaster_filters: {
    record: PostmasterFilterRecord
    create: PostmasterFilterCreate
    update: PostmasterFilterUpdate
  }
  audit_entries: {
    record: AuditEntryRecord
    create: AuditEntryCreate
    update: AuditEntryUpdate
  }
  automatic_mails: {
    record: AutomaticMailRecord
    create: AutomaticMailCreate
    update: AutomaticMailUpdate
  }
  data_privacy_tasks: {
    record: DataPrivacyTaskRecord
    create: DataPrivacyTaskCreate
    update: DataPrivacyTaskUpdate
  }
}
/** Converts a time of a response to a Date. */
function time(text: unknown): unknown {
  return typeof text === 'string' ? new Date(text) : text
}

interface WireRecord {
  readonly [name: string]: unknown
}

/**
 * Functions that read an attribute from a record. Generated for each attribute, because JavaScript engines access a
 * fixed property several times faster than one with a computed name.
 */
export const readers: { readonly [resource: string]: { readonly [attribute: string]: (record: WireRecord) => unknown } } = {
  tickets: {
    group_id: (r) => r['group_id'],
    priority_id: (r) => r['priority_id'],
    state_id: (r) => r['state_id'],
    organization_id: (r) => r['organization_id'],
    number: (r) => r['number'],
    title: (r) => r['title'],
    owner_id: (r) => r['owner_id'],
    customer_id: (r) => r['customer_id'],
    note: (r) => r['note'],
    first_response_at: (r) => time(r['first_response_at']),
    first_response_escalation_at: (r) => time(r['first_response_escalation_at']),
    first_response_in_min: (r) => r['first_response_in_min'],
    first_response_diff_in_min: (r) => r['first_response_diff_in_min'],
    close_at: (r) => time(r['close_at']),
    close_escalation_at: (r) => time(r['close_escalation_at']),
    close_in_min: (r) => r['close_in_min'],
    close_diff_in_min: (r) => r['close_diff_in_min'],
    update_escalation_at: (r) => time(r['update_escalation_at']),
    update_in_min: (r) => r['update_in_min'],
    update_diff_in_min: (r) => r['update_diff_in_min'],
    last_close_at: (r) => time(r['last_close_at']),
    last_contact_at: (r) => time(r['last_contact_at']),
    last_contact_agent_at: (r) => time(r['last_contact_agent_at']),
    last_contact_customer_at: (r) => time(r['last_contact_customer_at']),
    waiting_since: (r) => time(r['waiting_since']),
    last_owner_update_at: (r) => time(r['last_owner_update_at']),
    create_article_type_id: (r) => r['create_article_type_id'],
    create_article_sender_id: (r) => r['create_article_sender_id'],
    article_count: (r) => r['article_count'],
    escalation_at: (r) => time(r['escalation_at']),
    pending_time: (r) => time(r['pending_time']),
    type: (r) => r['type'],
    time_unit: (r) => r['time_unit'],
    checklist_id: (r) => r['checklist_id'],
    preferences: (r) => r['preferences'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    article_ids: (r) => r['article_ids'],
    ticket_time_accounting_ids: (r) => r['ticket_time_accounting_ids'],
    create_article_type: (r) => r['create_article_type'],
    create_article_sender: (r) => r['create_article_sender'],
  },
  ticket_articles: {
    ticket_id: (r) => r['ticket_id'],
    type_id: (r) => r['type_id'],
    sender_id: (r) => r['sender_id'],
    from: (r) => r['from'],
    to: (r) => r['to'],
    cc: (r) => r['cc'],
    subject: (r) => r['subject'],
    reply_to: (r) => r['reply_to'],
    message_id: (r) => r['message_id'],
    message_id_md5: (r) => r['message_id_md5'],
    in_reply_to: (r) => r['in_reply_to'],
    content_type: (r) => r['content_type'],
    references: (r) => r['references'],
    body: (r) => r['body'],
    internal: (r) => r['internal'],
    preferences: (r) => r['preferences'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    origin_by_id: (r) => r['origin_by_id'],
    type: (r) => r['type'],
    sender: (r) => r['sender'],
    time_unit: (r) => r['time_unit'],
  },
  users: {
    organization_id: (r) => r['organization_id'],
    login: (r) => r['login'],
    firstname: (r) => r['firstname'],
    lastname: (r) => r['lastname'],
    fullname: (r) => r['fullname'],
    email: (r) => r['email'],
    image: (r) => r['image'],
    image_source: (r) => r['image_source'],
    web: (r) => r['web'],
    phone: (r) => r['phone'],
    fax: (r) => r['fax'],
    mobile: (r) => r['mobile'],
    department: (r) => r['department'],
    street: (r) => r['street'],
    zip: (r) => r['zip'],
    city: (r) => r['city'],
    country: (r) => r['country'],
    address: (r) => r['address'],
    vip: (r) => r['vip'],
    verified: (r) => r['verified'],
    active: (r) => r['active'],
    note: (r) => r['note'],
    last_login: (r) => time(r['last_login']),
    source: (r) => r['source'],
    login_failed: (r) => r['login_failed'],
    out_of_office: (r) => r['out_of_office'],
    out_of_office_start_at: (r) => r['out_of_office_start_at'],
    out_of_office_end_at: (r) => r['out_of_office_end_at'],
    out_of_office_replacement_id: (r) => r['out_of_office_replacement_id'],
    preferences: (r) => r['preferences'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    role_ids: (r) => r['role_ids'],
    roles: (r) => r['roles'],
    organization_ids: (r) => r['organization_ids'],
    organizations: (r) => r['organizations'],
    group_ids: (r) => r['group_ids'],
    groups: (r) => r['groups'],
  },
  organizations: {
    name: (r) => r['name'],
    shared: (r) => r['shared'],
    domain: (r) => r['domain'],
    domain_assignment: (r) => r['domain_assignment'],
    active: (r) => r['active'],
    vip: (r) => r['vip'],
    note: (r) => r['note'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    member_ids: (r) => r['member_ids'],
    members: (r) => r['members'],
    secondary_member_ids: (r) => r['secondary_member_ids'],
    secondary_members: (r) => r['secondary_members'],
  },
  groups: {
    signature_id: (r) => r['signature_id'],
    email_address_id: (r) => r['email_address_id'],
    name: (r) => r['name'],
    name_last: (r) => r['name_last'],
    parent_id: (r) => r['parent_id'],
    assignment_timeout: (r) => r['assignment_timeout'],
    follow_up_possible: (r) => r['follow_up_possible'],
    reopen_time_in_days: (r) => r['reopen_time_in_days'],
    follow_up_assignment: (r) => r['follow_up_assignment'],
    active: (r) => r['active'],
    shared_drafts: (r) => r['shared_drafts'],
    offered_to_customers: (r) => r['offered_to_customers'],
    note: (r) => r['note'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    user_ids: (r) => r['user_ids'],
    users: (r) => r['users'],
    signature: (r) => r['signature'],
  },
  roles: {
    name: (r) => r['name'],
    preferences: (r) => r['preferences'],
    default_at_signup: (r) => r['default_at_signup'],
    active: (r) => r['active'],
    note: (r) => r['note'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    permission_ids: (r) => r['permission_ids'],
    permissions: (r) => r['permissions'],
    group_ids: (r) => r['group_ids'],
    groups: (r) => r['groups'],
  },
  ticket_states: {
    state_type_id: (r) => r['state_type_id'],
    name: (r) => r['name'],
    next_state_id: (r) => r['next_state_id'],
    ignore_escalation: (r) => r['ignore_escalation'],
    default_create: (r) => r['default_create'],
    default_follow_up: (r) => r['default_follow_up'],
    note: (r) => r['note'],
    active: (r) => r['active'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    state_type: (r) => r['state_type'],
  },
  ticket_priorities: {
    name: (r) => r['name'],
    default_create: (r) => r['default_create'],
    ui_icon: (r) => r['ui_icon'],
    ui_color: (r) => r['ui_color'],
    note: (r) => r['note'],
    active: (r) => r['active'],
    updated_by_id: (r) => r['updated_by_id'],
    created_by_id: (r) => r['created_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
  },
  tags: {
    name: (r) => r['name'],
    count: (r) => r['count'],
  },
}

/** Attributes that only expanded responses have. */
export const expandedOnly: { readonly [resource: string]: readonly string[] } = {
  tickets: ['article_ids', 'ticket_time_accounting_ids', 'create_article_type', 'create_article_sender'],
  users: ['roles', 'organizations', 'groups'],
  organizations: ['members', 'secondary_members'],
  groups: ['users', 'signature'],
  roles: ['permissions', 'groups'],
  ticket_states: ['state_type'],
}
