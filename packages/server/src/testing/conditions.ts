import { dateResolver, type Resource, resources } from '@deskbell/contract'
import type { Visibility, Tables } from './expected-visibility.ts'
import type { Row } from './model.ts'
import { customIn } from './reference-search.ts'
import { dayIn } from './reference-match.ts'
import type { Comparison, ConditionGroup } from './random-conditions.ts'

/** The context in which a condition is evaluated. */
interface Context {
  readonly tables: Tables
  readonly visibility: Visibility
  readonly now: Date
  /** The id of the caller, whom `current_user.id` in a condition stands for. */
  readonly me: number
  readonly zone: string
}

/** Returns true if a ticket matches a condition, evaluated on the records. */
export function fulfils(context: Context, ticket: Row, condition: ConditionGroup | Comparison): boolean {
  if ('conditions' in condition) {
    const results = condition.conditions.map((member) => fulfils(context, ticket, member))
    if (condition.operator === 'AND') return results.every(Boolean)
    return condition.operator === 'OR' ? results.some(Boolean) : !results.some(Boolean)
  }
  const [object = '', column = ''] = condition.name.split('.')
  if (column === 'tags') return isTagged(context, ticket, condition)
  // For a ticket without an organization, only negative comparisons are true.
  if (object === 'organization' && !ticket['organization_id']) return / not$|^not |none of/.test(condition.operator)
  return recordsOf(context, ticket, object).some(([resource, row]) =>
    holds(
      context,
      column in row ? context.visibility.reads(resource, row, column) : customIn(context, resource, row)[column],
      condition,
    ),
  )
}

function recordsOf({ tables, visibility }: Context, ticket: Row, object: string): [Resource, Row][] {
  const rows = (path: string) => (tables[path] ?? []) as readonly Row[]
  if (object === 'ticket') return [[resources.ticket, ticket]]
  if (object === 'article') {
    const own = rows('ticket_articles').filter(
      (row) => row['ticket_id'] === ticket.id && visibility.reaches(resources.article, row),
    )
    return own.map((row) => [resources.article, row])
  }
  const target = object === 'customer' ? resources.user : object === 'group' ? resources.group : resources.organization
  return rows(target.path).flatMap((row) => (row.id === ticket[`${object}_id`] ? [[target, row]] : []))
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')

const textComparisons: Readonly<Record<string, (text: string, expected: string) => boolean>> = {
  contains: (text, expected) => folded(text).includes(folded(expected)),
  'starts with': (text, expected) => folded(text).startsWith(folded(expected)),
  'ends with': (text, expected) => folded(text).endsWith(folded(expected)),
}

function holds(
  { now, me, zone }: Context,
  value: unknown,
  { operator, value: expected, range, pre_condition }: Comparison,
): boolean {
  const list = pre_condition ? [String(me)] : [expected ?? []].flat()
  const isPresent = value !== null && value !== undefined
  const text = `${value as string | number | boolean}`
  /** Dates without a time are compared as days. */
  const moment = (date: string) => {
    const { from } = dateResolver({ now, zone })(date)
    return text.length === 10 ? dayIn(zone, Date.parse(from)) : from
  }
  switch (operator) {
    case 'is set':
      return isPresent && value !== ''
    case 'not set':
      return !isPresent || value === ''
    case 'is':
      return isPresent && list.includes(text)
    case 'is not':
      return !(isPresent && list.includes(text))
    case 'contains not':
      return !(isPresent && list.some((part) => textComparisons['contains']?.(text, part)))
    case 'today':
      return isPresent && (text.length === 10 ? text : dayIn(zone, Date.parse(text))) === dayIn(zone, now.getTime())
    case 'before (absolute)':
      return isPresent && text <= moment(String(expected))
    case 'after (absolute)':
      return isPresent && text >= moment(String(expected))
    case 'within last (relative)':
      return (
        isPresent && text >= moment(`now-${String(expected)}${range === 'hour' ? 'h' : 'd'}`) && text <= moment('now')
      )
    default:
      return isPresent && list.some((part) => textComparisons[operator]?.(text, part) === true)
  }
}

function isTagged({ tables }: Context, ticket: Row, { operator, value }: Comparison): boolean {
  const pairs = (tables['tickets_tags'] ?? []).filter((pair) => pair['ticket_id'] === ticket.id)
  const names = new Set(
    pairs.map((pair) => (tables['tags'] ?? []).find(({ id }) => id === pair['tag_id'])?.['name_downcase']),
  )
  const hasTags = String(value)
    .split(', ')
    .map((name) => names.has(name.toLowerCase()))
  const isMatch = operator.includes('all') ? hasTags.every(Boolean) : hasTags.some(Boolean)
  return operator.endsWith('not') ? !isMatch : isMatch
}
