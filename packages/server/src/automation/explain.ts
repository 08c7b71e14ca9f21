/** Explains which rules ran on a ticket and which did not, from the entries in the trace. */
import { type Field, type Resource, type ResourceName, resources } from '@deskbell/contract'
import type { Context, FieldValues } from '../kernel/context.ts'
import { from } from '../kernel/scope.ts'
import { ticketRow } from './deadlines.ts'
import { timeEventTypes } from './events.ts'
import { keysOfRow } from './requirements.ts'
import type { RuleBook, Trigger } from './rule-book.ts'
import { ruleReader } from './rules.ts'
import { type TraceEntry, type ExplainedResult, lastEntries, type Need } from './trace.ts'

/**
 * Returns the last entries of a ticket, newest first.
 * @param showsConditions true to include rules that failed or did not run; the reasons reveal their conditions.
 */
export async function explainedTraces(ctx: Context, ticket: number, showsConditions: boolean): Promise<TraceEntry[]> {
  const entries = await lastEntries(ctx.db, ticket)
  if (!showsConditions) {
    return entries.map((entry) => {
      const ran = entry.results.filter(({ outcome }) => outcome === 'ran')
      return { ...entry, results: ran.map(({ id, name, outcome }) => ({ id, name, outcome })) }
    })
  }
  const rules = await ruleReader()(ctx)
  const row = (await ticketRow(ctx, ticket)) ?? {}
  const explained = entries.map((entry) => ({
    ...entry,
    results: [...entry.results, ...untestedTriggers(rules, entry, row)],
  }))
  return withLabels(ctx, explained)
}

/** Adds the names of the records that the values of needs refer to. */
async function withLabels(ctx: Context, entries: readonly TraceEntry[]): Promise<TraceEntry[]> {
  const allNeeds = entries.flatMap(({ results }) => results.flatMap(({ needs = [] }) => needs))
  const needs = allNeeds.filter(({ kind }) => kind === 'value')
  const labels = new Map<string, ReadonlyMap<string, string>>()
  for (const attribute of new Set(needs.map(({ name }) => name))) {
    const ids = needs.filter(({ name }) => name === attribute).map(({ value }) => Number(value))
    labels.set(attribute, await labelsOf(ctx, attribute, ids))
  }
  const addLabel = (need: Need): Need => {
    const label = labels.get(need.name)?.get(need.value ?? '')
    return label === undefined ? need : { ...need, label }
  }
  return entries.map((entry) => ({
    ...entry,
    results: entry.results.map((result) => (result.needs ? { ...result, needs: result.needs.map(addLabel) } : result)),
  }))
}

async function labelsOf(ctx: Context, attribute: string, ids: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const { [attribute]: field } = resources.ticket.fields as Readonly<Record<string, Field | undefined>>
  const resource: Resource | undefined = field?.kind === 'ref' ? resources[field.to as ResourceName] : undefined
  if (!resource) return new Map()
  const { path, label } = resource
  const rows = await from(ctx, resource, 'read')
    .select([`${path}.id`, `${path}.${label} as name`])
    .where(`${path}.id`, 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]))
}

/** Returns the triggers that were not tested for an event, without those that were changed after it. */
function untestedTriggers(
  { triggers }: RuleBook,
  { event, results, created_at }: TraceEntry,
  row: FieldValues,
): ExplainedResult[] {
  if (event.type === 'job') return []
  const isTimeEvent = timeEventTypes.some((type) => type === event.type)
  const keys = new Set([
    `event:${event.type}`,
    ...(event.article_id === null ? [] : ['article']),
    ...event.changed.map((column) => `changed:${column}`),
    ...keysOfRow(row),
  ])
  const tested = new Set(results.map(({ id }) => id))
  return triggers[isTimeEvent ? 'time' : 'action'].triggers
    .filter(({ source, updated_at }) => !tested.has(source.id) && updated_at <= created_at)
    .map((trigger) => ({
      id: trigger.source.id,
      name: trigger.source.name,
      outcome: 'not concerned',
      ...reasonFor(trigger, keys),
    }))
}

/**
 * Names a requirement that the event did not meet. The keys include those of the current row: if it now meets a requirement
 * that it did not meet at the time of the event, no reason is known.
 */
function reasonFor({ requirements }: Trigger, keys: ReadonlySet<string>): Pick<ExplainedResult, 'reason' | 'needs'> {
  const missing = requirements.find((requirement) => !requirement.some((key) => keys.has(key)))
  if (!missing) return {}
  const needs = missing.map(parseNeed)
  return { reason: `It needs ${needs.map(describeNeed).join(' or ')}.`, needs }
}

/** Parses the key of a requirement, such as `row:priority_id=3`, `changed:owner_id`, `event:create` or `article`. */
function parseNeed(key: string): Need {
  const [, kind, name, value] = /^(\w+):?([^=]*)=?(.*)$/s.exec(key) as unknown as [string, string, string, string]
  if (kind === 'row') return { kind: 'value', name, value }
  return { kind: kind === 'changed' ? 'change' : (kind as 'event' | 'article'), name }
}

function describeNeed({ kind, name, value }: Need): string {
  if (kind === 'article') return 'an article'
  if (kind === 'value') return `${name}=${value}`
  return kind === 'event' ? `the event ${name}` : `a change of ${name}`
}
