import { addColumn, index, type Migration, table } from '../schema.ts'

/**
 * The rule that made a change, in the history; the results of the triggers after each change of a ticket; and the order in
 * which agents get new tickets.
 */
export default {
  id: 120,
  name: 'automation',
  steps: [
    addColumn('histories', 'sourceable_type', 'text null', 'null'),
    addColumn('histories', 'sourceable_id', 'integer null', 'null'),
    addColumn('histories', 'sourceable_name', 'text null', 'null'),
    // No foreign key: the row is deleted with its ticket, and checking the key would slow down each change of a ticket.
    table('ticket_traces', { id: 'id', ticket_id: 'integer', event: 'json', results: 'json', created_at: 'time' }),
    table('assignment_turns', { group_id: 'integer', user_id: 'integer', turn: 'integer' }, ['group_id', 'user_id']),
    index('ticket_traces', ['ticket_id', 'id']),
  ],
} satisfies Migration
