// Derived from the declarations of the resources by `npm run derive`: change those, not this file.
/** A request of a customer, and everything said about it until it is closed. */
export interface TicketRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The group that works on it; decides which agents see it. */
  readonly group_id: number
  /** How urgent it is. */
  readonly priority_id: number
  /** Where it stands: new, open, closed, ... */
  readonly state_id: number
  /** The organization of the customer when it was created. */
  readonly organization_id: number | null
  /** The number people quote; digits, distinct from the id. */
  readonly number: string
  /** What it is about, in one line. */
  readonly title: string
  /** The agent who takes care of it; 1 means nobody yet. */
  readonly owner_id: number
  /** The user who asked. */
  readonly customer_id: number
  /** A remark. */
  readonly note: string | null
  /** The first public answer by an agent. */
  readonly first_response_at: string | null
  /** Kept by the service level agreement that applies. */
  readonly first_response_escalation_at: string | null
  /** Kept by the service level agreement that applies. */
  readonly first_response_in_min: number | null
  /** Kept by the service level agreement that applies. */
  readonly first_response_diff_in_min: number | null
  /** When it was closed for the first time. */
  readonly close_at: string | null
  /** Kept by the service level agreement that applies. */
  readonly close_escalation_at: string | null
  /** Kept by the service level agreement that applies. */
  readonly close_in_min: number | null
  /** Kept by the service level agreement that applies. */
  readonly close_diff_in_min: number | null
  /** Kept by the service level agreement that applies. */
  readonly update_escalation_at: string | null
  /** Kept by the service level agreement that applies. */
  readonly update_in_min: number | null
  /** Kept by the service level agreement that applies. */
  readonly update_diff_in_min: number | null
  /** When it was closed last. */
  readonly last_close_at: string | null
  /** The last public message of either side. */
  readonly last_contact_at: string | null
  /** The last public message of an agent. */
  readonly last_contact_agent_at: string | null
  /** The last message of the customer. */
  readonly last_contact_customer_at: string | null
  /** When the owner last changed. */
  readonly last_owner_update_at: string | null
  /** How it came in. */
  readonly create_article_type_id: number | null
  /** Who wrote the first article. */
  readonly create_article_sender_id: number | null
  /** Articles that the caller may read, those of the system left out. */
  readonly article_count: number | null
  /** Kept by the service level agreement that applies. */
  readonly escalation_at: string | null
  /** Until when it waits: required in pending states, null in all others. */
  readonly pending_time: string | null
  /** The kind of request, where an installation tells kinds apart. */
  readonly type: string | null
  /** Sum of the time accounted. */
  readonly time_unit: string | null
  /** Id of its checklist. */
  readonly checklist_id: number | null
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Its messages and notes. Only in expanded answers. */
  readonly article_ids?: number[]
  /** Time that was spent on it. Only in expanded answers. */
  readonly ticket_time_accounting_ids?: number[]
  /** How it came in. By name. Only in expanded answers. */
  readonly create_article_type?: string
  /** Who wrote the first article. By name. Only in expanded answers. */
  readonly create_article_sender?: string
}
/** What can be given when a ticket is created. */
export interface TicketCreate {
  /** The group that works on it; decides which agents see it. */
  group_id?: number
  /** How urgent it is. */
  priority_id?: number
  /** Where it stands: new, open, closed, ... */
  state_id?: number
  /** The organization of the customer when it was created. */
  organization_id?: number | null
  /** The number people quote; digits, distinct from the id. At most 60 characters. */
  number?: string
  /** What it is about, in one line. At most 250 characters. */
  title: string
  /** The agent who takes care of it; 1 means nobody yet. */
  owner_id?: number
  /** The user who asked; `guess:` and an e-mail address finds the user, or creates one. */
  customer_id?: number | `guess:${string}`
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Until when it waits: required in pending states, null in all others. */
  pending_time?: Date | string | null
  /** The kind of request, where an installation tells kinds apart. At most 100 characters. */
  type?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The group that works on it; decides which agents see it. By name. */
  group?: string
  /** How urgent it is. By name. */
  priority?: string
  /** Where it stands: new, open, closed, ... By name. */
  state?: string
  /** The organization of the customer when it was created. By name. */
  organization?: string
  /** The agent who takes care of it; 1 means nobody yet. By name. */
  owner?: string
  /** The user who asked, by login or e-mail address, or as a description of a user who is created if unknown. */
  customer?: string | Partial<UserCreate>
  /** The first article. */
  article?: Omit<ArticleCreate, 'ticket_id'>
  /** Tags, as a list or separated by commas. */
  tags?: string | string[]
  /** Users who are subscribed to the ticket. */
  mentions?: number[]
  /** Tickets it is linked to, by what they are to it. */
  links?: { Ticket: { normal?: number[]; parent?: number[]; child?: number[] } }
}
/** What can be given when a ticket is changed. */
export interface TicketUpdate {
  /** The group that works on it; decides which agents see it. */
  group_id?: number
  /** How urgent it is. */
  priority_id?: number
  /** Where it stands: new, open, closed, ... */
  state_id?: number
  /** The organization of the customer when it was created. */
  organization_id?: number | null
  /** What it is about, in one line. At most 250 characters. */
  title?: string
  /** The agent who takes care of it; 1 means nobody yet. */
  owner_id?: number
  /** The user who asked. */
  customer_id?: number
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Until when it waits: required in pending states, null in all others. */
  pending_time?: Date | string | null
  /** The kind of request, where an installation tells kinds apart. At most 100 characters. */
  type?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The group that works on it; decides which agents see it. By name. */
  group?: string
  /** How urgent it is. By name. */
  priority?: string
  /** Where it stands: new, open, closed, ... By name. */
  state?: string
  /** The organization of the customer when it was created. By name. */
  organization?: string
  /** The agent who takes care of it; 1 means nobody yet. By name. */
  owner?: string
  /** The user who asked. By name. */
  customer?: string
  /** An article that is added in the same transaction. */
  article?: Omit<ArticleCreate, 'ticket_id'>
}
/** One message or note of a ticket. */
export interface ArticleRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The ticket it belongs to. */
  readonly ticket_id: number
  /** How it came or goes: email, phone, web, note, ... */
  readonly type_id: number
  /** Who wrote it: an agent, the customer or the system. */
  readonly sender_id: number
  /** The sender, as a mail says it. */
  readonly from: string | null
  /** The recipients, separated by commas. */
  readonly to: string | null
  /** Who got a copy, separated by commas. */
  readonly cc: string | null
  /** The subject line. */
  readonly subject: string | null
  /** Where answers go. */
  readonly reply_to: string | null
  /** The message id of the mail. */
  readonly message_id: string | null
  /** MD5 of the message id, hexadecimal. */
  readonly message_id_md5: string | null
  /** The message id that it answers. */
  readonly in_reply_to: string | null
  /** `text/plain` or `text/html`. */
  readonly content_type: string
  /** The message ids of the conversation. */
  readonly references: string | null
  /** The text. */
  readonly body: string
  /** For agents only; customers never see it. */
  readonly internal: boolean
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** The user on whose behalf an agent wrote it. */
  readonly origin_by_id: number | null
  /** How it came or goes: email, phone, web, note, ... By name. */
  readonly type: string
  /** Who wrote it: an agent, the customer or the system. By name. */
  readonly sender: string
  /** Accounted time, a decimal number as text. */
  readonly time_unit: string | null
}
/** What can be given when an article is created. */
export interface ArticleCreate {
  /** The ticket it belongs to. */
  ticket_id: number
  /** How it came or goes: email, phone, web, note, ... */
  type_id?: number
  /** Who wrote it: an agent, the customer or the system. */
  sender_id?: number
  /** The sender, as a mail says it. At most 3,000 characters. */
  from?: string | null
  /** The recipients, separated by commas. At most 3,000 characters. */
  to?: string | null
  /** Who got a copy, separated by commas. At most 3,000 characters. */
  cc?: string | null
  /** The subject line. At most 3,000 characters. */
  subject?: string | null
  /** Where answers go. At most 300 characters. */
  reply_to?: string | null
  /** The message id of the mail. At most 3,000 characters. */
  message_id?: string | null
  /** The message id that it answers. At most 3,000 characters. */
  in_reply_to?: string | null
  /** `text/plain` or `text/html`. At most 20 characters. */
  content_type?: string
  /** The message ids of the conversation. At most 100,000 characters. */
  references?: string | null
  /** The text. At most 1,500,000 characters. */
  body: string
  /** For agents only; customers never see it. */
  internal?: boolean
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The user on whose behalf an agent wrote it. */
  origin_by_id?: number | null
  /** How it came or goes: email, phone, web, note, ... By name. */
  type?: string
  /** Who wrote it: an agent, the customer or the system. By name. */
  sender?: string
  /** The user on whose behalf an agent wrote it. By name. */
  origin_by?: string
  /** Accounted time, a decimal number as text. */
  time_unit?: string | null
  /** Files, as `createArticle` sends them. */
  attachments?: object[]
}
/** What can be given when an article is changed. */
export interface ArticleUpdate {
  /** For agents only; customers never see it. */
  internal?: boolean
  /** Free-form settings. */
  preferences?: Record<string, unknown>
}
/** A person: a customer, an agent, an administrator. */
export interface UserRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The primary organization. */
  readonly organization_id: number | null
  /** The name to sign in with; usually the e-mail address. */
  readonly login: string
  /** First name. */
  readonly firstname: string | null
  /** Last name. */
  readonly lastname: string | null
  /** First and last name, else the e-mail address, else the phone number; empty for the system user. */
  readonly fullname: string
  /** E-mail address; no two users have the same. */
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
  /** Requests deserve special care. */
  readonly vip: boolean
  /** The e-mail address was confirmed. */
  readonly verified: boolean
  /** Only active users can sign in. */
  readonly active: boolean
  /** A remark. */
  readonly note: string | null
  /** The last time the user signed in, to about ten minutes. */
  readonly last_login: string | null
  /** What created the user. */
  readonly source: string | null
  /** Wrong passwords since the last right one. */
  readonly login_failed: number
  /** Somebody stands in. */
  readonly out_of_office: boolean
  /** First day of absence. */
  readonly out_of_office_start_at: string | null
  /** Last day of absence. */
  readonly out_of_office_end_at: string | null
  /** Who stands in. */
  readonly out_of_office_replacement_id: number | null
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** What the user may do. */
  readonly role_ids: number[]
  /** What the user may do. By name. Only in expanded answers. */
  readonly roles?: string[]
  /** Secondary organizations. */
  readonly organization_ids: number[]
  /** Secondary organizations. By name. Only in expanded answers. */
  readonly organizations?: string[]
  /** Access to groups. */
  readonly group_ids: Record<string, string[]>
  /** Access to groups. By name. Only in expanded answers. */
  readonly groups?: Record<string, string[]>
}
/** What can be given when a user is created. */
export interface UserCreate {
  /** The primary organization. */
  organization_id?: number | null
  /** The name to sign in with; usually the e-mail address. At most 255 characters. */
  login?: string
  /** First name. At most 100 characters. */
  firstname?: string | null
  /** Last name. At most 100 characters. */
  lastname?: string | null
  /** E-mail address; no two users have the same. At most 255 characters. */
  email?: string | null
  /** Where the picture comes from. At most 200 characters. */
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
  /** Requests deserve special care. */
  vip?: boolean
  /** The e-mail address was confirmed. */
  verified?: boolean
  /** Only active users can sign in. */
  active?: boolean
  /** A remark. At most 5,000 characters. */
  note?: string | null
  /** What created the user. At most 200 characters. */
  source?: string | null
  /** Wrong passwords since the last right one. */
  login_failed?: number
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The primary organization. By name. */
  organization?: string
  /** What the user may do. */
  role_ids?: number[]
  /** What the user may do. By name. */
  roles?: string[]
  /** Secondary organizations. */
  organization_ids?: number[]
  /** Secondary organizations. By name. */
  organizations?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. By name. */
  groups?: Record<string, string | string[]>
  /** Never sent back. */
  password?: string
}
/** What can be given when a user is changed. */
export interface UserUpdate {
  /** The primary organization. */
  organization_id?: number | null
  /** The name to sign in with; usually the e-mail address. At most 255 characters. */
  login?: string
  /** First name. At most 100 characters. */
  firstname?: string | null
  /** Last name. At most 100 characters. */
  lastname?: string | null
  /** E-mail address; no two users have the same. At most 255 characters. */
  email?: string | null
  /** Where the picture comes from. At most 200 characters. */
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
  /** Requests deserve special care. */
  vip?: boolean
  /** The e-mail address was confirmed. */
  verified?: boolean
  /** Only active users can sign in. */
  active?: boolean
  /** A remark. At most 5,000 characters. */
  note?: string | null
  /** What created the user. At most 200 characters. */
  source?: string | null
  /** Wrong passwords since the last right one. */
  login_failed?: number
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** The primary organization. By name. */
  organization?: string
  /** What the user may do. */
  role_ids?: number[]
  /** What the user may do. By name. */
  roles?: string[]
  /** Secondary organizations. */
  organization_ids?: number[]
  /** Secondary organizations. By name. */
  organizations?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. By name. */
  groups?: Record<string, string | string[]>
  /** Never sent back. */
  password?: string
}
/** A company or team that customers belong to. */
export interface OrganizationRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** Its members see each other’s tickets. */
  readonly shared: boolean
  /** The mail domain of its members. */
  readonly domain: string | null
  /** New users with this mail domain become members. */
  readonly domain_assignment: boolean
  /** Whether it is in use. */
  readonly active: boolean
  /** Requests deserve special care. */
  readonly vip: boolean
  /** A remark. */
  readonly note: string | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Users whose primary organization it is. */
  readonly member_ids: number[]
  /** Users whose primary organization it is. By name. Only in expanded answers. */
  readonly members?: string[]
  /** Users who belong to it beside their primary one. */
  readonly secondary_member_ids: number[]
  /** Users who belong to it beside their primary one. By name. Only in expanded answers. */
  readonly secondary_members?: string[]
}
/** What can be given when an organization is created. */
export interface OrganizationCreate {
  /** Its name; no two are alike. At most 150 characters. */
  name: string
  /** Its members see each other’s tickets. */
  shared?: boolean
  /** The mail domain of its members. At most 250 characters. */
  domain?: string | null
  /** New users with this mail domain become members. */
  domain_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Requests deserve special care. */
  vip?: boolean
  /** A remark. At most 5,000 characters. */
  note?: string | null
  /** Users whose primary organization it is. */
  member_ids?: number[]
  /** Users whose primary organization it is. By name. */
  members?: string[]
  /** Users who belong to it beside their primary one. */
  secondary_member_ids?: number[]
  /** Users who belong to it beside their primary one. By name. */
  secondary_members?: string[]
}
/** What can be given when an organization is changed. */
export interface OrganizationUpdate {
  /** Its name; no two are alike. At most 150 characters. */
  name?: string
  /** Its members see each other’s tickets. */
  shared?: boolean
  /** The mail domain of its members. At most 250 characters. */
  domain?: string | null
  /** New users with this mail domain become members. */
  domain_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Requests deserve special care. */
  vip?: boolean
  /** A remark. At most 5,000 characters. */
  note?: string | null
  /** Users whose primary organization it is. */
  member_ids?: number[]
  /** Users whose primary organization it is. By name. */
  members?: string[]
  /** Users who belong to it beside their primary one. */
  secondary_member_ids?: number[]
  /** Users who belong to it beside their primary one. By name. */
  secondary_members?: string[]
}
/** A team of agents and the tickets it works on. */
export interface GroupRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The signature of its mails. */
  readonly signature_id: number | null
  /** The address it writes from. */
  readonly email_address_id: number | null
  /** The full path; levels are joined by `::`. */
  readonly name: string
  /** The last level of the name. */
  readonly name_last: string
  /** The group above. */
  readonly parent_id: number | null
  /** Minutes until an untouched ticket loses its owner. */
  readonly assignment_timeout: number | null
  /** Whether an answer opens a closed ticket again. */
  readonly follow_up_possible: 'yes' | 'new_ticket' | 'new_ticket_after_certain_time'
  /** For how many days an answer does. */
  readonly reopen_time_in_days: number | null
  /** A ticket that is opened again keeps its owner. */
  readonly follow_up_assignment: boolean
  /** Whether it is in use. */
  readonly active: boolean
  /** Agents share drafts. */
  readonly shared_drafts: boolean
  /** A remark. */
  readonly note: string | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Users with access to it. */
  readonly user_ids: number[]
  /** Users with access to it. By name. Only in expanded answers. */
  readonly users?: string[]
  /** The signature of its mails. By name. Only in expanded answers. */
  readonly signature?: string
}
/** What can be given when a group is created. */
export interface GroupCreate {
  /** The signature of its mails. */
  signature_id?: number | null
  /** The address it writes from. */
  email_address_id?: number | null
  /** The full path; levels are joined by `::`. At most 1,690 characters. */
  name: string
  /** The group above. */
  parent_id?: number | null
  /** Minutes until an untouched ticket loses its owner. */
  assignment_timeout?: number | null
  /** Whether an answer opens a closed ticket again. */
  follow_up_possible?: 'yes' | 'new_ticket' | 'new_ticket_after_certain_time'
  /** For how many days an answer does. */
  reopen_time_in_days?: number | null
  /** A ticket that is opened again keeps its owner. */
  follow_up_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Agents share drafts. */
  shared_drafts?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** The signature of its mails. By name. */
  signature?: string
  /** The group above. By name. */
  parent?: string
  /** Users with access to it. */
  user_ids?: number[]
  /** Users with access to it. By name. */
  users?: string[]
}
/** What can be given when a group is changed. */
export interface GroupUpdate {
  /** The signature of its mails. */
  signature_id?: number | null
  /** The address it writes from. */
  email_address_id?: number | null
  /** The full path; levels are joined by `::`. At most 1,690 characters. */
  name?: string
  /** The group above. */
  parent_id?: number | null
  /** Minutes until an untouched ticket loses its owner. */
  assignment_timeout?: number | null
  /** Whether an answer opens a closed ticket again. */
  follow_up_possible?: 'yes' | 'new_ticket' | 'new_ticket_after_certain_time'
  /** For how many days an answer does. */
  reopen_time_in_days?: number | null
  /** A ticket that is opened again keeps its owner. */
  follow_up_assignment?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** Agents share drafts. */
  shared_drafts?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** The signature of its mails. By name. */
  signature?: string
  /** The group above. By name. */
  parent?: string
  /** Users with access to it. */
  user_ids?: number[]
  /** Users with access to it. By name. */
  users?: string[]
}
/** A set of permissions that users own. */
export interface RoleRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** Given to new users. */
  readonly default_at_signup: boolean
  /** Whether it is in use. */
  readonly active: boolean
  /** A remark. */
  readonly note: string | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** What it allows. */
  readonly permission_ids: number[]
  /** What it allows. By name. Only in expanded answers. */
  readonly permissions?: string[]
  /** Access to groups. */
  readonly group_ids: Record<string, string[]>
  /** Access to groups. By name. Only in expanded answers. */
  readonly groups?: Record<string, string[]>
}
/** What can be given when a role is created. */
export interface RoleCreate {
  /** Its name; no two are alike. At most 100 characters. */
  name: string
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Given to new users. */
  default_at_signup?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** What it allows. */
  permission_ids?: number[]
  /** What it allows. By name. */
  permissions?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. By name. */
  groups?: Record<string, string | string[]>
}
/** What can be given when a role is changed. */
export interface RoleUpdate {
  /** Its name; no two are alike. At most 100 characters. */
  name?: string
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Given to new users. */
  default_at_signup?: boolean
  /** Whether it is in use. */
  active?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** What it allows. */
  permission_ids?: number[]
  /** What it allows. By name. */
  permissions?: string[]
  /** Access to groups. */
  group_ids?: Record<string, string | string[]>
  /** Access to groups. By name. */
  groups?: Record<string, string | string[]>
}
/** Where a ticket stands: new, open, pending, closed or merged. */
export interface TicketStateRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Decides how the service treats tickets in this state. */
  readonly state_type_id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** The state that follows when the pending time is over. */
  readonly next_state_id: number | null
  /** Nothing becomes due in it. */
  readonly ignore_escalation: boolean
  /** The state of new tickets. */
  readonly default_create: boolean
  /** The state after an answer to a new or closed ticket. */
  readonly default_follow_up: boolean
  /** A remark. */
  readonly note: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Decides how the service treats tickets in this state. By name. Only in expanded answers. */
  readonly state_type?: string
}
/** What can be given when a ticket state is created. */
export interface TicketStateCreate {
  /** Decides how the service treats tickets in this state. */
  state_type_id?: number
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** The state that follows when the pending time is over. */
  next_state_id?: number | null
  /** Nothing becomes due in it. */
  ignore_escalation?: boolean
  /** The state of new tickets. */
  default_create?: boolean
  /** The state after an answer to a new or closed ticket. */
  default_follow_up?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
  /** Decides how the service treats tickets in this state. By name. */
  state_type?: string
  /** The state that follows when the pending time is over. By name. */
  next_state?: string
}
/** What can be given when a ticket state is changed. */
export interface TicketStateUpdate {
  /** Decides how the service treats tickets in this state. */
  state_type_id?: number
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** The state that follows when the pending time is over. */
  next_state_id?: number | null
  /** Nothing becomes due in it. */
  ignore_escalation?: boolean
  /** The state of new tickets. */
  default_create?: boolean
  /** The state after an answer to a new or closed ticket. */
  default_follow_up?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
  /** Decides how the service treats tickets in this state. By name. */
  state_type?: string
  /** The state that follows when the pending time is over. By name. */
  next_state?: string
}
/** How urgent a ticket is. */
export interface TicketPriorityRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** The priority of new tickets. */
  readonly default_create: boolean
  /** The sign it is shown with. */
  readonly ui_icon: string | null
  /** The colour it is shown in. */
  readonly ui_color: string | null
  /** A remark. */
  readonly note: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a ticket priority is created. */
