import { id, integer, oneOf, ref, stamps } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const mention = resource('mention', {
  path: 'mentions',
  model: 'Mention',
  doc: 'A subscription: the user gets notifications about the ticket.',
  fields: {
    id: id(),
    mentionable_type: oneOf(['Ticket'], {
      default: 'Ticket',
      write: 'once',
      doc: 'The type of object; only tickets can be subscribed to.',
    }),
    mentionable_id: integer({ write: 'once', doc: 'The id of the ticket.' }),
    user_id: ref('user', { write: 'once', doc: 'The user who is subscribed.' }),
    ...stamps,
  },
})
