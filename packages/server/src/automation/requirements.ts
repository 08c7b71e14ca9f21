/**
 * Finds the rules that may apply to an event. A comparison of a condition requires a property of the event or of the row,
 * which is written as a key: `event:create`, `changed:state_id`, `row:group_id=2`. Each rule is indexed by one of its
 * requirements, so that a change is tested only with the rules that may apply to it.
 */
import { type Field, type Resource, resources } from '@deskbell/contract'
import { type Context, effective, type FieldValues } from '../kernel/context.ts'
import { type ConditionPart, type NamedComparison, partsOf } from '../search/condition-parts.ts'
import { timeEventTypeOf, type TicketEvent } from './events.ts'

/** A list of keys. An event must have at least one of them for a rule to apply. */
export type Requirement = readonly string[]

/** Returns the requirements of a condition, all of which must be met for it to hold. */
export function requirementsOf(ctx: Context, condition: unknown): Requirement[] {
  const ticket = effective(ctx, resources.ticket)
  const collect = (part: unknown, path: string): Requirement[] => partsOf(part, path).flatMap(collectFrom)
  const collectFrom = (parsed: ConditionPart): Requirement[] => {
    if (!('parts' in parsed)) return requirementsOfComparison(ticket, parsed)
    const ofParts = parsed.parts.map((part, index) => collect(part, `${parsed.path}.conditions[${index}]`))
    if (parsed.logicalOperator === 'AND') return ofParts.flat()
    if (parsed.logicalOperator !== 'OR' || ofParts.length === 0) return []
    // At least one of the parts must hold, so at least one of their requirements must be met.
    const alternatives = ofParts.map(([first]) => first)
    return alternatives.every((requirement) => requirement !== undefined) ? [alternatives.flat()] : []
  }
  return collect(condition, 'condition')
}

function requirementsOfComparison(
  ticket: Resource,
  { name, operator, value, preCondition }: NamedComparison,
): Requirement[] {
  const isAffirmed = operator === 'is' || operator === 'is any of'
  const object = name.slice(0, name.indexOf('.'))
  const column = name.slice(name.indexOf('.') + 1)
  if (name === 'ticket.action') return isAffirmed ? [listOf(value).map((type) => `event:${String(type)}`)] : []
  if (object === 'article') return name === 'article.action' && !isAffirmed ? [] : [['article']]
  if (object !== 'ticket') return []
  if (/^has (?:been )?changed$/.test(operator)) return [[`changed:${column}`]]
  const timeEventType = timeEventTypeOf(name, operator)
  if (timeEventType) return [[`event:${timeEventType}`]]
  const field = Object.hasOwn(ticket.fields, column) ? ticket.fields[column] : undefined
  const isPlain =
    preCondition === undefined || preCondition === null || preCondition === 'specific' || preCondition === ''
  if (!isAffirmed || !isPlain || !field || !isComparable(field)) return []
  return [listOf(value).map((element) => `row:${column}=${canonicalText(field, element)}`)]
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Returns true if equal values of a field always have the same text. */
const isComparable = ({ kind, custom }: Field): boolean =>
  custom === undefined && ['ref', 'integer', 'text', 'boolean', 'one_of'].includes(kind)

const canonicalText = ({ kind }: Field, value: unknown): string =>
  kind === 'ref' || kind === 'integer' ? String(Number(value)) : String(value)

/** An index of rules by their requirements. */
export interface RuleIndex {
  /** Returns the positions of the rules that may apply, in ascending order. */
  readonly candidates: (event: TicketEvent | undefined, row: FieldValues) => number[]
}

/** Builds an index. Each rule is entered under the requirement whose keys are shared by the fewest rules. */
export function indexRules(rules: readonly { readonly requirements: readonly Requirement[] }[]): RuleIndex {
  const ruleCounts = new Map<string, number>()
  for (const key of rules.flatMap(({ requirements }) => requirements.flat()))
    ruleCounts.set(key, (ruleCounts.get(key) ?? 0) + 1)
  const cost = (keys: Requirement): number => keys.reduce((sum, key) => sum + (ruleCounts.get(key) ?? 0), 0)
  const unconditional: number[] = []
  const byKey = new Map<string, number[]>()
  for (const [position, { requirements }] of rules.entries()) {
    const [rarest] = requirements.toSorted((a, b) => cost(a) - cost(b))
    if (!rarest) unconditional.push(position)
    for (const key of new Set(rarest)) byKey.set(key, [...(byKey.get(key) ?? []), position])
  }
  const columns = [...byKey.keys()].flatMap((key) => /^row:([^=]+)=/.exec(key)?.[1] ?? [])
  return { candidates: (event, row) => findRules(byKey, unconditional, keysOf(event, row, new Set(columns))) }
}

function findRules(
  byKey: ReadonlyMap<string, readonly number[]>,
  unconditional: readonly number[],
  keys: readonly string[],
): number[] {
  const positions = new Set(unconditional)
  for (const key of keys) for (const position of byKey.get(key) ?? []) positions.add(position)
  return [...positions].toSorted((a, b) => a - b)
}

/** Returns the keys of an event and of the columns that the index uses. */
const keysOf = (event: TicketEvent | undefined, row: FieldValues, columns: ReadonlySet<string>): string[] => [
  ...(event ? keysOfEvent(event) : []),
  ...keysOfRow(row, [...columns]),
]

/** Returns the keys of the values of a row. */
export const keysOfRow = (row: FieldValues, columns: readonly string[] = Object.keys(row)): string[] =>
  columns.flatMap((column) => (isMissing(row[column]) ? [] : [`row:${column}=${String(row[column])}`]))

const isMissing = (value: unknown): boolean => value === null || value === undefined

/** Returns the keys of an event. */
export const keysOfEvent = ({ type, article, changed }: TicketEvent): string[] => [
  `event:${type}`,
  ...(article === undefined ? [] : ['article']),
  ...[...changed].map((column) => `changed:${column}`),
]