export interface TicketPriorityCreate {
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** The priority of new tickets. */
  default_create?: boolean
  /** The sign it is shown with. At most 100 characters. */
  ui_icon?: string | null
  /** The colour it is shown in. At most 100 characters. */
  ui_color?: string | null
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a ticket priority is changed. */
export interface TicketPriorityUpdate {
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** The priority of new tickets. */
  default_create?: boolean
  /** The sign it is shown with. At most 100 characters. */
  ui_icon?: string | null
  /** The colour it is shown in. At most 100 characters. */
  ui_color?: string | null
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** A word that groups tickets. */
export interface TagRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The word. */
  readonly name: string
  /** How many tickets have it. */
  readonly count: number
}
/** What can be given when a tag is created. */
export interface TagCreate {
  /** The word. At most 250 characters. */
  name: string
}
/** What can be given when a tag is changed. */
export interface TagUpdate {
  /** The word. At most 250 characters. */
  name?: string
}
/** A custom field of tickets, users, organizations or groups. */
export interface ObjectAttributeRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Whose field it is, as a number; `object` has the word. */
  readonly object_lookup_id: number
  /** The key under which records have it. */
  readonly name: string
  /** Its name for people. */
  readonly display: string
  /** What kind of values it has. */
  readonly data_type: 'input' | 'textarea' | 'richtext' | 'select' | 'tree_select' | 'multiselect' | 'multi_tree_select' | 'boolean' | 'active' | 'integer' | 'date' | 'datetime' | 'user_autocompletion' | 'autocompletion_ajax' | 'autocompletion_ajax_customer_organization' | 'autocompletion_ajax_external_data_source'
  /** What values it can have, such as `maxlength` or `options`. */
  readonly data_option: Record<string, unknown>
  /** What `data_option` becomes with the next migrations. */
  readonly data_option_new: Record<string, unknown>
  /** Whether it can be changed. */
  readonly editable: boolean
  /** Whether it is in use. */
  readonly active: boolean
  /** Where it is shown and required, by screen and permission. */
  readonly screens: Record<string, unknown>
  /** Waits for the migrations: it is not there yet. */
  readonly to_create: boolean
  /** Waits for the migrations: tables have to change. */
  readonly to_migrate: boolean
  /** Waits for the migrations: it goes, with its values. */
  readonly to_delete: boolean
  /** Waits for the migrations: its options change. */
  readonly to_config: boolean
  /** Its place among the others, the smallest first. */
  readonly position: number | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when an object attribute is created. */
export interface ObjectAttributeCreate {
  /** Whose field it is, as a number; `object` has the word. */
  object_lookup_id: number
  /** The key under which records have it. At most 200 characters. */
  name: string
  /** Its name for people. At most 200 characters. */
  display: string
  /** What kind of values it has. */
  data_type: 'input' | 'textarea' | 'richtext' | 'select' | 'tree_select' | 'multiselect' | 'multi_tree_select' | 'boolean' | 'active' | 'integer' | 'date' | 'datetime' | 'user_autocompletion' | 'autocompletion_ajax' | 'autocompletion_ajax_customer_organization' | 'autocompletion_ajax_external_data_source'
  /** What values it can have, such as `maxlength` or `options`. */
  data_option?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
  /** Where it is shown and required, by screen and permission. */
  screens?: Record<string, unknown>
  /** Its place among the others, the smallest first. */
  position?: number | null
}
/** What can be given when an object attribute is changed. */
export interface ObjectAttributeUpdate {
  /** Its name for people. At most 200 characters. */
  display?: string
  /** What values it can have, such as `maxlength` or `options`. */
  data_option?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
  /** Where it is shown and required, by screen and permission. */
  screens?: Record<string, unknown>
  /** Its place among the others, the smallest first. */
  position?: number | null
}
/** Several changes to a ticket under one name, made with one click. */
export interface MacroRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** The changes: `{"ticket.state_id": {"value": "4"}}`. */
  readonly perform: Record<string, unknown>
  /** Whether it is in use. */
  readonly active: boolean
  /** What an agent is shown afterwards. */
  readonly ux_flow_next_up: 'none' | 'next_task' | 'next_from_overview'
  /** A remark. */
  readonly note: string | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** The groups that have it; all of them where none is named. */
  readonly group_ids: number[]
  /** The groups that have it; all of them where none is named. By name. Only in expanded answers. */
  readonly groups?: string[]
}
/** What can be given when a macro is created. */
export interface MacroCreate {
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** The changes: `{"ticket.state_id": {"value": "4"}}`. */
  perform?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
  /** What an agent is shown afterwards. */
  ux_flow_next_up?: 'none' | 'next_task' | 'next_from_overview'
  /** A remark. At most 250 characters. */
  note?: string | null
  /** The groups that have it; all of them where none is named. */
  group_ids?: number[]
  /** The groups that have it; all of them where none is named. By name. */
  groups?: string[]
}
/** What can be given when a macro is changed. */
export interface MacroUpdate {
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** The changes: `{"ticket.state_id": {"value": "4"}}`. */
  perform?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
  /** What an agent is shown afterwards. */
  ux_flow_next_up?: 'none' | 'next_task' | 'next_from_overview'
  /** A remark. At most 250 characters. */
  note?: string | null
  /** The groups that have it; all of them where none is named. */
  group_ids?: number[]
  /** The groups that have it; all of them where none is named. By name. */
  groups?: string[]
}
/** A text that agents insert while they write. */
export interface TextModuleRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name. */
  readonly name: string
  /** Words it is found by while typing. */
  readonly keywords: string | null
  /** The text, HTML with `#{...}` for values of the ticket. */
  readonly content: string
  /** A remark. */
  readonly note: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** The groups that have it; all of them where none is named. */
  readonly group_ids: number[]
  /** The groups that have it; all of them where none is named. By name. Only in expanded answers. */
  readonly groups?: string[]
}
/** What can be given when a text module is created. */
export interface TextModuleCreate {
  /** Its name. At most 250 characters. */
  name: string
  /** Words it is found by while typing. At most 500 characters. */
  keywords?: string | null
  /** The text, HTML with `#{...}` for values of the ticket. At most 100,000 characters. */
  content: string
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
  /** The groups that have it; all of them where none is named. */
  group_ids?: number[]
  /** The groups that have it; all of them where none is named. By name. */
  groups?: string[]
}
/** What can be given when a text module is changed. */
export interface TextModuleUpdate {
  /** Its name. At most 250 characters. */
  name?: string
  /** Words it is found by while typing. At most 500 characters. */
  keywords?: string | null
  /** The text, HTML with `#{...}` for values of the ticket. At most 100,000 characters. */
  content?: string
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
  /** The groups that have it; all of them where none is named. */
  group_ids?: number[]
  /** The groups that have it; all of them where none is named. By name. */
  groups?: string[]
}
/** A new ticket that is filled in already. */
export interface TemplateRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name. */
  readonly name: string
  /** What is filled in: `{"ticket.title": {"value": "..."}}`. */
  readonly options: Record<string, unknown>
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a template is created. */
export interface TemplateCreate {
  /** Its name. At most 250 characters. */
  name: string
  /** What is filled in: `{"ticket.title": {"value": "..."}}`. */
  options?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a template is changed. */
export interface TemplateUpdate {
  /** Its name. At most 250 characters. */
  name?: string
  /** What is filled in: `{"ticket.title": {"value": "..."}}`. */
  options?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
}
/** A list of tickets that fulfil a condition, for the users of some roles. */
export interface OverviewRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name. */
  readonly name: string
  /** Its name in addresses. */
  readonly link: string
  /** Its place among the others, the smallest first. */
  readonly prio: number
  /** Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`. */
  readonly condition: Record<string, unknown>
  /** In which order: `{"by": "created_at", "direction": "ASC"}`. */
  readonly order: Record<string, unknown>
  /** The attribute by which its rows are put together. */
  readonly group_by: string | null
  /** `ASC` or `DESC`, for the groups of rows. */
  readonly group_direction: string | null
  /** Only for members of an organization that shares tickets. */
  readonly organization_shared: boolean
  /** Only for those who stand in for somebody. */
  readonly out_of_office: boolean
  /** The columns that are shown: `{"s": ["title"], "view_mode_default": "s"}`. */
  readonly view: Record<string, unknown>
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** The roles whose users have it. */
  readonly role_ids: number[]
  /** The roles whose users have it. By name. Only in expanded answers. */
  readonly roles?: string[]
  /** Of these roles, only these users; all of them where none is named. */
  readonly user_ids: number[]
  /** Of these roles, only these users; all of them where none is named. By name. Only in expanded answers. */
  readonly users?: string[]
  /** Only for users with access to one of these groups; for all where none is named. */
  readonly group_ids: number[]
  /** Only for users with access to one of these groups; for all where none is named. By name. Only in expanded answers. */
  readonly groups?: string[]
}
/** What can be given when an overview is created. */
export interface OverviewCreate {
  /** Its name. At most 250 characters. */
  name: string
  /** Its name in addresses. At most 250 characters. */
  link: string
  /** Its place among the others, the smallest first. */
  prio: number
  /** Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`. */
  condition?: Record<string, unknown>
  /** In which order: `{"by": "created_at", "direction": "ASC"}`. */
  order?: Record<string, unknown>
  /** The attribute by which its rows are put together. At most 250 characters. */
  group_by?: string | null
  /** `ASC` or `DESC`, for the groups of rows. At most 250 characters. */
  group_direction?: string | null
  /** Only for members of an organization that shares tickets. */
  organization_shared?: boolean
  /** Only for those who stand in for somebody. */
  out_of_office?: boolean
  /** The columns that are shown: `{"s": ["title"], "view_mode_default": "s"}`. */
  view?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
  /** The roles whose users have it. */
  role_ids?: number[]
  /** The roles whose users have it. By name. */
  roles?: string[]
  /** Of these roles, only these users; all of them where none is named. */
  user_ids?: number[]
  /** Of these roles, only these users; all of them where none is named. By name. */
  users?: string[]
  /** Only for users with access to one of these groups; for all where none is named. */
  group_ids?: number[]
  /** Only for users with access to one of these groups; for all where none is named. By name. */
  groups?: string[]
}
/** What can be given when an overview is changed. */
export interface OverviewUpdate {
  /** Its name. At most 250 characters. */
  name?: string
  /** Its name in addresses. At most 250 characters. */
  link?: string
  /** Its place among the others, the smallest first. */
  prio?: number
  /** Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`. */
  condition?: Record<string, unknown>
  /** In which order: `{"by": "created_at", "direction": "ASC"}`. */
  order?: Record<string, unknown>
  /** The attribute by which its rows are put together. At most 250 characters. */
  group_by?: string | null
  /** `ASC` or `DESC`, for the groups of rows. At most 250 characters. */
  group_direction?: string | null
  /** Only for members of an organization that shares tickets. */
  organization_shared?: boolean
  /** Only for those who stand in for somebody. */
  out_of_office?: boolean
  /** The columns that are shown: `{"s": ["title"], "view_mode_default": "s"}`. */
  view?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
  /** The roles whose users have it. */
  role_ids?: number[]
  /** The roles whose users have it. By name. */
  roles?: string[]
  /** Of these roles, only these users; all of them where none is named. */
  user_ids?: number[]
  /** Of these roles, only these users; all of them where none is named. By name. */
  users?: string[]
  /** Only for users with access to one of these groups; for all where none is named. */
  group_ids?: number[]
  /** Only for users with access to one of these groups; for all where none is named. By name. */
  groups?: string[]
}
/** What stands under the mails of a group. */
export interface SignatureRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** The text, HTML with `#{...}` for values of the ticket and the user. */
  readonly body: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** A remark. */
  readonly note: string | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a signature is created. */
