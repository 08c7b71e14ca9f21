import { id, integer, object, ref, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/* Internal records of the service: no route lists them as they are. */

export const token = resource('token', {
  path: 'tokens',
  model: 'Token',
  doc: 'An access token of the API. Only the SHA-256 of the secret is stored.',
  fields: {
    id: id(),
    user_id: ref('user', { write: 'server' }),
    action: text({
      max: 40,
      default: 'api',
      doc: 'The purpose of the token: `api`, `session`, `PasswordReset`, `PasswordCheck`, `SignUp` or `FirstAdmin`.',
    }),
    name: text({ max: 255, null: true }),
    hash: text({ max: 64, unique: true, hidden: true, doc: 'SHA-256 of the secret, hexadecimal.' }),
    preferences: object({ doc: '`permission` lists the permissions that the token is limited to.' }),
    last_used_at: time({ null: true, write: 'server' }),
    expires_at: time({ null: true }),
    created_at: time({ write: 'server' }),
    updated_at: time({ write: 'server' }),
  },
})

export const storedFile = resource('stored_file', {
  path: 'stored_files',
  model: 'Store::File',
  doc: 'The content of a file, named by its SHA-256.',
  fields: { id: id(), sha256: text({ max: 64, unique: true }), size: integer(), created_at: time() },
})

export const history = resource('history', {
  path: 'histories',
  model: 'History',
  doc: 'A change of a record.',
  fields: {
    id: id(),
    object: text({ max: 60 }),
    o_id: integer(),
    related_object: text({ max: 60, null: true }),
    related_o_id: integer({ null: true }),
    type: text({ max: 60 }),
    attribute: text({ max: 60, null: true }),
    value_from: text({ max: 500, null: true }),
    value_to: text({ max: 500, null: true }),
    id_from: integer({ null: true }),
    id_to: integer({ null: true }),
    sourceable_type: text({ max: 60, null: true, doc: 'The kind of rule that made the change, such as `Trigger`.' }),
    sourceable_id: integer({ null: true }),
    sourceable_name: text({ max: 250, null: true }),
    created_by_id: ref('user'),
    created_at: time(),
  },
})

export const event = resource('event', {
  path: 'events',
  model: 'Event',
  doc: 'A change, for the live stream and for webhooks, in the order of commits.',
  fields: {
    id: id(),
    name: text({ max: 60, doc: 'Name of the event, such as `ticket.created`.' }),
    object: text({ max: 60 }),
    o_id: integer(),
    ticket_id: integer({ null: true, doc: 'The ticket that the record belongs to.' }),
    changes: object(),
    kept: object({
      null: true,
      doc: 'References and flags of a deleted record, which decide who may receive the event.',
    }),
    created_by_id: ref('user'),
    created_at: time(),
  },
})

export const mailImport = resource('mail_import', {
  path: 'mail_imports',
  model: 'MailImport',
  doc: 'An imported message, recorded so that none is imported twice.',
  fields: {
    id: id(),
    sha256: text({
      max: 64,
      unique: true,
      doc: 'SHA-256 of the original bytes, and the name of the stored file that holds them.',
    }),
    size: integer({ null: true, doc: 'Number of original bytes; null if they were not stored.' }),
    message_id: text({ max: 3000 }),
    identity: text({
      max: 64,
      null: true,
      doc: 'SHA-256 of what copies of the message from different mailboxes have in common.',
    }),
    article_id: ref('article'),
    created_at: time(),
  },
})
