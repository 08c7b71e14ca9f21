/** Applies the automatic consequences of changes in the same transaction: deadlines and triggers. */
import type { Desk, Unit, UnitChange } from '../kernel/context.ts'
import { ticketRow, updateDeadlines } from './deadlines.ts'
import { eventsIn, type TicketEvent } from './events.ts'
import { scheduleRecalculation } from './recalculation.ts'
import type { RuleBook } from './rule-book.ts'
import { affectsDeadlines, affectsRules, ruleContext, ruleReader, markRulesChanged } from './rules.ts'
import { runTriggers } from './triggers.ts'

/** Returns the function that a desk calls in each transaction with its changes. */
export function createAutomation(): Desk['automate'] {
  const readRules = ruleReader()
  return async (unit, changes) => {
    if (affectsRules(changes)) {
      await markRulesChanged(unit)
      if (affectsDeadlines(changes)) await scheduleRecalculation(unit)
    }
    const tickets = ticketsIn(changes)
    if (tickets.size === 0) return
    const rules = await readRules(unit)
    for (const id of tickets) await refreshDeadlines(unit, rules, id)
    for (const event of eventsIn(changes)) await processEvent(unit, rules, event)
  }
}

/** Runs the triggers of an event, and updates the deadlines if one of them ran. */
export async function processEvent(unit: Unit, rules: RuleBook, event: TicketEvent): Promise<void> {
  if (await runTriggers(unit, rules, event)) await refreshDeadlines(unit, rules, event.ticket)
}

/** Returns the tickets that changed, or whose articles and other records changed, in the order of their first change. */
function ticketsIn(changes: readonly UnitChange[]): ReadonlySet<number> {
  return new Set(changes.flatMap(({ name, id, ticket = [] }) => (name === 'ticket' ? id : ticket)))
}

async function refreshDeadlines(unit: Unit, rules: RuleBook, ticket: number): Promise<void> {
  if (rules.slas.length === 0) return
  const ctx = ruleContext(unit, rules)
  const row = await ticketRow(ctx, ticket)
  if (row) await updateDeadlines(ctx, rules, row)
}
