import { escapeLike } from '../text/like.ts'
import type { Dates, Field } from '@deskbell/contract'
import type { Actor } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { all, and, type Bound, type ColumnLeaf, type Edge, none, not, or } from './bound.ts'

/** One comparison of a condition: an attribute, an operator and a value (see `docs/records.md`). */
export interface Comparison {
  /** The position in the condition, for error messages. */
  readonly path: string
  readonly operator: string
  readonly value: unknown
  readonly range: unknown
  readonly preCondition: unknown
}

const test = (column: string, of: ColumnLeaf['test']): Bound => ({ kind: 'column', column, test: of })
const isSet = (column: string): Bound => test(column, { is: 'set' })

const unknownOperator = ({ path, operator }: Comparison, operators: readonly string[]) =>
  invalid(
    path,
    `${path}: there is no operator "${operator.slice(0, 60)}" here; the operators are ${operators.join(', ')}.`,
  )

function valuesOf({ path, value }: Comparison): (string | number | boolean)[] {
  const list: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list.flatMap((item) => {
    if (item === '' || item === null) return []
    if (typeof item === 'string' && item.includes('\0')) throw invalid(path, `${path}: a NUL character is not allowed.`)
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') return [item]
    throw invalid(path, `${path}: value is a text, a number, true, false or a list of these.`)
  })
}

const choiceOperators = ['is', 'is not', 'is set', 'not set']

/**
 * Numbers, references and fixed choices: equal to one of the values, or to none of them. With an empty list of values,
 * `is` matches nothing and `is not` everything.
 */
export function choiceCondition(column: string, field: Field, comparison: Comparison, actor: Actor): Bound {
  switch (comparison.operator) {
    case 'is':
    case 'is any of':
      return among(column, field, comparison, actor)
    case 'is not':
    case 'is none of':
      return not(among(column, field, comparison, actor))
    case 'is set':
    case 'set':
      return not(notSet(column, field))
    case 'not set':
      return notSet(column, field)
    default:
      throw unknownOperator(comparison, choiceOperators)
  }
}

function among(column: string, field: Field, comparison: Comparison, actor: Actor): Bound {
  if (comparison.preCondition === 'not_set') return notSet(column, field)
  if (field.to === undefined) {
    return or(
      valuesOf(comparison).map((value) => test(column, { is: 'equal', value: constant(value, field, comparison) })),
    )
  }
  const ids = idsOf(comparison, actor)
  return ids.length === 0 ? none : { kind: 'related', to: field.to, by: column, of: all, ids }
}

/** User 1 stands for no user: it is the owner of tickets without an owner. */
const notSet = (column: string, { to }: Field): Bound =>
  to === 'user' ? or([not(isSet(column)), test(column, { is: 'equal', value: 1 })]) : not(isSet(column))

function idsOf(comparison: Comparison, actor: Actor): readonly number[] {
  switch (comparison.preCondition) {
    case 'current_user.id':
      return [actor.id]
    case 'current_user.organization_id':
      return actor.organizations
    case undefined:
    case null:
    case '':
    case 'specific':
      return [...new Set(valuesOf(comparison).map((value) => wholeNumber(value, comparison)))]
    default:
      throw invalid(
        comparison.path,
        `${comparison.path}: there is no pre_condition ${JSON.stringify(comparison.preCondition)}.`,
      )
  }
}

function wholeNumber(value: string | number | boolean, { path }: Comparison): number {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw invalid(path, `${path}: expected a whole number, got ${JSON.stringify(value).slice(0, 60)}.`)
}

function constant(value: string | number | boolean, { kind, values }: Field, comparison: Comparison) {
  if (kind === 'boolean') {
    if (value === true || value === 'true') return true
    if (value === false || value === 'false') return false
    throw invalid(comparison.path, `${comparison.path}: expected true or false.`)
  }
  if (kind === 'one_of') {
    if (values?.includes(String(value))) return String(value)
    throw invalid(comparison.path, `${comparison.path}: expected one of ${values?.join(', ')}.`)
  }
  if (kind === 'decimal' && Number.isFinite(Number(value))) return Number(value)
  return wholeNumber(value, comparison)
}

const like = (column: string, pattern: string): Bound => test(column, { is: 'like', pattern })

/** Comparisons of texts; `negations` are their negations. Only `is` distinguishes case and accents. */
const textTests: Readonly<Record<string, (column: string, text: string) => Bound>> = {
  is: (column, text) => test(column, { is: 'equal', value: text }),
  contains: (column, text) => like(column, `%${escapeLike(text)}%`),
  'starts with': (column, text) => like(column, `${escapeLike(text)}%`),
  'ends with': (column, text) => like(column, `%${escapeLike(text)}`),
}
const synonyms: Readonly<Record<string, string>> = {
  'is any of': 'is',
  'starts with one of': 'starts with',
  'ends with one of': 'ends with',
}
const negations: Readonly<Record<string, string>> = {
  'is not': 'is',
  'is none of': 'is',
  'contains not': 'contains',
}

