import { id, object, oneOf, ref, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const draft = resource('draft', {
  path: 'drafts',
  model: 'Draft',
  doc: 'A text that a user has written and not sent yet. Only this user sees it, on every device.',
  personal: true,
  fields: {
    id: id(),
    ticket_id: ref('ticket', { null: true, write: 'once', doc: 'The ticket; null for a new one.' }),
    kind: oneOf(['reply', 'forward', 'note', 'phone', 'new_ticket'], {
      write: 'once',
      doc: 'The kind of text. A user has at most one draft of each kind for a ticket, but may have several drafts of new tickets.',
    }),
    new_article: object({ doc: 'Values of the article: recipients, subject, body, ... Stored as received.' }),
    ticket_attributes: object({
      doc: 'Changes to the ticket, such as the next state, or the attributes of a new one. Stored as received.',
    }),
    form_id: text({
      max: 255,
      null: true,
      doc: 'The `form_id` of the uploaded files of the draft, which are kept as long as the draft.',
    }),
    ...stamps,
  },
  can: {
    read: ['ticket.agent', 'ticket.customer'],
    create: ['ticket.agent', 'ticket.customer'],
    update: ['ticket.agent', 'ticket.customer'],
    delete: ['ticket.agent', 'ticket.customer'],
  },
})
