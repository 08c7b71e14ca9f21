import { type Dates, datesIn, type Field, relationOf, type Resource, visibleFields } from '@deskbell/contract'
import { type Context, declared, effective } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { all, and, type Bound, not, or } from './bound.ts'
import { isSubstringOperator, choiceCondition, optionsCondition, textCondition, timeCondition } from './comparison.ts'
import { type ConditionPart, type NamedComparison, isOfTags, valuesIn, partsOf } from './condition-parts.ts'

/** The limits on levels and on conditions: more than any form offers, and few enough for both databases. */
const MAX_DEPTH = 8
const MAX_CONDITIONS = 200
/** A comparison on articles may read all articles of the desk, once for each text that it searches for. */
const MAX_ON_ARTICLES = 10
/** Values of operators that search inside texts: each record is compared with each of them. */
const MAX_SUBSTRINGS = 100
/** Values of all comparisons together. */
const MAX_VALUES = 1000

/** Operators and attributes of comparisons about a change, which only triggers can evaluate. */
const changeOnly = {
  operators: ['has changed', 'has been changed', 'has reached', 'has reached warning'],
  keys: ['ticket.action', 'article.action', 'article.time_accounting'],
}

type BindSpecial = (comparison: NamedComparison) => Bound | undefined

interface Options {
  /** Binds comparisons that searches do not have; returns undefined for all others. */
  readonly special?: BindSpecial
  /**
   * Restricts the attributes that a condition may name, for example `readable` for a condition written by the caller. A
   * stored condition is kept as it is; in a search, attributes that the caller may not read count as empty.
   */
  readonly as?: (ctx: Context, resource: Resource) => Resource
  /** The time zone of days, and of times without an offset; default UTC. */
  readonly zone?: string
}

/**
 * Translates a condition of an overview, a rule or a search: either an object of comparisons that all must match,
 * `{"ticket.state_id": {"operator": "is", "value": ["1"]}}`, or a tree, `{"operator": "OR", "conditions": [{"name":
 * "ticket.title", ...}]}`.
 * @throws Fault `invalid` with the path of the part that is not valid.
 */
export function boundCondition(ctx: Context, resource: Resource, condition: unknown, options: Options = {}): Bound {
  const dates = datesIn({ now: ctx.desk.now(), zone: options.zone ?? 'UTC' })
  const remaining = {
    conditions: MAX_CONDITIONS,
    onArticles: MAX_ON_ARTICLES,
    substrings: MAX_SUBSTRINGS,
    values: MAX_VALUES,
  }
  const resourceNamed = (name: string) => (options.as ?? effective)(ctx, declared(name))
  const read = (part: unknown, path: string, depth: number): Bound => {
    if (depth > MAX_DEPTH) throw invalid(path, `${path}: conditions can be nested at most ${MAX_DEPTH} levels deep.`)
    return and(partsOf(part, path).map((leaf) => readLeaf(leaf, depth)))
  }
  const spend = (comparison: NamedComparison): void => {
    const { path, name, operator } = comparison
    const values = valuesIn(comparison).length
    const substrings = isSubstringOperator(operator) && !isOfTags(comparison) ? values : 0
    remaining.values -= values
    remaining.substrings -= substrings
    if (name.startsWith('article.')) remaining.onArticles -= Math.max(1, substrings)
    if (remaining.values < 0) throw invalid(path, `${path}: at most ${MAX_VALUES} values in all conditions.`)
    if (remaining.substrings < 0) {
      throw invalid(
        path,
        `${path}: at most ${MAX_SUBSTRINGS} values of contains, starts with and ends with in all conditions.`,
      )
    }
    if (remaining.onArticles < 0) {
      throw invalid(
        'condition',
        `condition: at most ${MAX_ON_ARTICLES} conditions on articles, or texts to look for in them.`,
      )
    }
  }
  const readLeaf = (leaf: ConditionPart, depth: number): Bound => {
    remaining.conditions -= 1
    if (remaining.conditions < 0) throw invalid('condition', `condition: at most ${MAX_CONDITIONS} conditions.`)
    if ('parts' in leaf) return joinedCondition(leaf, (part, path) => read(part, path, depth + 1))
    spend(leaf)
    return options.special?.(leaf) ?? attributeCondition(ctx, resourceNamed, resourceNamed(resource.name), leaf, dates)
  }
  return read(condition, 'condition', 1)
}

/** Accepts the comparisons of triggers, about a change or the time of execution. In the result, they always match. */
export const bindForTriggers: BindSpecial = (comparison) =>
  isAboutChange(comparison) || isAboutExecutionTime(comparison) ? all : undefined

/** Accepts the comparisons of jobs, about the time of execution. In the result, they always match. */
export const bindForJobs: BindSpecial = (comparison) => (isAboutExecutionTime(comparison) ? all : undefined)

const isAboutChange = ({ name, operator }: NamedComparison): boolean =>
  changeOnly.operators.includes(operator) || changeOnly.keys.includes(name)

/** Returns true for a comparison of the current time with business hours. */
export const isAboutExecutionTime = ({ name }: NamedComparison): boolean => name.startsWith('execution_time.')

function joinedCondition(
  { logicalOperator, parts, path }: { logicalOperator: string; parts: readonly unknown[]; path: string },
  read: (part: unknown, path: string) => Bound,
): Bound {
  const conditions = parts.map((part, index) => read(part, `${path}.conditions[${index}]`))
  if (logicalOperator === 'AND') return and(conditions)
  if (logicalOperator === 'OR') return conditions.length === 0 ? all : or(conditions)
  if (logicalOperator === 'NOT') return not(or(conditions))
  throw invalid(path, `${path}: conditions are joined by AND, OR or NOT.`)
}

