import { addColumn, type Migration } from '../schema.ts'

/** The limits of the token with which a message was written. Existing messages were written without limits. */
export default {
  id: 95,
  name: 'limits of outbox messages',
  steps: [addColumn('outbox_messages', 'limits', 'json', "'{}'")],
} satisfies Migration
