import * as fc from 'fast-check'
import { dateResolver, type Resource, resources } from '@deskbell/contract'
import type { Visibility, Tables } from './expected-visibility.ts'
import type { Row } from './model.ts'
import { customIn } from './reference-search.ts'
import { dayIn } from './reference-match.ts'
import { tags, words } from './random-tickets.ts'

/** A condition as a client sends it: comparisons, joined by an operator. */
export interface Lines {
  readonly operator: 'AND' | 'OR' | 'NOT'
  readonly conditions: readonly (Lines | Line)[]
}

interface Line {
  readonly name: string
  readonly operator: string
  readonly value?: string | readonly string[]
  readonly range?: string
  readonly pre_condition?: string
}

const some = (names: string) => fc.constantFrom(...names.split(' '))
const values = (of: fc.Arbitrary<string>) => fc.oneof(of, fc.array(of, { minLength: 1, maxLength: 3 }))
const piece = fc.constantFrom(
  ...words,
  'prin',
  'Jam',
  'ö',
  'e',
  'arger',
  '@desk',
  '100%',
  '_',
  'Nils',
  'Brandt',
  'bakery',
)
const id = fc.integer({ min: 1, max: 6 }).map(String)
const texts =
  'ticket.title ticket.note ticket.type customer.lastname customer.email customer.phone organization.name group.name article.subject article.to'

/** The attributes that a condition names, as paths from a ticket. */
export const attributesIn = (lines: Lines | Line): string[][] =>
  'conditions' in lines ? lines.conditions.flatMap(attributesIn) : [lines.name.replace(/^ticket\./, '').split('.')]

const line: fc.Arbitrary<Line> = fc
  .oneof(
    {
      arbitrary: fc.record({
        name: some(texts),
        operator: some('is is-not contains contains-not starts-with ends-with'),
        value: values(piece),
      }),
      weight: 4,
    },
    {
      arbitrary: fc.record({
        name: some(`${texts} ticket.pending_time ticket.organization_id`),
        operator: some('is-set not-set'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: some('ticket.state_id ticket.priority_id ticket.group_id ticket.owner_id customer.organization_id'),
        operator: some('is is-not'),
        value: values(id),
      }),
      weight: 3,
    },
    {
      arbitrary: fc.record({
        name: some('ticket.owner_id ticket.customer_id'),
        operator: some('is is-not'),
        pre_condition: fc.constant('current_user.id'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: some('ticket.created_at ticket.pending_time ticket.due'),
        operator: some('before-(absolute) after-(absolute) today'),
        value: some('2026-01-01T00:00:00.000Z 2026-02-10 2026-01-05T23:30'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: some('ticket.created_at ticket.updated_at ticket.due'),
        operator: fc.constant('within-last-(relative)'),
        value: some('1 20 60'),
        range: some('hour day'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: fc.constant('ticket.tags'),
        operator: some('contains-all contains-one contains-all-not contains-one-not'),
        value: fc.array(fc.constantFrom(...tags), { minLength: 1, maxLength: 4 }).map((list) => list.join(', ')),
      }),
      weight: 2,
    },
  )
  .map((one) => ({ ...one, operator: one.operator.replaceAll('-', ' ') }))

/** A random condition on tickets. */
export const conditions: fc.Arbitrary<Lines> = fc.letrec<{ lines: Lines; member: Lines | Line }>((tie) => ({
  lines: fc.record({
    operator: fc.constantFrom('AND', 'OR', 'NOT'),
    conditions: fc.array(tie('member'), { minLength: 1, maxLength: 3 }),
  }),
  member: fc.oneof({ depthSize: 'small' }, { arbitrary: line, weight: 5 }, { arbitrary: tie('lines'), weight: 1 }),
})).lines

/** The context in which a condition is evaluated. */
interface Context {
  readonly tables: Tables
  readonly visibility: Visibility
  readonly now: Date
  readonly me: number
  readonly zone: string
}

/** Whether a ticket matches a condition, evaluated on the records. */
export function fulfils(context: Context, ticket: Row, given: Lines | Line): boolean {
  if ('conditions' in given) {
    const each = given.conditions.map((one) => fulfils(context, ticket, one))
    if (given.operator === 'AND') return each.every(Boolean)
    return given.operator === 'OR' ? each.some(Boolean) : !each.some(Boolean)
  }
  const [object = '', column = ''] = given.name.split('.')
  if (column === 'tags') return isTagged(context, ticket, given)
  if (object === 'organization' && !ticket['organization_id']) return / not$|^not |none of/.test(given.operator)
  return recordsOf(context, ticket, object).some(([resource, row]) =>
    holds(
      context,
      column in row ? context.visibility.reads(resource, row, column) : customIn(context, resource, row)[column],
      given,
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
