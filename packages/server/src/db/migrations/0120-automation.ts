import { addColumn, index, type Migration, table } from '../schema.ts'

/** The source of changes in the history, and what triggers did after each change of a ticket. */
export default {
  id: 120,
  name: 'automation',
  steps: [
    addColumn('histories', 'sourceable_type', 'text null', 'null'),
    addColumn('histories', 'sourceable_id', 'integer null', 'null'),
    addColumn('histories', 'sourceable_name', 'text null', 'null'),
    // No reference: the row goes with its ticket, and a check of it would cost every change of a ticket.
    table('ticket_traces', { id: 'id', ticket_id: 'integer', event: 'json', results: 'json', created_at: 'time' }),
    table('assignment_turns', { group_id: 'integer', user_id: 'integer', turn: 'integer' }, ['group_id', 'user_id']),
    index('ticket_traces', ['ticket_id', 'id']),
  ],
} satisfies Migration
