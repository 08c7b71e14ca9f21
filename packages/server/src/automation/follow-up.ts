/** The automatic consequences of changes, in the same transaction: deadlines and triggers. */
import type { Desk, Unit, UnitChange } from '../kernel/context.ts'
import { ticketRow, updateDeadlines } from './deadlines.ts'
import { eventsIn, type TicketEvent } from './events.ts'
import { scheduleRecalculation } from './recalculation.ts'
import type { RuleBook } from './rule-book.ts'
import { areAgreements, areRules, asRule, ruleReader, rulesChanged } from './rules.ts'
import { runTriggers } from './triggers.ts'

/** Returns the function that a desk calls in each transaction with what has changed. */
export function automation(): Desk['followUp'] {
  const read = ruleReader()
  return async (unit, changes) => {
    if (areRules(changes)) {
      await rulesChanged(unit)
      if (areAgreements(changes)) await scheduleRecalculation(unit)
    }
    const tickets = ticketsIn(changes)
    if (tickets.size === 0) return
    const rules = await read(unit)
    for (const id of tickets) await renewDeadlines(unit, rules, id)
    for (const event of eventsIn(changes)) await runOn(unit, rules, event)
  }
}

/** Runs the triggers of an event, and computes the deadlines that follow from what they changed. */
export async function runOn(unit: Unit, rules: RuleBook, event: TicketEvent): Promise<void> {
  if (await runTriggers(unit, rules, event)) await renewDeadlines(unit, rules, event.ticket)
}

/** The tickets with changes, of their own or of records that belong to them, in the order of their first change. */
function ticketsIn(changes: readonly UnitChange[]): ReadonlySet<number> {
  return new Set(
    changes.flatMap(({ name, id, ticket }) => (name === 'ticket' ? [id] : ticket === undefined ? [] : [ticket])),
  )
}

async function renewDeadlines(unit: Unit, rules: RuleBook, ticket: number): Promise<void> {
  if (rules.slas.length === 0) return
  const ctx = asRule(unit, rules)
  const row = await ticketRow(ctx, ticket)
  if (row) await updateDeadlines(ctx, rules, row)
}
