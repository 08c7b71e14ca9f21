import { boolean, id, integer, object, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const article = resource('article', {
  path: 'ticket_articles',
  model: 'Ticket::Article',
  doc: 'A message or note of a ticket.',
  fields: {
    id: id(),
    ticket_id: ref('ticket', { write: 'once', doc: 'The ticket that the record belongs to.' }),
    type_id: ref('article_type', {
      write: 'once',
      doc: 'The way in which the message was sent: email, phone, web, note, ...',
    }),
    sender_id: ref('article_sender', { write: 'once', doc: 'The kind of author: agent, customer or system.' }),
    from: text({ max: 3000, null: true, write: 'once', doc: 'The sender, in the form of a mail header.' }),
    to: text({ max: 3000, null: true, write: 'once', doc: 'The recipients, separated by commas.' }),
    cc: text({ max: 3000, null: true, write: 'once', doc: 'Recipients of a copy, separated by commas.' }),
    subject: text({ max: 3000, null: true, write: 'once', doc: 'The subject line.' }),
    reply_to: text({ max: 300, null: true, write: 'once', doc: 'The address for replies.' }),
    message_id: text({ max: 3000, null: true, write: 'once', doc: 'The message id of the mail.' }),
    message_id_md5: text({
      max: 32,
      null: true,
      write: 'server',
      search: false,
      doc: 'MD5 of the message id, hexadecimal.',
    }),
    in_reply_to: text({
      max: 3000,
      null: true,
      write: 'once',
      doc: 'The message id of the mail that this one answers.',
    }),
    content_type: text({ max: 20, default: 'text/plain', write: 'once', doc: '`text/plain` or `text/html`.' }),
    references: text({
      max: 100_000,
      null: true,
      write: 'once',
      search: false,
      doc: 'The message ids of the previous mails of the conversation.',
    }),
    body: text({ max: 1_500_000, write: 'once', doc: 'The text.' }),
    internal: boolean({ default: false, doc: 'True for articles that only agents may read.' }),
    preferences: object({ doc: 'Free-form JSON object.' }),
    ...stamps,
    origin_by_id: ref('user', {
      null: true,
      write: 'once',
      doc: 'The user on whose behalf an agent wrote the article.',
    }),
  },
  many: { attachments: { to: 'attachment', of: 'article_id', ids: false, doc: 'Files of the article.' } },
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
  doc: 'The way in which an article was sent, such as `email` or `note`.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true }),
    communication: boolean({ doc: 'True for messages between customers and agents; false for notes.' }),
    ...stamps,
  },
})

export const articleSender = resource('article_sender', {
  path: 'ticket_article_senders',
  model: 'Ticket::Article::Sender',
  doc: 'The kind of author of an article: agent, customer or system.',
  label: 'name',
  fields: { id: id(), name: text({ max: 250, unique: true }), ...stamps },
})

export const attachment = resource('attachment', {
  path: 'attachments',
  model: 'Store',
  doc: 'A file attached to an article.',
  fields: {
    id: id(),
    article_id: ref('article', { write: 'once' }),
    store_file_id: integer({
      write: 'server',
      doc: 'Id of the stored content, which attachments with equal content share.',
    }),
    filename: text({ max: 250 }),
    size: integer({ write: 'server', doc: 'Size in bytes.' }),
    preferences: object(),
    ...stamps,
  },
})
