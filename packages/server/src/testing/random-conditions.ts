import * as fc from 'fast-check'
import { tags, words } from './random-values.ts'

/** Conditions that are joined by an operator. */
export interface ConditionGroup {
  readonly operator: 'AND' | 'OR' | 'NOT'
  readonly conditions: readonly (ConditionGroup | Comparison)[]
}

/** A comparison of an attribute, such as `ticket.title`. */
export interface Comparison {
  readonly name: string
  readonly operator: string
  readonly value?: string | readonly string[]
  /** The unit of a duration: `hour` or `day`. */
  readonly range?: string
  /** `current_user.id` to compare with the caller instead of a value. */
  readonly pre_condition?: string
}

const oneOf = (names: string) => fc.constantFrom(...names.split(' '))
const values = (value: fc.Arbitrary<string>) => fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }))
const textPart = fc.constantFrom(
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
export const attributesIn = (condition: ConditionGroup | Comparison): string[][] =>
  'conditions' in condition
    ? condition.conditions.flatMap(attributesIn)
    : [condition.name.replace(/^ticket\./, '').split('.')]

/** A random comparison. Hyphens stand for the spaces in names of operators. */
const comparison: fc.Arbitrary<Comparison> = fc
  .oneof(
    {
      arbitrary: fc.record({
        name: oneOf(texts),
        operator: oneOf('is is-not contains contains-not starts-with ends-with'),
        value: values(textPart),
      }),
      weight: 4,
    },
    {
      arbitrary: fc.record({
        name: oneOf(`${texts} ticket.pending_time ticket.organization_id`),
        operator: oneOf('is-set not-set'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: oneOf('ticket.state_id ticket.priority_id ticket.group_id ticket.owner_id customer.organization_id'),
        operator: oneOf('is is-not'),
        value: values(id),
      }),
      weight: 3,
    },
    {
      arbitrary: fc.record({
        name: oneOf('ticket.owner_id ticket.customer_id'),
        operator: oneOf('is is-not'),
        pre_condition: fc.constant('current_user.id'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: oneOf('ticket.created_at ticket.pending_time ticket.due'),
        operator: oneOf('before-(absolute) after-(absolute) today'),
        value: oneOf('2026-01-01T00:00:00.000Z 2026-02-10 2026-01-05T23:30'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: oneOf('ticket.created_at ticket.updated_at ticket.due'),
        operator: fc.constant('within-last-(relative)'),
        value: oneOf('1 20 60'),
        range: oneOf('hour day'),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        name: fc.constant('ticket.tags'),
        operator: oneOf('contains-all contains-one contains-all-not contains-one-not'),
        value: fc.array(fc.constantFrom(...tags), { minLength: 1, maxLength: 4 }).map((list) => list.join(', ')),
      }),
      weight: 2,
    },
  )
  .map((parts) => ({ ...parts, operator: parts.operator.replaceAll('-', ' ') }))

/** A random condition on tickets. */
export const conditions: fc.Arbitrary<ConditionGroup> = fc.letrec<{
  group: ConditionGroup
  member: ConditionGroup | Comparison
}>((tie) => ({
  group: fc.record({
    operator: fc.constantFrom('AND', 'OR', 'NOT'),
    conditions: fc.array(tie('member'), { minLength: 1, maxLength: 3 }),
  }),
  member: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: comparison, weight: 5 },
    { arbitrary: tie('group'), weight: 1 },
  ),
})).group
