import * as fc from 'fast-check'
import { tags, words } from './random-plans.ts'

/** A condition as a client sends it: comparisons, joined by an operator. */
export interface Lines {
  readonly operator: 'AND' | 'OR' | 'NOT'
  readonly conditions: readonly (Lines | Line)[]
}

/** A comparison. */
export interface Line {
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
