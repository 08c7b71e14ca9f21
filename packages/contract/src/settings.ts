/** A setting of the whole installation: what it decides, of what kind it is, and what holds until somebody says otherwise. */
export interface Setting {
  readonly title: string
  readonly doc: string
  readonly area: string
  readonly default: boolean | number | string
  /** Bounds of a number. */
  readonly least?: number
  readonly most?: number
  /** Longest text, in characters. */
  readonly max?: number
}

/** Every setting that the service obeys. The order is the order of their ids, so new ones go to the end. */
export const settings = {
  product_name: {
    title: 'Product name',
    doc: 'The name that people read.',
    area: 'System::Branding',
    default: 'Deskbell',
    max: 100,
  },
  organization: {
    title: 'Organization',
    doc: 'Who runs this installation.',
    area: 'System::Branding',
    default: '',
    max: 150,
  },
  fqdn: {
    title: 'Host name',
    doc: 'The name under which it is reached.',
    area: 'System::Base',
    default: 'localhost',
    max: 250,
  },
  http_type: {
    title: 'Protocol',
    doc: '`http` or `https`: how it is reached.',
    area: 'System::Base',
    default: 'http',
    max: 5,
  },
  timezone_default: {
    title: 'Time zone',
    doc: 'The zone in which days of searches and overviews begin, an IANA name.',
    area: 'System::Base',
    default: 'UTC',
    max: 60,
  },
  maintenance_mode: {
    title: 'Maintenance mode',
    doc: 'Only administrators get in.',
    area: 'Core::WebApp',
    default: false,
  },
  api_token_access: {
    title: 'Access by token',
    doc: 'The API answers to tokens.',
    area: 'API::Base',
    default: true,
  },
  api_password_access: {
    title: 'Access by password',
    doc: 'The API answers to login and password.',
    area: 'API::Base',
    default: true,
  },
  password_max_login_failed: {
    title: 'Failed logins',
    doc: 'Wrong passwords from one address that lock an account for that address, for 15 minutes.',
    area: 'Security::Password',
    default: 10,
    least: 4,
    most: 20,
  },
  time_accounting: {
    title: 'Time accounting',
    doc: 'Agents account the time they spend on tickets.',
    area: 'Web::Base',
    default: true,
  },
  tag_new: {
    title: 'New tags',
    doc: 'Whoever tags a ticket may make a new tag.',
    area: 'Web::Base',
    default: true,
  },
  checklist: {
    title: 'Checklists',
    doc: 'Tickets may have checklists.',
    area: 'Web::Base',
    default: true,
  },
  ui_ticket_zoom_article_delete_timeframe: {
    title: 'Time to take back a note',
    doc: 'For so many seconds agents may remove a note they have written; 0 for ever.',
    area: 'UI::TicketZoom',
    default: 600,
    least: 0,
    most: 1_000_000_000,
  },
  user_create_account: {
    title: 'Sign-up',
    doc: 'Whoever is not signed in may ask for an account, which an administrator then opens.',
    area: 'Security::Base',
    default: false,
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

type Wide<T> = T extends boolean ? boolean : T extends number ? number : string

/** What a setting holds. */
export type SettingValue<N extends SettingName> = Wide<(typeof settings)[N]['default']>
