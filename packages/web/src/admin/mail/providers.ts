import type { Options } from './account.ts'

/** A provider of mail accounts, with its servers. */
export interface Provider {
  readonly id: string
  readonly name: string
  /** The domains of its addresses. */
  readonly domains: readonly string[]
  readonly imap: string
  readonly smtp: string
  /** Encryption of sending. Default: TLS from the start. */
  readonly smtpSecurity?: 'starttls'
  /** The parameters of OAuth, for providers that refuse passwords. */
  readonly oauth?: { readonly token_url: string; readonly scope: string }
  /** True if the provider accepts only app passwords. */
  readonly needsAppPassword?: true
}

export const providers: readonly Provider[] = [
  {
    id: 'google',
    name: 'Gmail, Google Workspace',
    domains: ['gmail.com', 'googlemail.com'],
    imap: 'imap.gmail.com',
    smtp: 'smtp.gmail.com',
    needsAppPassword: true,
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'onmicrosoft.com'],
    imap: 'outlook.office365.com',
    smtp: 'smtp.office365.com',
    smtpSecurity: 'starttls',
    oauth: {
      // `TENANT` is a placeholder, which the administrator replaces.
      token_url: 'https://login.microsoftonline.com/TENANT/oauth2/v2.0/token',
      scope: 'https://outlook.office365.com/.default',
    },
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm'],
    imap: 'imap.fastmail.com',
    smtp: 'smtp.fastmail.com',
    needsAppPassword: true,
  },
  {
    id: 'icloud',
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    imap: 'imap.mail.me.com',
    smtp: 'smtp.mail.me.com',
    smtpSecurity: 'starttls',
    needsAppPassword: true,
  },
  {
    id: 'gmx',
    name: 'GMX',
    domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch'],
    imap: 'imap.gmx.net',
    smtp: 'mail.gmx.net',
  },
  { id: 'web.de', name: 'WEB.DE', domains: ['web.de'], imap: 'imap.web.de', smtp: 'smtp.web.de' },
  { id: 'ionos', name: 'IONOS', domains: ['online.de'], imap: 'imap.ionos.de', smtp: 'smtp.ionos.de' },
  { id: 'strato', name: 'Strato', domains: [], imap: 'imap.strato.de', smtp: 'smtp.strato.de' },
  {
    id: 'mailbox.org',
    name: 'mailbox.org',
    domains: ['mailbox.org'],
    imap: 'imap.mailbox.org',
    smtp: 'smtp.mailbox.org',
  },
  {
    id: 'yahoo',
    name: 'Yahoo',
    domains: ['yahoo.com', 'yahoo.de'],
    imap: 'imap.mail.yahoo.com',
    smtp: 'smtp.mail.yahoo.com',
    needsAppPassword: true,
  },
]

/** The choice for a mail server of a provider that is not in the list. */
export const otherProvider = 'other'
/** The choice for a mail server, such as Postfix, that delivers received e-mails to this service. */
export const listener = 'listener'

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Returns the provider of an address, by its domain. */
export const providerOf = (email: string): string =>
  providers.find(({ domains }) => domains.includes(domainOf(email)))?.id ?? otherProvider

/** Returns the initial options of both directions for an account at a provider. */
export function initialOptions(id: string, email: string): { inbound: Options; outbound: Options } {
  if (id === listener) {
    return {
      // The standard port of LMTP, 24, is open to root only.
      inbound: { adapter: 'lmtp', host: '127.0.0.1', port: 2424 },
      outbound: { adapter: 'smtp', host: '127.0.0.1', security: 'none', user: null },
    }
  }
  const provider = providers.find((other) => other.id === id)
  const domain = domainOf(email)
  const account = { user: email, ...(provider?.oauth && { auth: 'xoauth2', ...provider.oauth }) }
  return {
    inbound: { adapter: 'imap', host: provider?.imap ?? `imap.${domain}`, security: 'tls', ...account },
    outbound: {
      adapter: 'smtp',
      host: provider?.smtp ?? `smtp.${domain}`,
      security: provider?.smtpSecurity ?? 'tls',
      ...account,
    },
  }
}
