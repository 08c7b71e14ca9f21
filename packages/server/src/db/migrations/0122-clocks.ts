import { addColumn, index, type Migration, table } from '../schema.ts'

const now = { sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`, postgres: 'now()' }

/** Alarms of tickets, and runs of jobs. Times that have passed already raise no alarm, because they may be long past. */
export default {
  id: 122,
  name: 'clocks',
  steps: [
    table('ticket_alarms', { ticket_id: 'integer', type: 'text', due_at: 'time' }, ['ticket_id', 'type']),
    table('job_runs', { job_id: 'integer', after_id: 'integer' }, ['job_id']),
    addColumn('ticket_traces', 'failed', 'boolean', 'false'),
    index('ticket_traces', ['created_at']),
    index('ticket_traces', ['failed', 'created_at'], { where: 'failed' }),
    ({ name }) => ({
      statements: [
        ['reminder_reached', 'pending_time'],
        ['escalation', 'escalation_at'],
      ].map(
        ([type, column]) =>
          `insert into ticket_alarms (ticket_id, type, due_at) select id, '${type}', ${column} from tickets where ${column} <= ${now[name]}`,
      ),
    }),
  ],
} satisfies Migration
