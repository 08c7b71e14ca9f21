/** Conditions of tickets as the form edits them. */
import { type Comparison, isGroup, type Part, readCondition } from '../../components/condition.ts'
import type { AdminText } from '../admin-texts.ts'
import { type Attribute, type AttributeKind, isWithoutValue, operatorsOf } from './attributes.ts'

/** Returns a new comparison with an attribute. Its value is empty; that of a boolean is true, which the form shows first. */
export function newComparison({ name, kind }: Attribute, operator = operatorsOf[kind][0] ?? 'is'): Comparison {
  if (isWithoutValue(operator)) return { name, operator }
  if (operator.endsWith('(relative)')) return { name, operator, value: '', range: 'day' }
  return { name, operator, value: initialValues[kind] ?? '' }
}

const initialValues: { readonly [kind in AttributeKind]?: unknown } = {
  boolean: true,
  choice: [],
  person: [],
  record: [],
  option: [],
  options: [],
}

/** Returns true if every comparison whose operator needs a value has one. */
export const isComplete = (part: Part): boolean =>
  isGroup(part) ? part.conditions.every(isComplete) : isWithoutValue(part.operator) || hasValue(part)

/** Returns the error of an incomplete condition; undefined for a complete one. */
export const missingInCondition = (value: unknown): AdminText | undefined =>
  isComplete(readCondition(value)) ? undefined : 'condition_incomplete'

function hasValue({ value, pre_condition }: Comparison): boolean {
  if (pre_condition !== undefined && pre_condition !== 'specific') return true
  if (Array.isArray(value)) return value.length > 0
  return value !== '' && value !== null && value !== undefined
}
