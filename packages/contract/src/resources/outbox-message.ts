import { id, object, oneOf, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const outboxMessage = resource('outbox_message', {
  path: 'outbox_messages',
  model: 'OutboxMessage',
  doc: 'A message that waits some seconds, so that its author can take it back. Only the author sees it.',
  personal: true,
  fields: {
    id: id(),
    action: oneOf(['create_article', 'update_ticket', 'create_ticket'], {
      write: 'once',
      doc: 'The write that is made when the message is sent.',
    }),
    ticket_id: ref('ticket', {
      null: true,
      write: 'once',
      doc: 'The ticket of the message; null for a new ticket, and if the ticket was deleted.',
    }),
    ticket_attributes: object({
      write: 'once',
      doc: 'The attributes that are written to the ticket together with the message.',
    }),
    new_article: object({
      write: 'once',
      doc: 'Values of the article, without its files, which are uploads of its `form_id`.',
    }),
    form_id: text({
      max: 255,
      hidden: true,
      write: 'server',
      doc: 'The `form_id` of the uploaded files of the message.',
    }),
    limits: object({
      hidden: true,
      write: 'server',
      doc: 'The permissions to which the token of the request was limited.',
    }),
    send_at: time({ write: 'server', doc: 'The time at which the message is sent.' }),
    state: oneOf(['waiting', 'failed'], { write: 'server', default: 'waiting', doc: '`failed`: it was refused.' }),
    error: text({ max: 1000, null: true, write: 'server', doc: 'The reason why the message was refused.' }),
    ...stamps,
  },
  can: { read: ['ticket.agent', 'ticket.customer'] },
})
