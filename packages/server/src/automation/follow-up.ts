/** What follows by itself from changes, in their transaction. */
import type { Desk, Unit, UnitChange } from '../kernel/context.ts'
import { ticketRow, updateDeadlines } from './deadlines.ts'
import { scheduleRecalculation } from './recalculation.ts'
import { areRules, asRule, type RuleBook, ruleReader, rulesChanged } from './rules.ts'

/** Returns the function that a desk calls in each transaction with what has changed. */
export function automation(): Desk['followUp'] {
  const read = ruleReader()
  return async (unit, changes) => {
    if (areRules(changes)) {
      await rulesChanged(unit)
      await scheduleRecalculation(unit)
    }
    const tickets = ticketsIn(changes)
    if (tickets.size > 0) await followUpOn(unit, await read(unit), tickets)
  }
}

async function followUpOn(unit: Unit, rules: RuleBook, tickets: ReadonlySet<number>): Promise<void> {
  if (rules.slas.length === 0) return
  const ctx = asRule(unit, rules)
  for (const id of tickets) {
    const row = await ticketRow(ctx, id)
    if (row) await updateDeadlines(ctx, rules, row)
  }
}

/** The tickets that were changed, or to which an article was added, in the order of their first change. */
function ticketsIn(changes: readonly UnitChange[]): ReadonlySet<number> {
  return new Set(
    changes.flatMap(({ name, id, ticket }) => (name === 'ticket' ? [id] : ticket === undefined ? [] : [ticket])),
  )
}
