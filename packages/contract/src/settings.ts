/** A setting of the whole installation, with the value that applies until it is changed. */
export interface Setting {
  readonly title: string
  readonly doc: string
  /** The section of the settings that it belongs to, in Zammad's names. */
  readonly area: string
  readonly default: boolean | number | string
  /**
   * The users whose web interface gets the value when it starts: `everybody` includes callers without credentials. Absent:
   * only administrators read it, through the routes for settings.
   */
  readonly readers?: 'everybody' | 'users' | 'agents'
  /** Bounds of a number, both included. */
  readonly min?: number
  readonly max?: number
  /** Longest text, in characters. */
  readonly maxLength?: number
}

/** All settings of the service. The order is that of their ids, so add new ones at the end. */
export const settings = {
  product_name: {
    title: 'Product name',
    doc: 'The name of the product shown to users.',
    area: 'System::Branding',
    default: 'Deskbell',
    readers: 'everybody',
    maxLength: 100,
  },
  organization: {
    title: 'Organization',
    doc: 'The organization that runs this installation.',
    area: 'System::Branding',
    default: '',
    readers: 'everybody',
    maxLength: 150,
  },
  fqdn: {
    title: 'Host name',
    doc: 'The host name under which the service is reached.',
    area: 'System::Base',
    default: 'localhost',
    readers: 'everybody',
    maxLength: 250,
  },
  http_type: {
    title: 'Protocol',
    doc: 'The protocol under which the service is reached: `http` or `https`.',
    area: 'System::Base',
    default: 'http',
    readers: 'everybody',
    maxLength: 5,
  },
  timezone_default: {
    title: 'Time zone',
    doc: 'The IANA name of the time zone of days and times for which no other is chosen, such as in overviews, jobs and mails.',
    area: 'System::Base',
    default: 'UTC',
    readers: 'everybody',
    maxLength: 60,
  },
  maintenance_mode: {
    title: 'Maintenance mode',
    doc: 'Only users with the permission `admin.maintenance` may use the service.',
    area: 'Core::WebApp',
    default: false,
    readers: 'everybody',
  },
  api_token_access: {
    title: 'Access by token',
    doc: 'The API accepts access tokens.',
    area: 'API::Base',
    default: true,
  },
  api_password_access: {
    title: 'Access by password',
    doc: 'The API accepts login and password.',
    area: 'API::Base',
    default: true,
  },
  password_max_login_failed: {
    title: 'Failed logins',
    doc: 'Number of wrong passwords from one address that lock an account for that address for 15 minutes.',
    area: 'Security::Password',
    default: 10,
    min: 4,
    max: 20,
  },
  time_accounting: {
    title: 'Time accounting',
    doc: 'Agents record the time they spend on tickets.',
    area: 'Web::Base',
    default: true,
    readers: 'agents',
  },
  tag_new: {
    title: 'New tags',
    doc: 'Users who tag a ticket may create new tags.',
    area: 'Web::Base',
    default: true,
    readers: 'agents',
  },
  checklist: {
    title: 'Checklists',
    doc: 'Tickets may have checklists.',
    area: 'Web::Base',
    default: true,
    readers: 'agents',
  },
  ui_ticket_zoom_article_delete_timeframe: {
    title: 'Time to delete a note',
    doc: 'Number of seconds in which agents may delete their own notes and internal articles; 0 for no limit.',
    area: 'UI::TicketZoom',
    default: 600,
    readers: 'agents',
    min: 0,
    max: 1_000_000_000,
  },
  user_create_account: {
    title: 'Sign-up',
    doc: 'Visitors may sign up for an account. A link in a mail activates it; on a desk that sends no mail, an administrator does.',
    area: 'Security::Base',
    default: false,
    readers: 'everybody',
  },
  user_lost_password: {
    title: 'Forgotten passwords',
    doc: 'Visitors may ask for a new password.',
    area: 'Security::Base',
    default: true,
    readers: 'everybody',
  },
  locale_default: {
    title: 'Language',
    doc: 'The language for people who have not chosen one, such as `en-us`.',
    area: 'System::Branding',
    default: 'en-us',
    maxLength: 20,
    readers: 'everybody',
  },
  ui_ticket_hold_seconds: {
    title: 'Time to take back a message',
    doc: 'Number of seconds for which pages keep a message in the outbox before it is sent.',
    area: 'UI::TicketZoom',
    default: 10,
    readers: 'users',
    min: 0,
    max: 60,
  },
  search_german_spelling: {
    title: 'German spellings in searches',
    doc: 'Searches treat `ä` and `ae`, `ö` and `oe`, `ü` and `ue`, `ß` and `ss` as equal.',
    area: 'Web::Base',
    default: false,
  },
  ticket_hook: {
    title: 'Ticket hook',
    doc: 'The text before the number of a ticket, such as `Ticket#`.',
    area: 'Ticket::Base',
    default: 'Ticket#',
    readers: 'users',
    maxLength: 50,
  },
  ticket_trigger_recursive: {
    title: 'Recursive triggers',
    doc: 'The changes that triggers make run triggers, too. Each trigger runs at most once for a ticket and a change.',
    area: 'Ticket::Core',
    default: false,
  },
  ticket_trigger_recursive_max_loop: {
    title: 'Depth of recursive triggers',
    doc: 'Number of rounds after which the changes of triggers run no more triggers.',
    area: 'Ticket::Core',
    default: 10,
    min: 1,
    max: 100,
  },
  mail_authserv_id: {
    title: 'Trusted mail server',
    doc: 'The name that your own mail server writes into the header `Authentication-Results`; results of other servers are ignored.',
    area: 'Email::Base',
    default: '',
    maxLength: 250,
  },
  received_mail_days: {
    title: 'Days of received mail',
    doc: 'Number of days for which the decisions about received mails are kept. Articles, their original mails, and mails in quarantine stay.',
    area: 'Email::Base',
    default: 90,
    min: 7,
    max: 3650,
  },
  audit_log_days: {
    title: 'Days of the audit log',
    doc: 'Number of days for which entries of the audit log are kept.',
    area: 'Security::Base',
    default: 365,
    min: 1,
    max: 3650,
  },
  ticket_hook_position: {
    title: 'Position of the ticket number',
    doc: 'The position of the ticket number in subjects of mails: `right`, `left` or `none`.',
    area: 'Ticket::Base',
    default: 'right',
    maxLength: 5,
  },
  ticket_subject_size: {
    title: 'Length of subjects',
    doc: 'Number of characters after which subjects of mails are cut, without the prefix and the ticket number.',
    area: 'Email::Base',
    default: 110,
    min: 20,
    max: 500,
  },
  ticket_subject_re: {
    title: 'Prefix of answers',
    doc: 'The word before the colon in subjects of answers, such as `RE`.',
    area: 'Email::Base',
    default: 'RE',
    maxLength: 20,
  },
  ticket_define_email_from: {
    title: 'Sender of mails',
    doc: 'The name in the sender of agents’ mails: `AgentNameSystemAddressName`, `AgentName` or `SystemAddressName`.',
    area: 'Email::Base',
    default: 'AgentNameSystemAddressName',
    maxLength: 40,
  },
  ticket_define_email_from_separator: {
    title: 'Separator in senders',
    doc: 'The word between the name of the agent and the name of the address in senders of mails.',
    area: 'Email::Base',
    default: 'via',
    maxLength: 20,
  },
  notification_sender: {
    title: 'Sender of notifications',
    doc: 'The sender address of notifications, digests and links for accounts. Empty or not an address of the desk: the first address with an active channel.',
    area: 'Email::Base',
    default: '',
    maxLength: 254,
  },
  automation_log_days: {
    title: 'Days of the automation log',
    doc: 'Number of days for which the runs of triggers and jobs are kept, for the log and for the explanation of tickets.',
    area: 'Ticket::Core',
    default: 30,
    min: 1,
    max: 3650,
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

type Widen<T> = T extends boolean ? boolean : T extends number ? number : string

/** The type of a setting's value. */
export type SettingValue<N extends SettingName> = Widen<(typeof settings)[N]['default']>
