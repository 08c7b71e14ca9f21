/**
 * Computes the deadlines of all open tickets again after a change of SLAs, calendars or states. It works in small
 * steps, so that other writes do not wait long, and stores its progress, so that a restart continues it.
 */
import { systemUser } from '@deskbell/contract'
import type { Desk, Unit } from '../kernel/context.ts'
import { readStoredValue, writeStoredValue } from '../kernel/settings.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { ticketRow, updateDeadlines } from './deadlines.ts'
import type { RuleBook } from './rule-book.ts'
import { ruleContext } from './rules.ts'

/** The name of the stored value with the id of the last processed ticket; `done` after all tickets. */
const cursorName = 'deadlines_after'

/** Number of tickets in one transaction. */
const STEP_TICKETS = 50

/** Schedules the recalculation of the deadlines of all open tickets. */
export const scheduleRecalculation = ({ db }: Unit): Promise<void> => writeStoredValue(db, cursorName, '0')

/** Continues the scheduled recalculation. @returns the number of tickets whose deadlines were computed. */
export async function recalculate(
  desk: Desk,
  readRules: (unit: Unit) => Promise<RuleBook>,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let count = 0
  while (!isStopping() && isCursor(await readStoredValue(desk.database, cursorName))) {
    count += await unitOfWork(desk, systemUser, (unit) => recalculateStep(unit, readRules), 'skip automation')
    await desk.pause(1)
  }
  return count
}

const isCursor = (value: string | undefined): boolean => value !== undefined && value !== 'done'

async function recalculateStep(unit: Unit, readRules: (unit: Unit) => Promise<RuleBook>): Promise<number> {
  // On PostgreSQL, a second process waits at this lock for the first, and continues where that one ended.
  await unit.db.sql
    .updateTable('settings')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', cursorName)
    .execute()
  const after = await readStoredValue(unit.db, cursorName)
  if (!isCursor(after)) return 0
  const open = await openTickets(unit, Number(after))
  const rules = await readRules(unit)
  const ctx = ruleContext(unit, rules)
  for (const { id } of open) {
    await unit.db.dialect.lock('tickets', id)?.execute(unit.db.sql)
    const row = await ticketRow(ctx, id)
    if (row) await updateDeadlines(ctx, rules, row)
  }
  await writeStoredValue(unit.db, cursorName, open.length < STEP_TICKETS ? 'done' : String(open.at(-1)?.id))
  return open.length
}

const openTickets = ({ db }: Unit, after: number) =>
  db.sql
    .selectFrom('tickets')
    .innerJoin('ticket_states', 'ticket_states.id', 'tickets.state_id')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select('tickets.id')
    .where('tickets.id', '>', after)
    .where('ticket_state_types.name', 'not in', ['closed', 'merged'])
    .orderBy('tickets.id')
    .limit(STEP_TICKETS)
    .execute()
