import { id, integer, object, ref, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** The service's own books: no address of the interface lists them as they are. */

export const token = resource('token', {
  path: 'tokens',
  model: 'Token',
  doc: 'A key to the API. The secret itself is not kept, only its SHA-256.',
  fields: {
    id: id(),
    user_id: ref('user', { write: 'server' }),
    action: text({ max: 40, default: 'api' }),
    name: text({ max: 255, null: true }),
    hash: text({ max: 64, unique: true, hidden: true, doc: 'SHA-256 of the secret, hexadecimal.' }),
    preferences: object({ doc: '`permission`: the names it is limited to.' }),
    last_used_at: time({ null: true, write: 'server' }),
    expires_at: time({ null: true }),
    created_at: time({ write: 'server' }),
    updated_at: time({ write: 'server' }),
  },
})

export const storedFile = resource('stored_file', {
  path: 'stored_files',
  model: 'Store::File',
  doc: 'A file’s content, named by its SHA-256.',
  fields: { id: id(), sha256: text({ max: 64, unique: true }), size: integer(), created_at: time() },
})

export const history = resource('history', {
  path: 'histories',
  model: 'History',
  doc: 'What happened to a record, in order.',
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
    created_by_id: ref('user'),
    created_at: time(),
  },
})

export const event = resource('event', {
  path: 'events',
  model: 'Event',
  doc: 'The outbox: what changed, in commit order, for the live stream and for webhooks.',
  fields: {
    id: id(),
    name: text({ max: 60, doc: 'Such as `ticket.created`.' }),
    object: text({ max: 60 }),
    o_id: integer(),
    ticket_id: integer({ null: true, doc: 'The ticket it belongs to.' }),
    changes: object(),
    kept: object({
      null: true,
      doc: 'References and flags of a record that was deleted: they decide who may hear of it.',
    }),
    created_by_id: ref('user'),
    created_at: time(),
  },
})

export const mailImport = resource('mail_import', {
  path: 'mail_imports',
  model: 'MailImport',
  doc: 'Every message that was imported, so that none is imported twice.',
  fields: {
    id: id(),
    sha256: text({
      max: 64,
      unique: true,
      doc: 'SHA-256 of the original bytes, and the name of the stored file that holds them.',
    }),
    size: integer({ null: true, doc: 'Number of original bytes; null if they were not stored.' }),
    message_id: text({ max: 3000 }),
    article_id: ref('article'),
    created_at: time(),
  },
})
