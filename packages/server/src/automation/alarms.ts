/**
 * Raises the alarms of tickets: a reminder is due, a deadline has passed, or a deadline will pass soon. A row that is written
 * in the same transaction stores the due time, so that no alarm is raised twice for the same time, not even by another
 * process or after a restart.
 */
import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { FieldValues, Unit } from '../kernel/context.ts'
import { notifyAgents } from '../resources/ticket/notify.ts'
import { ticketRow } from './deadlines.ts'
import { type DueWork, unindexed } from './due-tickets.ts'
import type { TimeEventType } from './events.ts'
import { timeEvent } from './past-events.ts'
import { processEvent } from './automate.ts'
import type { RuleBook } from './rule-book.ts'
import { ruleContext } from './rules.ts'

/** A kind of alarm. */
interface Alarm {
  readonly type: TimeEventType
  /** The column with the due time. */
  readonly column: 'pending_time' | 'escalation_at'
  /** Minutes before the due time at which the alarm is raised. */
  readonly minutesAhead: number
}

/** Minutes before a deadline at which the warning is raised. */
const WARNING_MINUTES = 15

const alarms: readonly Alarm[] = [
  { type: 'reminder_reached', column: 'pending_time', minutesAhead: 0 },
  { type: 'escalation', column: 'escalation_at', minutesAhead: 0 },
  { type: 'escalation_warning', column: 'escalation_at', minutesAhead: WARNING_MINUTES },
]

/** Returns the work that raises alarms, for each kind of alarm. */
export const alarmWork = (readRules: (unit: Unit) => Promise<RuleBook>): DueWork[] =>
  alarms.map((alarm) => ({
    failureLog: `could not raise an alarm of a ticket (${alarm.type})`,
    find: ({ database, now }, after, max) => findDue(database, alarm, now(), { after, max }),
    act: async (unit, ticket) => raiseAlarm(unit, await readRules(unit), alarm, ticket),
    automation: 'skip automation',
  }))

async function findDue(
  db: Pick<Connection, 'sql' | 'dialect'>,
  { type, column, minutesAhead }: Alarm,
  now: Date,
  { after, max }: { after: number; max: number },
): Promise<number[]> {
  const before = new Date(now.getTime() + minutesAhead * 60_000).toISOString()
  const rows = await db.sql
    .selectFrom('tickets')
    .select('tickets.id')
    .$if(column === 'pending_time', (query) => query.where(unindexed(db, 'state_id'), 'in', reminderStates(db.sql)))
    .where(`tickets.${column}`, '<=', before)
    // A warning is useless after the deadline.
    .$if(minutesAhead > 0, (query) => query.where(`tickets.${column}`, '>', now.toISOString()))
    .where(unindexed(db, 'id'), '>', after)
    .where((eb) => eb.not(eb.exists(alarmAt(db.sql, type, column))))
    .orderBy(unindexed(db, 'id'))
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}

/** Selects the stored alarm of a ticket for the time that is now in the column. */
const alarmAt = (db: Unit['db']['sql'], type: Alarm['type'], column: Alarm['column']) =>
  db
    .selectFrom('ticket_alarms')
    .select(sql.lit(1).as('one'))
    .where('ticket_alarms.ticket_id', '=', sql.ref<number>('tickets.id'))
    .where('ticket_alarms.type', '=', type)
    .where('ticket_alarms.due_at', '=', sql.ref<string>(`tickets.${column}`))

const reminderStates = (db: Unit['db']['sql']) =>
  db
    .selectFrom('ticket_states')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select('ticket_states.id')
    .where('ticket_state_types.name', '=', 'pending reminder')

async function raiseAlarm(unit: Unit, rules: RuleBook, alarm: Alarm, ticket: number): Promise<void> {
  // The ticket may have changed, or another process may have raised the alarm.
  const [due] = await findDue(unit.db, alarm, new Date(unit.now), { after: ticket - 1, max: 1 })
  if (due !== ticket) return
  const ctx = ruleContext(unit, rules)
  const row = (await ticketRow(ctx, ticket)) as FieldValues
  const due_at = row[alarm.column] as string
  await unit.db.sql
    .insertInto('ticket_alarms')
    .values({ ticket_id: ticket, type: alarm.type, due_at })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'type']).doUpdateSet({ due_at }))
    .execute()
  await processEvent(unit, rules, await timeEvent(unit, alarm.type, row))
  await notifyAgents(ctx, ticket, alarm.type)
}
