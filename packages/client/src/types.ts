// Derived from the declarations of the resources: change those, not this file.
/** A request of a customer and everything that happened to it. */
export interface TicketRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** The group that works on it. */
  readonly group_id: number
  /** How urgent it is. */
  readonly priority_id: number
  /** Where it stands: new, open, closed, ... */
  readonly state_id: number
  /** The organization of the customer. */
  readonly organization_id: number | null
  /** The number people know, digits only; not the id. */
  readonly number: string
  /** What it is about, in one line. */
  readonly title: string
  /** The agent who works on it; 1 means nobody. */
  readonly owner_id: number
  /** Who asked. */
  readonly customer_id: number
  /** A remark for agents. */
  readonly note: string | null
  /** When an agent first answered. */
  readonly first_response_at: string | null
  /** When the first answer is due. */
  readonly first_response_escalation_at: string | null
  /** Business minutes to the first answer. */
  readonly first_response_in_min: number | null
  /** Business minutes left at the first answer; negative when it was late. */
  readonly first_response_diff_in_min: number | null
  /** When it was first closed. */
  readonly close_at: string | null
  /** When the solution is due. */
  readonly close_escalation_at: string | null
  /** Business minutes to the solution. */
  readonly close_in_min: number | null
  /** Business minutes left at the solution; negative when it was late. */
  readonly close_diff_in_min: number | null
  /** When the next answer is due. */
  readonly update_escalation_at: string | null
  /** Business minutes between answers. */
  readonly update_in_min: number | null
  /** Business minutes left at the last answer; negative when it was late. */
  readonly update_diff_in_min: number | null
  /** When it was last closed. */
  readonly last_close_at: string | null
  /** When customer or agent last wrote. */
  readonly last_contact_at: string | null
  /** When an agent last wrote to the customer. */
  readonly last_contact_agent_at: string | null
  /** When the customer last wrote. */
  readonly last_contact_customer_at: string | null
  /** When the owner last changed. */
  readonly last_owner_update_at: string | null
  /** The type of the first article. */
  readonly create_article_type_id: number | null
  /** The sender of the first article. */
  readonly create_article_sender_id: number | null
  /** How many articles it has. */
  readonly article_count: number | null
  /** The soonest time at which something is due. */
  readonly escalation_at: string | null
  /** Until when it waits, in a pending state. */
  readonly pending_time: string | null
  /** A kind of request, where the installation uses kinds. */
  readonly type: string | null
  /** Accounted time in all, a decimal number as text. */
  readonly time_unit: string | null
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Ids of its articles. Only in expanded answers and after writes. */
  readonly article_ids?: number[]
  /** Ids of its time entries. Only in expanded answers and after writes. */
  readonly ticket_time_accounting_ids?: number[]
}
/** What can be given when a Ticket is made. */
export interface TicketCreate {
  /** The group that works on it. */
  group_id?: number
  /** How urgent it is. */
  priority_id?: number
  /** Where it stands: new, open, closed, ... */
  state_id?: number
  /** The organization of the customer. */
  organization_id?: number | null
  /** The number people know, digits only; not the id. */
  number?: string
  /** What it is about, in one line. */
  title: string
  /** The agent who works on it; 1 means nobody. */
  owner_id?: number
  /** Who asked. */
  customer_id?: number
  /** A remark for agents. */
  note?: string | null
  /** Until when it waits, in a pending state. */
  pending_time?: string | null
  /** A kind of request, where the installation uses kinds. */
  type?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The group, by name. */
  group?: string
  /** Who asked, by login or e-mail address. */
  customer?: string
  /** The agent, by login or e-mail address. */
  owner?: string
  /** The organization, by name. */
  organization?: string
  /** The state, by name. */
  state?: string
  /** The priority, by name. */
  priority?: string
  /** Tags, separated by commas. */
  tags?: string
  /** The first article. */
  article?: Omit<ArticleCreate, 'ticket_id'>
}
/** What can be given when a Ticket is changed. */
export interface TicketUpdate {
  /** The group that works on it. */
  group_id?: number
  /** How urgent it is. */
  priority_id?: number
  /** Where it stands: new, open, closed, ... */
  state_id?: number
  /** The organization of the customer. */
  organization_id?: number | null
  /** What it is about, in one line. */
  title?: string
  /** The agent who works on it; 1 means nobody. */
  owner_id?: number
  /** Who asked. */
  customer_id?: number
  /** A remark for agents. */
  note?: string | null
  /** Until when it waits, in a pending state. */
  pending_time?: string | null
  /** A kind of request, where the installation uses kinds. */
  type?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The group, by name. */
  group?: string
  /** Who asked, by login or e-mail address. */
  customer?: string
  /** The agent, by login or e-mail address. */
  owner?: string
  /** The organization, by name. */
  organization?: string
  /** The state, by name. */
  state?: string
  /** The priority, by name. */
  priority?: string
  /** An article to add with the change. */
  article?: Omit<ArticleCreate, 'ticket_id'>
}
/** One message or note of a ticket. */
export interface ArticleRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** The ticket it belongs to. */
  readonly ticket_id: number
  /** What it is: an e-mail, a note, ... */
  readonly type_id: number
  /** Who wrote it: an agent, the customer or the system. */
  readonly sender_id: number
  /** The sender as written. */
  readonly from: string | null
  /** Addresses, separated by commas. */
  readonly to: string | null
  /** Addresses of copies, separated by commas. */
  readonly cc: string | null
  /** The subject line. */
  readonly subject: string | null
  /** Where answers go. */
  readonly reply_to: string | null
  /** The message id of the e-mail. */
  readonly message_id: string | null
  /** MD5 of the message id, in hexadecimal. */
  readonly message_id_md5: string | null
  /** The message id it answers. */
  readonly in_reply_to: string | null
  /** `text/plain` or `text/html`. */
  readonly content_type: string
  /** Message ids of the conversation. */
  readonly references: string | null
  /** The text. */
  readonly body: string
  /** Whether only agents see it. */
  readonly internal: boolean
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** The user it was written for. */
  readonly origin_by_id: number | null
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Name of the type. */
  readonly type: string
  /** Name of the sender. */
  readonly sender: string
  /** Accounted time, a decimal number as text. */
  readonly time_unit: string | null
}
/** What can be given when a Article is made. */
export interface ArticleCreate {
  /** The ticket it belongs to. */
  ticket_id: number
  /** What it is: an e-mail, a note, ... */
  type_id?: number
  /** Who wrote it: an agent, the customer or the system. */
  sender_id?: number
  /** Addresses, separated by commas. */
  to?: string | null
  /** Addresses of copies, separated by commas. */
  cc?: string | null
  /** The subject line. */
  subject?: string | null
  /** Where answers go. */
  reply_to?: string | null
  /** The message id of the e-mail. */
  message_id?: string | null
  /** The message id it answers. */
  in_reply_to?: string | null
  /** `text/plain` or `text/html`. */
  content_type?: string
  /** Message ids of the conversation. */
  references?: string | null
  /** The text. */
  body: string
  /** Whether only agents see it. */
  internal?: boolean
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The user it was written for. */
  origin_by_id?: number | null
  /** Name of the type. */
  type?: string
  /** Name of the sender. */
  sender?: string
  /** Accounted time, a decimal number as text. */
  time_unit?: string | null
  /** Files, as `createArticle` sends them. */
  attachments?: object[]
}
/** What can be given when a Article is changed. */
export interface ArticleUpdate {
  /** Whether only agents see it. */
  internal?: boolean
}
/** Somebody who asks or answers. */
export interface UserRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** The primary organization. */
  readonly organization_id: number | null
  /** The name to sign in with; unique. */
  readonly login: string
  /** First name. */
  readonly firstname: string | null
  /** Last name. */
  readonly lastname: string | null
  /** First and last name joined, else e-mail, else phone, else empty. */
  readonly fullname: string
  /** E-mail address; unique. */
  readonly email: string | null
  /** Hash of the picture. */
  readonly image: string | null
  /** Where the picture comes from. */
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
  /** Whether requests deserve special care. */
  readonly vip: boolean
  /** Whether the e-mail address was confirmed. */
  readonly verified: boolean
  /** Whether signing in is possible. */
  readonly active: boolean
  /** A remark. */
  readonly note: string | null
  /** When the user last signed in. */
  readonly last_login: string | null
  /** Where the user comes from. */
  readonly source: string | null
  /** Failed attempts to sign in since the last success. */
  readonly login_failed: number
  /** Whether somebody stands in. */
  readonly out_of_office: boolean
  /** First day of absence, `YYYY-MM-DD`. */
  readonly out_of_office_start_at: string | null
  /** Last day of absence, `YYYY-MM-DD`. */
  readonly out_of_office_end_at: string | null
  /** The user who stands in. */
  readonly out_of_office_replacement_id: number | null
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** Roles. */
  readonly role_ids: number[]
  /** Secondary organizations. */
  readonly organization_ids: number[]
  /** Access to groups, by group id. */
  readonly group_ids: Record<string, string[]>
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Names of the roles. Only in expanded answers. */
  readonly roles?: string[]
  /** Names of the secondary organizations. Only in expanded answers. */
  readonly organizations?: string[]
  /** Access to groups, by group name. Only in expanded answers. */
  readonly groups?: Record<string, string[]>
}
/** What can be given when a User is made. */
export interface UserCreate {
  /** The primary organization. */
  organization_id?: number | null
  /** The name to sign in with; unique. */
  login?: string
  /** First name. */
  firstname?: string | null
  /** Last name. */
  lastname?: string | null
  /** E-mail address; unique. */
  email?: string | null
  /** Where the picture comes from. */
  image_source?: string | null
  /** Web address. */
  web?: string | null
  /** Phone number. */
  phone?: string | null
  /** Fax number. */
  fax?: string | null
  /** Mobile phone number. */
  mobile?: string | null
  /** Department. */
  department?: string | null
  /** Street. */
  street?: string | null
  /** Postal code. */
  zip?: string | null
  /** City. */
  city?: string | null
  /** Country. */
  country?: string | null
  /** Postal address as free text. */
  address?: string | null
  /** Whether requests deserve special care. */
  vip?: boolean
  /** Whether the e-mail address was confirmed. */
  verified?: boolean
  /** Whether signing in is possible. */
  active?: boolean
  /** A remark. */
  note?: string | null
  /** Where the user comes from. */
  source?: string | null
  /** Failed attempts to sign in since the last success. */
  login_failed?: number
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Roles. */
  role_ids?: number[]
  /** Secondary organizations. */
  organization_ids?: number[]
  /** Access to groups, by group id. */
  group_ids?: Record<string, string[]>
  /** Never sent back. */
  password?: string
  /** The organization, by name. */
  organization?: string
  /** Roles, by name. */
  roles?: string[]
  /** Access to groups, by group name. */
  groups?: Record<string, string | string[]>
}
/** What can be given when a User is changed. */
export interface UserUpdate {
  /** The primary organization. */
  organization_id?: number | null
  /** The name to sign in with; unique. */
  login?: string
  /** First name. */
  firstname?: string | null
  /** Last name. */
  lastname?: string | null
  /** E-mail address; unique. */
  email?: string | null
  /** Where the picture comes from. */
  image_source?: string | null
  /** Web address. */
  web?: string | null
  /** Phone number. */
  phone?: string | null
  /** Fax number. */
  fax?: string | null
  /** Mobile phone number. */
  mobile?: string | null
  /** Department. */
  department?: string | null
  /** Street. */
  street?: string | null
  /** Postal code. */
  zip?: string | null
  /** City. */
  city?: string | null
  /** Country. */
  country?: string | null
  /** Postal address as free text. */
  address?: string | null
  /** Whether requests deserve special care. */
  vip?: boolean
  /** Whether the e-mail address was confirmed. */
  verified?: boolean
  /** Whether signing in is possible. */
  active?: boolean
  /** A remark. */
  note?: string | null
  /** Where the user comes from. */
  source?: string | null
  /** Failed attempts to sign in since the last success. */
  login_failed?: number
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Roles. */
  role_ids?: number[]
  /** Secondary organizations. */
  organization_ids?: number[]
  /** Access to groups, by group id. */
  group_ids?: Record<string, string[]>
  /** Never sent back. */
  password?: string
  /** The organization, by name. */
  organization?: string
  /** Roles, by name. */
  roles?: string[]
  /** Access to groups, by group name. */
  groups?: Record<string, string | string[]>
}
/** A company or other body customers belong to. */
export interface OrganizationRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** Its name; unique. */
  readonly name: string
  /** Whether its members see the tickets of each other. */
  readonly shared: boolean
  /** E-mail domain of its members. */
  readonly domain: string | null
  /** Whether new users with that domain become members. */
  readonly domain_assignment: boolean
  /** Whether it is in use. */
  readonly active: boolean
  /** Whether requests deserve special care. */
  readonly vip: boolean
  /** A remark. */
  readonly note: string | null
  /** Users whose primary organization it is. */
  readonly member_ids: number[]
  /** Users whose secondary organization it is. */
  readonly secondary_member_ids: number[]
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Logins of the members. Only in expanded answers. */
  readonly members?: string[]
  /** Logins of the secondary members. Only in expanded answers. */
  readonly secondary_members?: string[]
}
/** What can be given when a Organization is made. */
export interface OrganizationCreate {
  /** Its name; unique. */
  name: string
  /** Whether its members see the tickets of each other. */
  shared?: boolean
  /** E-mail domain of its members. */
  domain?: string | null
  /** Whether new users with that domain become members. */
  domain_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Whether requests deserve special care. */
  vip?: boolean
  /** A remark. */
  note?: string | null
  /** Users whose primary organization it is. */
  member_ids?: number[]
  /** Users whose secondary organization it is. */
  secondary_member_ids?: number[]
}
/** What can be given when a Organization is changed. */
export interface OrganizationUpdate {
  /** Its name; unique. */
  name?: string
  /** Whether its members see the tickets of each other. */
  shared?: boolean
  /** E-mail domain of its members. */
  domain?: string | null
  /** Whether new users with that domain become members. */
  domain_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Whether requests deserve special care. */
  vip?: boolean
  /** A remark. */
  note?: string | null
  /** Users whose primary organization it is. */
  member_ids?: number[]
  /** Users whose secondary organization it is. */
  secondary_member_ids?: number[]
}
/** Agents who work on tickets together. */
export interface GroupRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** The signature of its e-mails. */
  readonly signature_id: number | null
  /** The address it writes from. */
  readonly email_address_id: number | null
  /** Its full name, levels joined by `::`; unique. */
  readonly name: string
  /** The last level of the name. */
  readonly name_last: string
  /** The group above. */
  readonly parent_id: number | null
  /** Minutes after which an idle ticket loses its owner. */
  readonly assignment_timeout: number | null
  /** Whether answers reopen closed tickets: `yes`, `new_ticket`, `new_ticket_after_certain_time`. */
  readonly follow_up_possible: string
  /** For how many days answers reopen. */
  readonly reopen_time_in_days: number | null
  /** Whether a reopened ticket keeps its owner. */
  readonly follow_up_assignment: boolean
  /** Whether it is in use. */
  readonly active: boolean
  /** Whether agents share drafts. */
  readonly shared_drafts: boolean
  /** A remark. */
  readonly note: string | null
  /** Users with access. */
  readonly user_ids: number[]
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Logins of the users with access. Only in expanded answers. */
  readonly users?: string[]
}
/** What can be given when a Group is made. */
export interface GroupCreate {
  /** The signature of its e-mails. */
  signature_id?: number | null
  /** The address it writes from. */
  email_address_id?: number | null
  /** Its full name, levels joined by `::`; unique. */
  name: string
  /** The group above. */
  parent_id?: number | null
  /** Minutes after which an idle ticket loses its owner. */
  assignment_timeout?: number | null
  /** Whether answers reopen closed tickets: `yes`, `new_ticket`, `new_ticket_after_certain_time`. */
  follow_up_possible?: string
  /** For how many days answers reopen. */
  reopen_time_in_days?: number | null
  /** Whether a reopened ticket keeps its owner. */
  follow_up_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Whether agents share drafts. */
  shared_drafts?: boolean
  /** A remark. */
  note?: string | null
}
/** What can be given when a Group is changed. */
export interface GroupUpdate {
  /** The signature of its e-mails. */
  signature_id?: number | null
  /** The address it writes from. */
  email_address_id?: number | null
  /** Its full name, levels joined by `::`; unique. */
  name?: string
  /** The group above. */
  parent_id?: number | null
  /** Minutes after which an idle ticket loses its owner. */
  assignment_timeout?: number | null
  /** Whether answers reopen closed tickets: `yes`, `new_ticket`, `new_ticket_after_certain_time`. */
  follow_up_possible?: string
  /** For how many days answers reopen. */
  reopen_time_in_days?: number | null
  /** Whether a reopened ticket keeps its owner. */
  follow_up_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Whether agents share drafts. */
  shared_drafts?: boolean
  /** A remark. */
  note?: string | null
}
/** What users may do. */
export interface RoleRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** Its name; unique. */
  readonly name: string
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** Whether new users get it. */
  readonly default_at_signup: boolean
  /** Whether it is in use. */
  readonly active: boolean
  /** A remark. */
  readonly note: string | null
  /** Permissions. */
  readonly permission_ids: number[]
  /** Permissions in the knowledge base. */
  readonly knowledge_base_permission_ids: number[]
  /** Access to groups, by group id. */
  readonly group_ids: Record<string, string[]>
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Names of the permissions. Only in expanded answers. */
  readonly permissions?: string[]
  /** Access to groups, by group name. Only in expanded answers. */
  readonly groups?: Record<string, string[]>
}
/** What can be given when a Role is made. */
export interface RoleCreate {
  /** Its name; unique. */
  name: string
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Whether new users get it. */
  default_at_signup?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** A remark. */
  note?: string | null
  /** Permissions. */
  permission_ids?: number[]
  /** Access to groups, by group id. */
  group_ids?: Record<string, string[]>
  /** Permissions, by name. */
  permissions?: string[]
}
/** What can be given when a Role is changed. */
export interface RoleUpdate {
  /** Its name; unique. */
  name?: string
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Whether new users get it. */
  default_at_signup?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** A remark. */
  note?: string | null
  /** Permissions. */
  permission_ids?: number[]
  /** Access to groups, by group id. */
  group_ids?: Record<string, string[]>
  /** Permissions, by name. */
  permissions?: string[]
}
/** Where a ticket stands. */
export interface TicketStateRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** The kind of state. */
  readonly state_type_id: number
  /** Its name; unique. */
  readonly name: string
  /** The state that follows when the waiting is over. */
  readonly next_state_id: number | null
  /** Whether nothing becomes due in it. */
  readonly ignore_escalation: boolean
  /** Whether new tickets begin in it. */
  readonly default_create: boolean
  /** Whether answered tickets go to it. */
  readonly default_follow_up: boolean
  /** A remark. */
  readonly note: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Name of the kind. Only in expanded answers. */
  readonly state_type?: string
}
/** What can be given when a TicketState is made. */
export interface TicketStateCreate {
  /** The kind of state. */
  state_type_id: number
  /** Its name; unique. */
  name: string
  /** The state that follows when the waiting is over. */
  next_state_id?: number | null
  /** Whether nothing becomes due in it. */
  ignore_escalation?: boolean
  /** Whether new tickets begin in it. */
  default_create?: boolean
  /** Whether answered tickets go to it. */
  default_follow_up?: boolean
  /** A remark. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a TicketState is changed. */
export interface TicketStateUpdate {
  /** The kind of state. */
  state_type_id?: number
  /** Its name; unique. */
  name?: string
  /** The state that follows when the waiting is over. */
  next_state_id?: number | null
  /** Whether nothing becomes due in it. */
  ignore_escalation?: boolean
  /** Whether new tickets begin in it. */
  default_create?: boolean
  /** Whether answered tickets go to it. */
  default_follow_up?: boolean
  /** A remark. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** How urgent a ticket is. */
export interface TicketPriorityRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** Its name; unique. */
  readonly name: string
  /** Whether new tickets get it. */
  readonly default_create: boolean
  /** Icon. */
  readonly ui_icon: string | null
  /** Colour. */
  readonly ui_color: string | null
  /** A remark. */
  readonly note: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who made it. */
  readonly created_by_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a TicketPriority is made. */
export interface TicketPriorityCreate {
  /** Its name; unique. */
  name: string
  /** Whether new tickets get it. */
  default_create?: boolean
  /** Icon. */
  ui_icon?: string | null
  /** Colour. */
  ui_color?: string | null
  /** A remark. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a TicketPriority is changed. */
export interface TicketPriorityUpdate {
  /** Its name; unique. */
  name?: string
  /** Whether new tickets get it. */
  default_create?: boolean
  /** Icon. */
  ui_icon?: string | null
  /** Colour. */
  ui_color?: string | null
  /** A remark. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** A word that tickets are marked with. */
export interface TagRecord {
  /** Identifies it in paths; never reused. */
  readonly id: number
  /** The word. */
  readonly name: string
  /** How many tickets have it. */
  readonly count: number
}
/** What can be given when a Tag is made. */
export interface TagCreate {
  /** The word. */
  name: string
}
/** What can be given when a Tag is changed. */
export interface TagUpdate {
  /** The word. */
  name?: string
}
/** A time of the wire as a Date. */
function time(text: unknown): unknown {
  return typeof text === 'string' ? new Date(text) : text
}

interface Wire {
  readonly [name: string]: unknown
}

/**
 * How each attribute is read from a record. Each is written out, because the engine makes a property access that is
 * written out several times faster than one by a computed name.
 */
export const readers: { readonly [resource: string]: { readonly [attribute: string]: (record: Wire) => unknown } } = {
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
    last_owner_update_at: (r) => time(r['last_owner_update_at']),
    create_article_type_id: (r) => r['create_article_type_id'],
    create_article_sender_id: (r) => r['create_article_sender_id'],
    article_count: (r) => r['article_count'],
    escalation_at: (r) => time(r['escalation_at']),
    pending_time: (r) => time(r['pending_time']),
    type: (r) => r['type'],
    time_unit: (r) => r['time_unit'],
    preferences: (r) => r['preferences'],
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    article_ids: (r) => r['article_ids'],
    ticket_time_accounting_ids: (r) => r['ticket_time_accounting_ids'],
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
    origin_by_id: (r) => r['origin_by_id'],
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
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
    role_ids: (r) => r['role_ids'],
    organization_ids: (r) => r['organization_ids'],
    group_ids: (r) => r['group_ids'],
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    roles: (r) => r['roles'],
    organizations: (r) => r['organizations'],
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
    member_ids: (r) => r['member_ids'],
    secondary_member_ids: (r) => r['secondary_member_ids'],
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    members: (r) => r['members'],
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
    note: (r) => r['note'],
    user_ids: (r) => r['user_ids'],
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    users: (r) => r['users'],
  },
  roles: {
    name: (r) => r['name'],
    preferences: (r) => r['preferences'],
    default_at_signup: (r) => r['default_at_signup'],
    active: (r) => r['active'],
    note: (r) => r['note'],
    permission_ids: (r) => r['permission_ids'],
    knowledge_base_permission_ids: (r) => r['knowledge_base_permission_ids'],
    group_ids: (r) => r['group_ids'],
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
    permissions: (r) => r['permissions'],
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
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
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
    created_by_id: (r) => r['created_by_id'],
    updated_by_id: (r) => r['updated_by_id'],
    created_at: (r) => time(r['created_at']),
    updated_at: (r) => time(r['updated_at']),
  },
  tags: {
    name: (r) => r['name'],
    count: (r) => r['count'],
  },
}

/** Attributes that stand in expanded answers only. */
export const expandedOnly: { readonly [resource: string]: readonly string[] } = {
  tickets: ['article_ids', 'ticket_time_accounting_ids'],
  users: ['roles', 'organizations', 'groups'],
  organizations: ['members', 'secondary_members'],
  groups: ['users'],
  roles: ['permissions', 'groups'],
  ticket_states: ['state_type'],
}
