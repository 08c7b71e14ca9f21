import { boolean, id, integer, object, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const article = resource('article', {
  path: 'ticket_articles',
  model: 'Ticket::Article',
  doc: 'One message or note of a ticket.',
  fields: {
    id: id(),
    ticket_id: ref('ticket', { write: 'once', doc: 'The ticket it belongs to.' }),
    type_id: ref('article_type', { write: 'once', doc: 'How it came or goes: email, phone, web, note, ...' }),
    sender_id: ref('article_sender', { write: 'once', doc: 'Who wrote it: an agent, the customer or the system.' }),
    from: text({ max: 3000, null: true, write: 'once', doc: 'The sender, as a mail says it.' }),
    to: text({ max: 3000, null: true, write: 'once', doc: 'The recipients, separated by commas.' }),
    cc: text({ max: 3000, null: true, write: 'once', doc: 'Who got a copy, separated by commas.' }),
    subject: text({ max: 3000, null: true, write: 'once', doc: 'The subject line.' }),
    reply_to: text({ max: 300, null: true, write: 'once', doc: 'Where answers go.' }),
    message_id: text({ max: 3000, null: true, write: 'once', doc: 'The message id of the mail.' }),
    message_id_md5: text({
      max: 32,
      null: true,
      write: 'server',
      search: false,
      doc: 'MD5 of the message id, hexadecimal.',
    }),
    in_reply_to: text({ max: 3000, null: true, write: 'once', doc: 'The message id that it answers.' }),
    content_type: text({ max: 20, default: 'text/plain', write: 'once', doc: '`text/plain` or `text/html`.' }),
    references: text({
      max: 100_000,
      null: true,
      write: 'once',
      search: false,
      doc: 'The message ids of the conversation.',
    }),
    body: text({ max: 1_500_000, write: 'once', doc: 'The text.' }),
    internal: boolean({ default: false, doc: 'For agents only; customers never see it.' }),
    preferences: object({ doc: 'Free-form settings.' }),
    ...stamps,
    origin_by_id: ref('user', { null: true, write: 'once', doc: 'The user on whose behalf an agent wrote it.' }),
  },
  many: { attachments: { to: 'attachment', of: 'article_id', ids: false, doc: 'Its files.' } },
  can: {
    read: [],
    create: ['ticket.agent', 'ticket.customer'],
    update: ['ticket.agent'],
    delete: [],
  },
})

export const articleType = resource('article_type', {
  path: 'ticket_article_types',
  model: 'Ticket::Article::Type',
  doc: 'How an article came or goes.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true }),
    communication: boolean({ doc: 'It reaches the customer; a note does not.' }),
    ...stamps,
  },
})

export const articleSender = resource('article_sender', {
  path: 'ticket_article_senders',
  model: 'Ticket::Article::Sender',
  doc: 'Who speaks in an article: an agent, a customer or the system.',
  label: 'name',
  fields: { id: id(), name: text({ max: 250, unique: true }), ...stamps },
})

export const attachment = resource('attachment', {
  path: 'attachments',
  model: 'Store',
  doc: 'A file that came with an article.',
  fields: {
    id: id(),
    article_id: ref('article', { write: 'once' }),
    store_file_id: integer({ write: 'server', doc: 'The stored content; equal contents share it.' }),
    filename: text({ max: 250 }),
    size: integer({ write: 'server', doc: 'Bytes.' }),
    preferences: object(),
    ...stamps,
  },
})
