import { addColumn, index, type Migration } from '../schema.ts'

/** The record that a task is about, so that its tasks are found without reading all. */
export default {
  id: 184,
  name: 'tasks of a record',
  steps: [
    addColumn('tasks', 'record_id', 'integer null', 'null'),
    () => ({
      statements: [`update tasks set record_id = cast(payload ->> 'article_id' as integer) where kind = 'send_mail'`],
    }),
    index('tasks', ['record_id']),
  ],
} satisfies Migration
