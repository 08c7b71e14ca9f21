import { invalid } from '../errors/fault.ts'
import type { Comparison } from './comparison.ts'

/** A comparison with its attribute, or several conditions joined by an operator. */
export type ConditionPart =
  | NamedComparison
  | { readonly logicalOperator: string; readonly parts: readonly unknown[]; readonly path: string }

/** A comparison with the name of its attribute. */
export type NamedComparison = Comparison & { readonly name: string }

/** Returns true if a comparison is about the tags of a ticket. */
export const isOfTags = ({ name }: NamedComparison): boolean => name === 'ticket.tags'

/** The values of a comparison. The value for tags may also be one text, separated by commas. */
export function valuesIn(comparison: NamedComparison): readonly unknown[] {
  const { value } = comparison
  if (Array.isArray(value)) return value
  if (!isOfTags(comparison)) return [value]
  return typeof value === 'string' ? value.split(',') : []
}

/**
 * Returns the comparisons and joined conditions in a part of a condition. @param path its path, for errors.
 * @throws Fault `invalid`.
 */
export function partsOf(part: unknown, path: string): ConditionPart[] {
  if (Array.isArray(part)) {
    if (part.some((item) => Array.isArray(item)))
      throw invalid(path, `${path}: a list of conditions must contain objects, not lists.`)
    return part.flatMap((item, index) => partsOf(item, `${path}[${index}]`))
  }
  if (typeof part !== 'object' || part === null) throw invalid(path, `${path}: expected an object.`)
  const { conditions, operator, name } = part as Record<string, unknown>
  if (conditions !== undefined) {
    if (!Array.isArray(conditions)) throw invalid(path, `${path}: conditions is a list.`)
    const logicalOperator = typeof operator === 'string' ? operator.toUpperCase() : 'AND'
    return [{ logicalOperator, parts: conditions, path }]
  }
  if (typeof name === 'string') return [readComparison(name, part, path)]
  return Object.entries(part).map(([key, value]) => readComparison(key, value, `${path}.${key}`))
}

function readComparison(name: string, value: unknown, path: string): NamedComparison {
  if (typeof value !== 'object' || value === null) throw invalid(path, `${path}: expected an object with an operator.`)
  const { operator, pre_condition, range, value: operand } = value as Record<string, unknown>
  if (typeof operator !== 'string') throw invalid(path, `${path}: operator is missing.`)
  return { name, path, operator, value: operand, range, preCondition: pre_condition }
}
