import { id, integer, oneOf, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const dataPrivacyTask = resource('data_privacy_task', {
  path: 'data_privacy_tasks',
  model: 'DataPrivacyTask',
  doc: 'The deletion of a user with all tickets of which the user is the customer. It cannot be undone.',
  fields: {
    id: id(),
    deletable_type: oneOf(['User'], { default: 'User', write: 'once', doc: 'What is deleted.' }),
    // No reference: the entry outlives the user.
    deletable_id: integer({ write: 'once', doc: 'Id of the user.' }),
    state: oneOf(['in process', 'completed', 'failed'], {
      default: 'in process',
      write: 'server',
      doc: '`failed`: it is attempted again for some hours.',
    }),
    tickets_deleted: integer({ default: 0, write: 'server', doc: 'Number of tickets deleted so far.' }),
    error: text({ max: 500, null: true, write: 'server', search: false, doc: 'Why the last attempt failed.' }),
    ...stamps,
  },
  can: { read: ['admin.data_privacy'], create: ['admin.data_privacy'] },
})
