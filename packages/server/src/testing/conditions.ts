import { dateResolver, type Resource, resources } from '@deskbell/contract'
import type { Visibility, Tables } from './expected-visibility.ts'
import type { Row } from './model.ts'
import { customIn } from './reference-search.ts'
import { dayIn } from './reference-match.ts'
import type { Line, Lines } from './random-conditions.ts'

/** The context in which a condition is evaluated. */
interface Context {
  readonly tables: Tables
  readonly visibility: Visibility
  readonly now: Date
  readonly me: number
  readonly zone: string
}

/** Returns true if a ticket matches a condition, evaluated on the records. */
export function fulfils(context: Context, ticket: Row, condition: Lines | Line): boolean {
  if ('conditions' in condition) {
    const each = condition.conditions.map((one) => fulfils(context, ticket, one))
    if (condition.operator === 'AND') return each.every(Boolean)
    return condition.operator === 'OR' ? each.some(Boolean) : !each.some(Boolean)
  }
  const [object = '', column = ''] = condition.name.split('.')
  if (column === 'tags') return isTagged(context, ticket, condition)
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

const plainly = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')

const byText: Readonly<Record<string, (text: string, wanted: string) => boolean>> = {
  contains: (text, wanted) => plainly(text).includes(plainly(wanted)),
  'starts with': (text, wanted) => plainly(text).startsWith(plainly(wanted)),
  'ends with': (text, wanted) => plainly(text).endsWith(plainly(wanted)),
}

function holds(
  { now, me, zone }: Context,
  value: unknown,
  { operator, value: wanted, range, pre_condition }: Line,
): boolean {
  const list = pre_condition ? [String(me)] : [wanted ?? []].flat()
  const isThere = value !== null && value !== undefined
  const text = `${value as string | number | boolean}`
  /** Dates without a time are compared as days. */
  const moment = (date: string) => {
    const { from } = dateResolver({ now, zone })(date)
    return text.length === 10 ? dayIn(zone, Date.parse(from)) : from
  }
  switch (operator) {
    case 'is set':
      return isThere && value !== ''
    case 'not set':
      return !isThere || value === ''
    case 'is':
      return isThere && list.includes(text)
    case 'is not':
      return !(isThere && list.includes(text))
    case 'contains not':
      return !(isThere && list.some((one) => byText['contains']?.(text, one)))
    case 'today':
      return isThere && (text.length === 10 ? text : dayIn(zone, Date.parse(text))) === dayIn(zone, now.getTime())
    case 'before (absolute)':
      return isThere && text <= moment(String(wanted))
    case 'after (absolute)':
      return isThere && text >= moment(String(wanted))
    case 'within last (relative)':
      return isThere && text >= moment(`now-${String(wanted)}${range === 'hour' ? 'h' : 'd'}`) && text <= moment('now')
    default:
      return isThere && list.some((one) => byText[operator]?.(text, one) === true)
  }
}

function isTagged({ tables }: Context, ticket: Row, { operator, value }: Line): boolean {
  const pairs = (tables['tickets_tags'] ?? []).filter((pair) => pair['ticket_id'] === ticket.id)
  const names = new Set(
    pairs.map((pair) => (tables['tags'] ?? []).find(({ id }) => id === pair['tag_id'])?.['name_downcase']),
  )
  const has = String(value)
    .split(', ')
    .map((name) => names.has(name.toLowerCase()))
  const found = operator.includes('all') ? has.every(Boolean) : has.some(Boolean)
  return operator.endsWith('not') ? !found : found
}
