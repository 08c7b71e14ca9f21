/** Explains the effects of rules on a ticket, from the entries that they left. */
import type { Context, FieldValues } from '../kernel/context.ts'
import { ticketRow } from './deadlines.ts'
import { clockTypes } from './events.ts'
import { keysOfRow } from './requirements.ts'
import type { RuleBook, Trigger } from './rule-book.ts'
import { ruleReader } from './rules.ts'
import { type Entry, type ExplainedResult, lastEntries } from './trace.ts'

/**
 * Returns the last entries of a ticket, newest first.
 * @param all includes the rules that did not run, which reveals their conditions.
 */
export async function explainedTraces(ctx: Context, ticket: number, all: boolean): Promise<Entry[]> {
  const entries = await lastEntries(ctx.db, ticket)
  if (!all) {
    const ran = entries.map((entry) => ({
      ...entry,
      results: entry.results.filter(({ outcome }) => outcome === 'ran'),
    }))
    return ran.map((entry) => ({
      ...entry,
      results: entry.results.map(({ id, name, outcome }) => ({ id, name, outcome })),
    }))
  }
  const rules = await ruleReader()(ctx)
  const row = (await ticketRow(ctx, ticket)) ?? {}
  return entries.map((entry) => ({ ...entry, results: [...entry.results, ...untestedTriggers(rules, entry, row)] }))
}

/** The triggers that were not tested for an event. Those changed since then are left out. */
function untestedTriggers(
  { triggers }: RuleBook,
  { event, results, created_at }: Entry,
  row: FieldValues,
): ExplainedResult[] {
  if (event.type === 'job') return []
  const isClock = clockTypes.some((type) => type === event.type)
  const keys = new Set([
    `event:${event.type}`,
    ...(event.article_id === null ? [] : ['article']),
    ...event.changed.map((column) => `changed:${column}`),
    ...keysOfRow(row),
  ])
  const tested = new Set(results.map(({ id }) => id))
  return triggers[isClock ? 'time' : 'action'].triggers
    .filter(({ source, updated_at }) => !tested.has(source.id) && updated_at <= created_at)
    .map((trigger) => ({
      id: trigger.source.id,
      name: trigger.source.name,
      outcome: 'not concerned',
      ...reasonFor(trigger, keys),
    }))
}

/** Names a requirement that was not met. The row is read now, so one of its requirements may have been met since the event. */
function reasonFor({ requirements }: Trigger, keys: ReadonlySet<string>): { reason?: string } {
  const missing = requirements.find((requirement) => !requirement.some((key) => keys.has(key)))
  return missing ? { reason: `It needs ${missing.map(inWords).join(' or ')}.` } : {}
}

function inWords(key: string): string {
  if (key === 'article') return 'an article'
  const [kind, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
  return kind === 'event' ? `the event ${name}` : kind === 'changed' ? `a change of ${name}` : name
}
