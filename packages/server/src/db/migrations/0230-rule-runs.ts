import { index, type Migration, table } from '../schema.ts'

/** The rules that ran in each entry of `ticket_traces`: an index for the log of all tickets. */
export default {
  id: 230,
  name: 'rule runs',
  steps: [
    table('rule_runs', {
      id: 'id',
      // No foreign keys: rows are deleted with their entries and tickets, and checking the keys would slow down each change
      // of a ticket.
      trace_id: 'integer',
      ticket_id: 'integer',
      kind: 'text',
      rule_id: 'integer null',
      failed: 'boolean',
      created_at: 'time',
    }),
    ({ name }) => ({ statements: [name === 'postgres' ? fromPostgres : fromSqlite] }),
    index('rule_runs', ['created_at', 'id']),
    index('rule_runs', ['kind', 'rule_id', 'created_at', 'id']),
    index('rule_runs', ['ticket_id']),
    index('webhook_deliveries', ['created_at', 'id']),
  ],
} satisfies Migration

const into = 'insert into rule_runs (trace_id, ticket_id, kind, rule_id, failed, created_at)'

const fromSqlite = `${into}
  select t.id, t.ticket_id, iif(json_extract(t.event, '$.type') = 'job', 'job', 'trigger'),
    json_extract(r.value, '$.id'), json_extract(r.value, '$.outcome') = 'failed', t.created_at
  from ticket_traces t, json_each(t.results) r
  where json_extract(r.value, '$.outcome') <> 'did not match'
  order by t.id`

const fromPostgres = `${into}
  select t.id, t.ticket_id, case t.event::jsonb ->> 'type' when 'job' then 'job' else 'trigger' end,
    (r.value ->> 'id')::bigint, r.value ->> 'outcome' = 'failed', t.created_at
  from ticket_traces t, jsonb_array_elements(t.results::jsonb) r
  where r.value ->> 'outcome' <> 'did not match'
  order by t.id`
