import { index, type Step, table, textTable } from '../../schema.ts'
import { stamps } from './stamps.ts'

/** Articles, their files, and the mail they came from. */
export const articles: readonly Step[] = [
  table('ticket_articles', {
    id: 'id',
    ticket_id: 'ref tickets',
    type_id: 'ref ticket_article_types',
    sender_id: 'ref ticket_article_senders',
    from: 'text null',
    to: 'text null',
    cc: 'text null',
    subject: 'text null',
    reply_to: 'text null',
    message_id: 'text null',
    message_id_md5: 'text null',
    in_reply_to: 'text null',
    content_type: 'text',
    references: 'text null',
    body: 'text',
    internal: 'boolean',
    preferences: 'json',
    ...stamps,
    origin_by_id: 'ref users null',
  }),
  table('ticket_article_types', {
    id: 'id',
    name: 'text unique',
    communication: 'boolean',
    ...stamps,
  }),
  table('ticket_article_senders', {
    id: 'id',
    name: 'text unique',
    ...stamps,
  }),
  table('attachments', {
    id: 'id',
    article_id: 'ref ticket_articles',
    store_file_id: 'integer',
    filename: 'text',
    size: 'integer',
    preferences: 'json',
    ...stamps,
  }),
  table('stored_files', {
    id: 'id',
    sha256: 'text unique',
    size: 'integer',
    created_at: 'time',
  }),
  table('uploads', {
    id: 'id',
    form_id: 'text',
    user_id: 'ref users',
    filename: 'text',
    size: 'integer',
    sha256: 'text',
    preferences: 'json',
    created_at: 'time',
  }),
  table('mail_imports', {
    id: 'id',
    sha256: 'text unique',
    message_id: 'text',
    article_id: 'ref ticket_articles',
    created_at: 'time',
    size: 'integer null',
  }),
  table('mail_references', { message_id_md5: 'text', ticket_id: 'integer' }, ['message_id_md5']),
  table(
    'mail_threads',
    { ticket_id: 'integer', subject_key: 'text', first_at: 'time', last_at: 'time', opened_by_reply: 'integer' },
    ['ticket_id'],
  ),

  index('ticket_articles', ['ticket_id']),
  // Finds the message that a mail replies to.
  index('ticket_articles', ['message_id_md5']),
  index('attachments', ['article_id']),
  index('attachments', ['store_file_id']),
  index('uploads', ['user_id', 'form_id']),
  index('uploads', ['created_at']),
  // An import finds out whether a message has been imported before.
  index('mail_imports', ['message_id']),
  // Finds the imported message of an article, for example when its ticket is deleted.
  index('mail_imports', ['article_id']),
  index('mail_threads', ['subject_key', 'last_at']),
  textTable('ticket_article_types_text', ['name']),
]
