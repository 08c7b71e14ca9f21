import { id, integer, oneOf, stamps, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const dataPrivacyTask = resource('data_privacy_task', {
  path: 'data_privacy_tasks',
  model: 'DataPrivacyTask',
  doc: 'The deletion of a user and of all tickets whose customer is that user. It cannot be undone.',
  fields: {
    id: id(),
    deletable_type: oneOf(['User'], {
      default: 'User',
      write: 'once',
      doc: 'The model of the record that is deleted.',
    }),
    // Not a reference, because the task outlives the user.
    deletable_id: integer({ write: 'once', doc: 'Id of the user.' }),
    state: oneOf(['in process', 'completed', 'failed'], {
      default: 'in process',
      write: 'server',
      doc: '`failed`: the last attempt failed. It is retried automatically for some hours, and afterwards only if an administrator restarts it.',
    }),
    tickets_deleted: integer({ default: 0, write: 'server', doc: 'Number of tickets deleted so far.' }),
    error: text({ max: 500, null: true, write: 'server', search: false, doc: 'The error of the last attempt.' }),
    ...stamps,
  },
  can: { read: ['admin.data_privacy'], create: ['admin.data_privacy'] },
})