export interface SignatureCreate {
  /** Its name; no two are alike. At most 100 characters. */
  name: string
  /** The text, HTML with `#{...}` for values of the ticket and the user. At most 100,000 characters. */
  body?: string | null
  /** Whether it is in use. */
  active?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
}
/** What can be given when a signature is changed. */
export interface SignatureUpdate {
  /** Its name; no two are alike. At most 100 characters. */
  name?: string
  /** The text, HTML with `#{...}` for values of the ticket and the user. At most 100,000 characters. */
  body?: string | null
  /** Whether it is in use. */
  active?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
}
/** An address that groups write from. */
export interface EmailAddressRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The mail account it belongs to. */
  readonly channel_id: number | null
  /** The name that recipients see. */
  readonly name: string
  /** The address; no two are alike. */
  readonly email: string
  /** Whether it is in use. */
  readonly active: boolean
  /** A remark. */
  readonly note: string | null
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when an email address is created. */
export interface EmailAddressCreate {
  /** The mail account it belongs to. */
  channel_id?: number | null
  /** The name that recipients see. At most 250 characters. */
  name: string
  /** The address; no two are alike. At most 255 characters. */
  email: string
  /** Whether it is in use. */
  active?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
}
/** What can be given when an email address is changed. */
export interface EmailAddressUpdate {
  /** The mail account it belongs to. */
  channel_id?: number | null
  /** The name that recipients see. At most 250 characters. */
  name?: string
  /** The address; no two are alike. At most 255 characters. */
  email?: string
  /** Whether it is in use. */
  active?: boolean
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
}
/** The hours in which people work. */
export interface CalendarRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timezone: string
  /** For `mon` to `sun`: `{"active": true, "timeframes": [["09:00", "17:00"]]}`. */
  readonly business_hours: Record<string, unknown>
  /** The one that counts where none is named; there is one. */
  readonly default: boolean
  /** Where its holidays come from. */
  readonly ical_url: string | null
  /** By day: `{"2026-12-25": {"active": true, "summary": "Christmas"}}`. */
  readonly public_holidays: Record<string, unknown>
  /** What went wrong when they came. */
  readonly last_log: string | null
  /** When they came last. */
  readonly last_sync: string | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a calendar is created. */
