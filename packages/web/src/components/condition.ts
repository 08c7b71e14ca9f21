/** Conditions of tickets as the service stores them. */

/** A comparison with one attribute. */
export interface Comparison {
  /** The name of the attribute: `ticket.state_id`. */
  readonly name: string
  readonly operator: string
  readonly value?: unknown
  /** The unit of a relative time, such as `day`; `value` is the number of units. */
  readonly range?: string
  /** `current_user.id` or `not_set` instead of chosen people; `specific` or absent if `value` has their ids. */
  readonly pre_condition?: string
}

export const logicalOperators = ['AND', 'OR', 'NOT'] as const
/** The operator that joins the parts of a condition; `NOT`: none of them matches. */
export type LogicalOperator = (typeof logicalOperators)[number]

/** Comparisons and nested conditions that an operator joins. */
export interface ConditionGroup {
  readonly operator: LogicalOperator
  readonly conditions: readonly Part[]
}

export type Part = Comparison | ConditionGroup

export const isGroup = (part: Part): part is ConditionGroup => 'conditions' in part

/** Joins two stored conditions: both must match. */
export const bothConditions = (first: unknown, second: unknown): object =>
  writeCondition({ operator: 'AND', conditions: [first, second].map(readCondition).flatMap(partsOf) })

/** Returns conditions that must all match. */
const partsOf = (group: ConditionGroup): readonly Part[] => (group.operator === 'AND' ? group.conditions : [group])

/** Reads a stored condition: an object of comparisons that all match, or a tree. */
export function readCondition(stored: unknown): ConditionGroup {
  if (typeof stored !== 'object' || stored === null) return { operator: 'AND', conditions: [] }
  const { operator, conditions } = stored as { operator?: unknown; conditions?: unknown }
  if (Array.isArray(conditions)) {
    const name = typeof operator === 'string' ? operator.toUpperCase() : ''
    const logicalOperator = logicalOperators.find((other) => other === name) ?? 'AND'
    return { operator: logicalOperator, conditions: conditions.map(readPart) }
  }
  const comparisons = Object.entries(stored).map(([name, value]) => ({ ...(value as Comparison), name }))
  return { operator: 'AND', conditions: comparisons }
}

const readPart = (part: unknown): Part =>
  typeof part === 'object' && part !== null && !('name' in part) ? readCondition(part) : (part as Comparison)

/**
 * Writes a condition: as an object if it is a conjunction of comparisons of different attributes, as older clients
 * expect it; otherwise as a tree.
 */
export function writeCondition(group: ConditionGroup): object {
  const { operator, conditions } = group
  const comparisons = conditions.filter((part): part is Comparison => !isGroup(part))
  const names = new Set(comparisons.map(({ name }) => name))
  const isFlat = operator === 'AND' && comparisons.length === conditions.length && names.size === conditions.length
  if (!isFlat) return group
  return Object.fromEntries(comparisons.map(({ name, ...comparison }) => [name, comparison]))
}