/** `ticket.title` is a field of the ticket; `customer.email` is a field of the record that the relation refers to. */
function attributeCondition(
  ctx: Context,
  resourceNamed: (name: string) => Resource,
  resource: Resource,
  comparison: NamedComparison,
  dates: Dates,
): Bound {
  const dot = comparison.name.indexOf('.')
  const object = comparison.name.slice(0, dot)
  const name = comparison.name.slice(dot + 1)
  if (object === resource.name) return fieldCondition(ctx, resource, name, comparison, dates)
  for (const [column, { to, null: isOptional }] of visibleFields(resource)) {
    if (to === undefined || relationOf(column) !== object) continue
    const related: Bound = {
      kind: 'related',
      to,
      by: column,
      of: fieldCondition(ctx, resourceNamed(to), name, comparison, dates),
    }
    // A negated comparison of the name of an organization also matches tickets without one.
    return isOptional && matchMissing.includes(comparison.operator) ? or([not(isSet(column)), related]) : related
  }
  if (resource.name === 'ticket' && object === 'article') {
    return {
      kind: 'related',
      to: 'article',
      many: 'articles',
      of: fieldCondition(ctx, resourceNamed('article'), name, comparison, dates),
    }
  }
  throw unknownAttribute(comparison)
}

/** Operators that also match if the value does not exist. */
const matchMissing: readonly string[] = ['is not', 'is none of', 'contains not', 'not set']

const isSet = (column: string): Bound => ({ kind: 'column', column, test: { is: 'set' } })

const unknownAttribute = ({ path, name }: NamedComparison) =>
  invalid(path, `${path}: there is no attribute "${name.slice(0, 100)}".`)

function fieldCondition(
  ctx: Context,
  resource: Resource,
  name: string,
  comparison: NamedComparison,
  dates: Dates,
): Bound {
  const special =
    resource.name === 'ticket' && Object.hasOwn(ticketAttributes, name) ? ticketAttributes[name] : undefined
  if (special) return special(ctx, resource, comparison, dates)
  const field = Object.hasOwn(resource.fields, name) ? (resource.fields[name] as Field) : undefined
  if (!field || field.hidden) throw unknownAttribute(comparison)
  if (isListOfOptions(field)) return optionsCondition(name, comparison)
  if (field.kind === 'object') throw unknownAttribute(comparison)
  switch (field.kind) {
    case 'text':
      return textCondition(name, comparison)
    case 'time':
    case 'date':
      return timeCondition(name, field.kind, comparison, dates)
    default:
      return choiceCondition(name, field, comparison, ctx.actor)
  }
}

const isListOfOptions = ({ custom }: Field): boolean =>
  custom?.type === 'multiselect' || custom?.type === 'multi_tree_select'

type AttributeCondition = (ctx: Context, resource: Resource, comparison: NamedComparison, dates: Dates) => Bound

/** Negated operators: of records that belong to a ticket, none must match the operator without the negation. */
const positiveOperators: ReadonlyMap<string, string> = new Map([
  ['is not', 'is'],
  ['is none of', 'is any of'],
  ['not set', 'is set'],
])

/** Attributes of a ticket that are not columns. */
const ticketAttributes: Readonly<Record<string, AttributeCondition>> = {
  tags: (_, __, comparison) => tagCondition(comparison),
  mention_user_ids: ({ actor }, _, comparison) => {
    const positive = positiveOperators.get(comparison.operator)
    const operator = positive ?? comparison.operator
    const of = choiceCondition('user_id', { kind: 'ref', to: 'user' }, { ...comparison, operator }, actor)
    const mentioned: Bound = { kind: 'related', to: 'mention', back: 'mentionable_id', of }
    return positive === undefined ? mentioned : not(mentioned)
  },
  // The replacement of an owner who is absent today.
  out_of_office_replacement_id: ({ actor }, _, comparison, dates) => {
    const today = dates.days('now').first
    const of = and([
      { kind: 'column', column: 'out_of_office', test: { is: 'equal', value: true } },
      { kind: 'column', column: 'out_of_office_start_at', test: { is: 'between', to: inclusive(today) } },
      { kind: 'column', column: 'out_of_office_end_at', test: { is: 'between', from: inclusive(today) } },
      choiceCondition('out_of_office_replacement_id', { kind: 'ref', to: 'user' }, comparison, actor),
    ])
    return { kind: 'related', to: 'user', by: 'owner_id', of }
  },
}

const inclusive = (value: string) => ({ value, inclusive: true })

function tagCondition(comparison: NamedComparison): Bound {
  const { path, operator } = comparison
  const values = valuesIn(comparison).map((name) => String(name).trim().toLowerCase().toWellFormed())
  const names = [...new Set(values.filter((name) => name !== ''))]
  if (names.length === 0 || names.some((name) => name.includes('\0'))) {
    throw invalid(path, `${path}: value names no tag.`)
  }
  const of: Bound = { kind: 'column', column: 'name_downcase', test: { is: 'one of', texts: names } }
  const atLeastOne: Bound = { kind: 'related', to: 'tag', many: 'tags', of }
  // Names of tags are unique, so a ticket has all tags if it has as many of them as there are names.
  const every: Bound = names.length === 1 ? atLeastOne : { ...atLeastOne, count: names.length }
  switch (operator) {
    case 'contains all':
      return every
    case 'contains one':
      return atLeastOne
    case 'contains all not':
      return not(every)
    case 'contains one not':
      return not(atLeastOne)
    default:
      throw invalid(path, `${path}: tags support contains all, contains one, contains all not and contains one not.`)
  }
}
