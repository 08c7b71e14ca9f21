import { id, integer, object, oneOf, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

export const task = resource('task', {
  path: 'tasks',
  model: 'Task',
  doc: 'Work that the service does after a change, such as sending a mail. The task is deleted when the work is done.',
  fields: {
    id: id(),
    kind: text({ max: 100, write: 'server', doc: 'The kind of work: `send_mail`, ...' }),
    payload: object({ write: 'server', doc: 'The parameters of the work, such as ids of records.' }),
    record_id: integer({
      null: true,
      write: 'server',
      doc: 'Id of the record that the work is about; null for kinds of work that are not looked up by record.',
    }),
    lane: integer({
      write: 'server',
      doc: 'Tasks in the same lane share a concurrency limit, and are postponed together if something they all need fails, such as a mail account. Tasks in lane 0 are postponed one by one.',
    }),
    state: oneOf(['waiting', 'failed'], { write: 'server', doc: '`failed`: the service has given up.' }),
    attempts: integer({ write: 'server', doc: 'Number of attempts so far.' }),
    due_at: time({ write: 'server', doc: 'Time of the next attempt.' }),
    claimed_until: time({ null: true, write: 'server', doc: 'Time until which a process has claimed the task.' }),
    error: text({ max: 1000, null: true, write: 'server', search: false, doc: 'The error of the last attempt.' }),
    created_at: time({ write: 'server', doc: 'Time of creation.' }),
    updated_at: time({ write: 'server', doc: 'Time of the last change.' }),
  },
  can: { read: ['admin.monitoring'] },
})
