/** The options of a mail account, by direction. */
import { boolean, type Fields, integer, oneOf, text, type TypeOf } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { Part } from '../../kernel/schema.ts'
import { field, shape } from '../../writing/parts.ts'

/** Options that are stored separately from the others and masked in responses. */
export const secretOptions = ['password', 'client_secret', 'refresh_token', 'private_key', 'dkim_private_key'] as const

/** A server, and how to sign in to it. */
const server = {
  host: text({ max: 255, null: true, doc: 'Host name or address.' }),
  port: integer({ null: true, doc: 'Port; if null, the usual one.' }),
  security: oneOf(['tls', 'starttls', 'none'], {
    default: 'tls',
    doc: 'Encryption: `tls` from the start, `starttls` after the command STARTTLS, or `none`.',
  }),
  verify_certificate: boolean({ default: true, doc: 'False if any certificate of the server is accepted.' }),
  auth: oneOf(['password', 'xoauth2'], { default: 'password', doc: 'The method of signing in.' }),
  user: text({ max: 255, null: true, doc: 'User name.' }),
  password: text({ max: 1000, null: true, doc: 'Password, masked in responses.' }),
  client_id: text({ max: 500, null: true, doc: 'Id of the OAuth client.' }),
  client_secret: text({ max: 1000, null: true, doc: 'Secret of the OAuth client, masked in responses.' }),
  refresh_token: text({
    max: 5000,
    null: true,
    doc: 'Token with which access tokens are requested, masked in responses.',
  }),
  token_url: text({ max: 500, null: true, doc: 'Address from which access tokens are requested.' }),
  scope: text({ max: 500, null: true, doc: 'Scope of the access tokens.' }),
}

const inboundFields = {
  adapter: oneOf(['none', 'imap', 'smtp', 'lmtp'], {
    default: 'none',
    doc: 'The way in which mail arrives: `imap` reads a mailbox; `smtp` and `lmtp` listen on `host` and `port`.',
  }),
  ...server,
  port: integer({ null: true, doc: 'Port; if null, the usual one of IMAP. A listener needs one; 0 is any free port.' }),
  certificate: text({
    max: 50_000,
    null: true,
    doc: 'Certificate of a listener in PEM form, with intermediate certificates. Without it, mail arrives unencrypted.',
  }),
  private_key: text({ max: 10_000, null: true, doc: 'Key of the certificate in PEM form, masked in responses.' }),
  folder: text({ max: 255, default: 'INBOX', doc: 'Folder that is read.' }),
  after: oneOf(['keep', 'seen', 'move', 'delete'], {
    default: 'seen',
    doc: 'The action on a mail in the mailbox after it was received.',
  }),
  move_to: text({ max: 255, null: true, doc: 'Folder to which received mails are moved.' }),
}

const outboundFields = {
  adapter: oneOf(['none', 'smtp'], { default: 'none', doc: 'The way in which mail is sent.' }),
  ...server,
  reply_to: oneOf(['none', 'signed'], {
    default: 'none',
    doc: '`signed` adds a reply address that names the ticket: for `help@...`, the mail server must accept `help+anything@...`.',
  }),
  dkim_domain: text({ max: 255, null: true, doc: 'Domain of the DKIM signature.' }),
  dkim_selector: text({ max: 255, null: true, doc: 'Selector of the DKIM key.' }),
  dkim_private_key: text({ max: 10_000, null: true, doc: 'Private key in PEM form, masked in responses.' }),
}

type Options<F extends Fields> = { readonly [K in keyof F]: TypeOf<F[K]> }

/** The options of receiving, complete with defaults. */
export type EmailInbound = Options<typeof inboundFields>
/** The options of sending, complete with defaults. */
export type EmailOutbound = Options<typeof outboundFields>

export const emailInbound = options(inboundFields, (path, inbound) => {
  const { adapter, host, port, user, after, move_to, certificate, private_key } = inbound
  if (adapter === 'imap') requireOptions(path, { host, user })
  if (adapter === 'smtp' || adapter === 'lmtp') requireOptions(path, { port })
  if (after === 'move') requireOptions(path, { move_to })
  if (certificate !== null) requireOptions(path, { private_key })
})

export const emailOutbound = options(
  outboundFields,
  (path, { adapter, host, dkim_domain, dkim_selector, dkim_private_key }) => {
    if (adapter === 'smtp') requireOptions(path, { host })
    if (dkim_domain !== null) requireOptions(path, { dkim_selector, dkim_private_key })
  },
)

/** Returns the part of a body for an object with these options. Absent options have their defaults. */
function options<F extends Fields>(
  fields: F,
  check: (path: string, read: Options<F>) => void,
): Part<Options<F>> & { readonly optional: true } {
  const entries = Object.entries(fields)
  const parts = Object.fromEntries(entries.map(([key, declaration]) => [key, field(declaration)]))
  const defaults = Object.fromEntries(entries.map(([key, declaration]) => [key, declaration.default ?? null]))
  const { schema, read } = shape(parts, { closed: true })
  return {
    schema,
    optional: true,
    read(path, value) {
      const complete = { ...defaults, ...read(path, value) } as Options<F>
      check(path, complete)
      return complete
    },
  }
}

/** @throws Fault `invalid` for the first option that is empty. */
function requireOptions(path: string, needed: Readonly<Record<string, string | number | null>>): void {
  for (const [key, value] of Object.entries(needed)) {
    if (value === null || value === '') throw invalid(`${path}.${key}`, `${path}.${key}: is required here.`)
  }
}