export interface CalendarCreate {
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** An IANA name, such as `Europe/Berlin`. At most 250 characters. */
  timezone: string
  /** For `mon` to `sun`: `{"active": true, "timeframes": [["09:00", "17:00"]]}`. */
  business_hours?: Record<string, unknown>
  /** The one that counts where none is named; there is one. */
  default?: boolean
  /** Where its holidays come from. At most 500 characters. */
  ical_url?: string | null
  /** By day: `{"2026-12-25": {"active": true, "summary": "Christmas"}}`. */
  public_holidays?: Record<string, unknown>
}
/** What can be given when a calendar is changed. */
export interface CalendarUpdate {
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** An IANA name, such as `Europe/Berlin`. At most 250 characters. */
  timezone?: string
  /** For `mon` to `sun`: `{"active": true, "timeframes": [["09:00", "17:00"]]}`. */
  business_hours?: Record<string, unknown>
  /** The one that counts where none is named; there is one. */
  default?: boolean
  /** Where its holidays come from. At most 500 characters. */
  ical_url?: string | null
  /** By day: `{"2026-12-25": {"active": true, "summary": "Christmas"}}`. */
  public_holidays?: Record<string, unknown>
}
/** How soon tickets that fulfil a condition have to be answered and solved. */
export interface SlaRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The hours that count. */
  readonly calendar_id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** Minutes until the first answer. */
  readonly first_response_time: number | null
  /** Minutes until each answer to a customer. */
  readonly response_time: number | null
  /** Minutes between two answers. */
  readonly update_time: number | null
  /** Minutes until it is closed. */
  readonly solution_time: number | null
  /** Which tickets: `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`. */
  readonly condition: Record<string, unknown>
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** The hours that count. By name. Only in expanded answers. */
  readonly calendar?: string
}
/** What can be given when a sla is created. */
export interface SlaCreate {
  /** The hours that count. */
  calendar_id?: number
  /** Its name; no two are alike. At most 150 characters. */
  name: string
  /** Minutes until the first answer. */
  first_response_time?: number | null
  /** Minutes until each answer to a customer. */
  response_time?: number | null
  /** Minutes between two answers. */
  update_time?: number | null
  /** Minutes until it is closed. */
  solution_time?: number | null
  /** Which tickets: `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`. */
  condition?: Record<string, unknown>
  /** The hours that count. By name. */
  calendar?: string
}
/** What can be given when a sla is changed. */
export interface SlaUpdate {
  /** The hours that count. */
  calendar_id?: number
  /** Its name; no two are alike. At most 150 characters. */
  name?: string
  /** Minutes until the first answer. */
  first_response_time?: number | null
  /** Minutes until each answer to a customer. */
  response_time?: number | null
  /** Minutes between two answers. */
  update_time?: number | null
  /** Minutes until it is closed. */
  solution_time?: number | null
  /** Which tickets: `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`. */
  condition?: Record<string, unknown>
  /** The hours that count. By name. */
  calendar?: string
}
/** What happens by itself when a ticket that fulfils a condition is written. */
export interface TriggerRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** Which tickets: `{"ticket.action": {"operator": "is", "value": "create"}}`. */
  readonly condition: Record<string, unknown>
  /** What is done: `{"ticket.tags": {"operator": "add", "value": "new"}}`. */
  readonly perform: Record<string, unknown>
  /** Whether agents get no notification of what it changes. */
  readonly disable_notification: boolean
  /** The language of its mails, such as `de-de`. */
  readonly localization: string | null
  /** The time zone of the dates in its mails. */
  readonly timezone: string | null
  /** A remark. */
  readonly note: string | null
  /** Whether a change or the time sets it off. */
  readonly activator: 'action' | 'time'
  /** Whether one of the attributes of the condition must have changed. */
  readonly execution_condition_mode: 'selective' | 'always'
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a trigger is created. */
export interface TriggerCreate {
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** Which tickets: `{"ticket.action": {"operator": "is", "value": "create"}}`. */
  condition?: Record<string, unknown>
  /** What is done: `{"ticket.tags": {"operator": "add", "value": "new"}}`. */
  perform?: Record<string, unknown>
  /** Whether agents get no notification of what it changes. */
  disable_notification?: boolean
  /** The language of its mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** The time zone of the dates in its mails. At most 250 characters. */
  timezone?: string | null
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether a change or the time sets it off. */
  activator?: 'action' | 'time'
  /** Whether one of the attributes of the condition must have changed. */
  execution_condition_mode?: 'selective' | 'always'
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a trigger is changed. */
export interface TriggerUpdate {
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** Which tickets: `{"ticket.action": {"operator": "is", "value": "create"}}`. */
  condition?: Record<string, unknown>
  /** What is done: `{"ticket.tags": {"operator": "add", "value": "new"}}`. */
  perform?: Record<string, unknown>
  /** Whether agents get no notification of what it changes. */
  disable_notification?: boolean
  /** The language of its mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** The time zone of the dates in its mails. At most 250 characters. */
  timezone?: string | null
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether a change or the time sets it off. */
  activator?: 'action' | 'time'
  /** Whether one of the attributes of the condition must have changed. */
  execution_condition_mode?: 'selective' | 'always'
  /** Whether it is in use. */
  active?: boolean
}
/** What happens at set times to all tickets that fulfil a condition. */
export interface JobRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** When: `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`. */
  readonly timeplan: Record<string, unknown>
  /** Of what kind the records are. */
  readonly object: string
  /** Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`. */
  readonly condition: Record<string, unknown>
  /** What is done: `{"ticket.tags": {"operator": "add", "value": "old"}}`. */
  readonly perform: Record<string, unknown>
  /** Whether agents get no notification of what it changes. */
  readonly disable_notification: boolean
  /** The language of its mails, such as `de-de`. */
  readonly localization: string | null
  /** The time zone of the dates in its mails. */
  readonly timezone: string | null
  /** When it ran last. */
  readonly last_run_at: string | null
  /** When it runs next. */
  readonly next_run_at: string | null
  /** Whether it runs now. */
  readonly running: boolean
  /** Tickets it changed when it ran last. */
  readonly processed: number
  /** Tickets that fulfilled the condition then. */
  readonly matching: number
  /** The process that runs it. */
  readonly pid: string | null
  /** A remark. */
  readonly note: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a job is created. */
export interface JobCreate {
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** When: `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`. */
  timeplan?: Record<string, unknown>
  /** Of what kind the records are. At most 100 characters. */
  object?: string
  /** Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`. */
  condition?: Record<string, unknown>
  /** What is done: `{"ticket.tags": {"operator": "add", "value": "old"}}`. */
  perform?: Record<string, unknown>
  /** Whether agents get no notification of what it changes. */
  disable_notification?: boolean
  /** The language of its mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** The time zone of the dates in its mails. At most 250 characters. */
  timezone?: string | null
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a job is changed. */
export interface JobUpdate {
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** When: `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`. */
  timeplan?: Record<string, unknown>
  /** Of what kind the records are. At most 100 characters. */
  object?: string
  /** Which tickets: `{"ticket.state_id": {"operator": "is", "value": ["4"]}}`. */
  condition?: Record<string, unknown>
  /** What is done: `{"ticket.tags": {"operator": "add", "value": "old"}}`. */
  perform?: Record<string, unknown>
  /** Whether agents get no notification of what it changes. */
  disable_notification?: boolean
  /** The language of its mails, such as `de-de`. At most 20 characters. */
  localization?: string | null
  /** The time zone of the dates in its mails. At most 250 characters. */
  timezone?: string | null
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** An address that is told what happens to tickets. */
export interface WebhookRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** The address, http or https. */
  readonly endpoint: string
  /** The events it is told of, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. Empty: only what triggers send. */
  readonly events: string | null
  /** The key of the signature; answers mask it. */
  readonly signature_token: string | null
  /** Whether the certificate of the address has to be right. */
  readonly ssl_verify: boolean
  /** The user to sign in there. */
  readonly basic_auth_username: string | null
  /** The password; answers mask it. */
  readonly basic_auth_password: string | null
  /** How it is called. */
  readonly http_method: 'post' | 'put' | 'patch' | 'delete'
  /** Sent in the place of user and password; answers mask it. */
  readonly bearer_token: string | null
  /** A remark. */
  readonly note: string | null
  /** The kind of service it goes to. */
  readonly pre_defined_webhook_type: string | null
  /** Whether `custom_payload` is sent. */
  readonly customized_payload: boolean
  /** What is sent, as JSON with `#{...}`. */
  readonly custom_payload: string | null
  /** Free-form settings. */
  readonly preferences: Record<string, unknown>
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a webhook is created. */
export interface WebhookCreate {
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** The address, http or https. At most 300 characters. */
  endpoint: string
  /** The events it is told of, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. Empty: only what triggers send. At most 1,000 characters. */
  events?: string | null
  /** The key of the signature; answers mask it. At most 200 characters. */
  signature_token?: string | null
  /** Whether the certificate of the address has to be right. */
  ssl_verify?: boolean
  /** The user to sign in there. At most 250 characters. */
  basic_auth_username?: string | null
  /** The password; answers mask it. At most 250 characters. */
  basic_auth_password?: string | null
  /** How it is called. */
  http_method?: 'post' | 'put' | 'patch' | 'delete'
  /** Sent in the place of user and password; answers mask it. At most 1,000 characters. */
  bearer_token?: string | null
  /** A remark. At most 500 characters. */
  note?: string | null
  /** The kind of service it goes to. At most 250 characters. */
  pre_defined_webhook_type?: string | null
  /** Whether `custom_payload` is sent. */
  customized_payload?: boolean
  /** What is sent, as JSON with `#{...}`. At most 100,000 characters. */
  custom_payload?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a webhook is changed. */
export interface WebhookUpdate {
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** The address, http or https. At most 300 characters. */
  endpoint?: string
  /** The events it is told of, separated by commas: `ticket.created`, `article.*`, `*.deleted`, `*`. Empty: only what triggers send. At most 1,000 characters. */
  events?: string | null
  /** The key of the signature; answers mask it. At most 200 characters. */
  signature_token?: string | null
  /** Whether the certificate of the address has to be right. */
  ssl_verify?: boolean
  /** The user to sign in there. At most 250 characters. */
  basic_auth_username?: string | null
  /** The password; answers mask it. At most 250 characters. */
  basic_auth_password?: string | null
  /** How it is called. */
  http_method?: 'post' | 'put' | 'patch' | 'delete'
  /** Sent in the place of user and password; answers mask it. At most 1,000 characters. */
  bearer_token?: string | null
  /** A remark. At most 500 characters. */
  note?: string | null
  /** The kind of service it goes to. At most 250 characters. */
  pre_defined_webhook_type?: string | null
  /** Whether `custom_payload` is sent. */
  customized_payload?: boolean
  /** What is sent, as JSON with `#{...}`. At most 100,000 characters. */
  custom_payload?: string | null
  /** Free-form settings. */
  preferences?: Record<string, unknown>
  /** Whether it is in use. */
  active?: boolean
}
/** Time that was spent on a ticket. */
export interface TimeAccountingRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** The ticket it was spent on. */
  readonly ticket_id: number
  /** The article that reports it. */
  readonly ticket_article_id: number | null
  /** How much, in the unit of the installation; up to 9999.99. */
  readonly time_unit: string
  /** The activity. */
  readonly type_id: number | null
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** The activity. By name. Only in expanded answers. */
  readonly type?: string
}
/** What can be given when a time accounting is created. */
export interface TimeAccountingCreate {
  /** The ticket it was spent on. */
  ticket_id: number
  /** The article that reports it. */
  ticket_article_id?: number | null
  /** How much, in the unit of the installation; up to 9999.99. */
  time_unit: string
  /** The activity. */
  type_id?: number | null
  /** The activity. By name. */
  type?: string
}
/** What can be given when a time accounting is changed. */
export interface TimeAccountingUpdate {
  /** The article that reports it. */
  ticket_article_id?: number | null
  /** How much, in the unit of the installation; up to 9999.99. */
  time_unit?: string
  /** The activity. */
  type_id?: number | null
  /** The activity. By name. */
  type?: string
}
/** An activity that time is spent on. */
export interface TimeAccountingTypeRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name; no two are alike. */
  readonly name: string
  /** A remark. */
  readonly note: string | null
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a time accounting type is created. */
export interface TimeAccountingTypeCreate {
  /** Its name; no two are alike. At most 250 characters. */
  name: string
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a time accounting type is changed. */
export interface TimeAccountingTypeUpdate {
  /** Its name; no two are alike. At most 250 characters. */
  name?: string
  /** A remark. At most 250 characters. */
  note?: string | null
  /** Whether it is in use. */
  active?: boolean
}
/** What is to be done for a ticket, line by line. */
export interface ChecklistRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name. */
  readonly name: string
  /** The ticket; it has one at most. */
  readonly ticket_id: number
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Its lines. */
  readonly item_ids: number[]
}
/** What can be given when a checklist is created. */
export interface ChecklistCreate {
  /** Its name. At most 250 characters. */
  name?: string
  /** The ticket; it has one at most. */
  ticket_id: number
}
/** What can be given when a checklist is changed. */
export interface ChecklistUpdate {
  /** Its name. At most 250 characters. */
  name?: string
}
/** A line of a checklist. */
export interface ChecklistItemRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** What is to be done. */
  readonly text: string
  /** Whether it is done. */
  readonly checked: boolean
  /** Where it belongs. */
  readonly checklist_id: number
  /** The ticket that has to be closed for it. */
  readonly ticket_id: number | null
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a checklist item is created. */
export interface ChecklistItemCreate {
  /** What is to be done. At most 500 characters. */
  text?: string
  /** Whether it is done. */
  checked?: boolean
  /** Where it belongs. */
  checklist_id: number
  /** The ticket that has to be closed for it. */
  ticket_id?: number | null
}
/** What can be given when a checklist item is changed. */
export interface ChecklistItemUpdate {
  /** What is to be done. At most 500 characters. */
  text?: string
  /** Whether it is done. */
  checked?: boolean
  /** The ticket that has to be closed for it. */
  ticket_id?: number | null
}
/** A checklist to begin with. */
export interface ChecklistTemplateRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name. */
  readonly name: string
  /** Whether it is in use. */
  readonly active: boolean
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
  /** Its lines. */
  readonly item_ids: number[]
}
/** What can be given when a checklist template is created. */
export interface ChecklistTemplateCreate {
  /** Its name. At most 250 characters. */
  name: string
  /** Whether it is in use. */
  active?: boolean
}
/** What can be given when a checklist template is changed. */
export interface ChecklistTemplateUpdate {
  /** Its name. At most 250 characters. */
  name?: string
  /** Whether it is in use. */
  active?: boolean
}
/** A new ticket that a group is still writing. */
export interface SharedDraftStartRecord {
  /** Identifies it in paths; never used twice. */
  readonly id: number
  /** Its name. */
  readonly name: string
  /** The group that shares it. */
  readonly group_id: number
  /** What is written so far. */
  readonly content: Record<string, unknown>
  /** The user who changed it last. */
  readonly updated_by_id: number
  /** The user who created it. */
  readonly created_by_id: number
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}
/** What can be given when a shared draft start is created. */
export interface SharedDraftStartCreate {
  /** Its name. At most 250 characters. */
  name: string
  /** The group that shares it. */
  group_id?: number
  /** What is written so far. */
  content?: Record<string, unknown>
  /** The group that shares it. By name. */
  group?: string
}
/** What can be given when a shared draft start is changed. */
export interface SharedDraftStartUpdate {
  /** Its name. At most 250 characters. */
  name?: string
  /** The group that shares it. */
  group_id?: number
  /** What is written so far. */
  content?: Record<string, unknown>
  /** The group that shares it. By name. */
  group?: string
}
/** Columns that lists of tickets can be sorted by. */
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
/** Columns that lists of ticket articles can be sorted by. */
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
/** Columns that lists of users can be sorted by. */
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
/** Columns that lists of organizations can be sorted by. */
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
/** Columns that lists of groups can be sorted by. */
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
  | 'note'
  | 'updated_by_id'
  | 'created_by_id'
  | 'created_at'
  | 'updated_at'
/** Columns that lists of roles can be sorted by. */
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
/** Columns that lists of ticket states can be sorted by. */
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
/** Columns that lists of ticket priorities can be sorted by. */
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
/** Columns that lists of tags can be sorted by. */
export type TagColumn =
  | 'id'
  | 'name'
/** What `collection(name)` holds, by that name. */
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

/** Attributes that stand in expanded answers only. */
export const expandedOnly: { readonly [resource: string]: readonly string[] } = {
  tickets: ['article_ids', 'ticket_time_accounting_ids', 'create_article_type', 'create_article_sender'],
  users: ['roles', 'organizations', 'groups'],
  organizations: ['members', 'secondary_members'],
  groups: ['users', 'signature'],
  roles: ['permissions', 'groups'],
  ticket_states: ['state_type'],
}