/** Returns true if an operator searches inside texts or lists of options. No index supports that. */
export const isSubstringOperator = (operator: string): boolean => /^(?:contains|starts with|ends with)\b/.test(operator)

const optionOperators = ['contains one', 'contains all', 'contains one not', 'contains all not', 'is set', 'not set']

/** Lists of options: they contain one of the values, or all of them. Without values, neither is the case. */
export function optionsCondition(column: string, comparison: Comparison): Bound {
  const conditions = valuesOf(comparison).map((value) => test(column, { is: 'contains', text: String(value) }))
  const every = conditions.length === 0 ? none : and(conditions)
  switch (comparison.operator) {
    case 'contains one':
      return or(conditions)
    case 'contains all':
      return every
    case 'contains one not':
      return not(or(conditions))
    case 'contains all not':
      return not(every)
    case 'is set':
      return isSet(column)
    case 'not set':
      return not(isSet(column))
    default:
      throw unknownOperator(comparison, optionOperators)
  }
}

/** Texts: a match of at least one of the values, or of none of them. */
export function textCondition(column: string, comparison: Comparison): Bound {
  const { operator } = comparison
  if (operator === 'is set') return isSet(column)
  if (operator === 'not set') return not(isSet(column))
  const negated = Object.hasOwn(negations, operator) ? negations[operator] : undefined
  const name = negated ?? (Object.hasOwn(synonyms, operator) ? synonyms[operator] : operator) ?? ''
  const build = Object.hasOwn(textTests, name) ? textTests[name] : undefined
  if (!build)
    throw unknownOperator(comparison, [...Object.keys(textTests), ...Object.keys(negations), 'is set', 'not set'])
  const matches = or(valuesOf(comparison).map((value) => build(column, String(value))))
  return negated ? not(matches) : matches
}

/**
 * The side of a moment on which matching times lie (`within`: between the moment and now), and whether a relative moment is
 * in the past (`-`) or in the future (`+`).
 */
const byMoment: Readonly<Record<string, { sign: '' | '+' | '-'; side: 'from' | 'to' | 'within' }>> = {
  'before (absolute)': { sign: '', side: 'to' },
  'after (absolute)': { sign: '', side: 'from' },
  'before (relative)': { sign: '-', side: 'to' },
  'after (relative)': { sign: '+', side: 'from' },
  'till (relative)': { sign: '+', side: 'to' },
  'from (relative)': { sign: '-', side: 'from' },
  'within last (relative)': { sign: '-', side: 'within' },
  'within next (relative)': { sign: '+', side: 'within' },
}
const units: Readonly<Record<string, string>> = { minute: 'm', hour: 'h', day: 'd', week: 'w', month: 'M', year: 'y' }

const edge = (value: string, inclusive = true): Edge => ({ value, inclusive })

/** Times and days. */
export function timeCondition(column: string, kind: 'time' | 'date', comparison: Comparison, dates: Dates): Bound {
  const { operator } = comparison
  const momentOf = (text: string): string => (kind === 'time' ? dates.span(text).from : dates.days(text).first)
  if (operator === 'is set') return isSet(column)
  if (operator === 'not set') return not(isSet(column))
  if (operator === 'today') {
    const end = kind === 'time' ? edge(dates.span('now/d').to, false) : edge(dates.days('now/d').last)
    return test(column, { is: 'between', from: edge(momentOf('now/d')), to: end })
  }
  const moments = Object.hasOwn(byMoment, operator) ? byMoment[operator] : undefined
  if (!moments) throw unknownOperator(comparison, [...Object.keys(byMoment), 'today', 'is set', 'not set'])
  const moment = moments.sign === '' ? absolute(comparison, momentOf) : relative(comparison, moments.sign, momentOf)
  if (moments.side !== 'within') return test(column, { is: 'between', [moments.side]: edge(moment) })
  const ends = [edge(moment), edge(momentOf('now'))].toSorted((a, b) => (a.value < b.value ? -1 : 1))
  return test(column, { is: 'between', from: ends[0] as Edge, to: ends[1] as Edge })
}

/** Returns the moment of an absolute time. One without an offset is in the `zone` of `boundCondition`. */
function absolute({ path, value }: Comparison, momentOf: (text: string) => string): string {
  try {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return momentOf(value)
  } catch {
    // The error below explains what is expected.
  }
  throw invalid(path, `${path}: expected a time such as 2026-01-31T09:00:00Z.`)
}

function relative({ path, value, range }: Comparison, sign: '+' | '-', momentOf: (text: string) => string): string {
  const unit = typeof range === 'string' && Object.hasOwn(units, range) ? units[range] : undefined
  if (!unit) throw invalid(path, `${path}: range is one of ${Object.keys(units).join(', ')}.`)
  const count = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (!/^\d{1,5}$/.test(count)) throw invalid(path, `${path}: value is a number of ${range as string}s up to 99999.`)
  try {
    return momentOf(`now${sign}${count}${unit}`)
  } catch {
    throw invalid(path, `${path}: there is no such date.`)
  }
}
