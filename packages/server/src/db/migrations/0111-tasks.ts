import { index, type Migration, table } from '../schema.ts'

/** Work that changes cause, and that is done after their commit, such as sending mail. */
export default {
  id: 111,
  name: 'tasks',
  steps: [
    table('tasks', {
      id: 'id',
      kind: 'text',
      payload: 'json',
      lane: 'integer',
      state: 'text',
      attempts: 'integer',
      due_at: 'time',
      claimed_until: 'time null',
      error: 'text null',
      created_at: 'time',
      updated_at: 'time',
    }),
    index('tasks', ['state', 'lane', 'due_at']),
  ],
} satisfies Migration
