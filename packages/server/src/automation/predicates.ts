/**
 * Evaluates conditions on one ticket in memory, with the same results as SQL: every write is tested against many triggers,
 * and a statement for each of them would cost more than the write.
 */
import type { Field, Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { effective, type FieldValues, type WriteContext } from '../kernel/context.ts'
import { tagsOfTicket } from '../resources/tag/of-ticket.ts'
import type { Bound, ColumnLeaf, Edge, Related } from '../search/bound.ts'
import { partsOfLike } from '../search/patterns.ts'
import { toSqlCondition } from '../search/planner/sql-condition.ts'
import { fold } from '../text/words.ts'
import { withCustomFields } from '../writing/custom-fields.ts'
import type { TicketEvent } from './events.ts'

/** A ticket that conditions are evaluated on. Related values are read once, when a condition needs them. */
export interface Subject {
  readonly ctx: WriteContext
  readonly id: number
  /** The columns and custom fields of the ticket. */
  readonly row: FieldValues
  /** Values that were read for conditions, by name. */
  readonly cache: Map<string, Promise<unknown>>
  /** The event of the ticket; undefined for jobs and service level agreements, which depend only on its current state. */
  readonly event: TicketEvent | undefined
  /**
   * The path of the comparison that was evaluated last. Evaluation stops at the comparison that decides the result, so this
   * one explains why a rule applies or not.
   */
  lastComparison: string | undefined
}

/** Tests whether a ticket, or a record that it refers to, fulfills a condition. Returns a promise if it has to read values. */
export type Predicate = (subject: Subject, row: FieldValues) => boolean | Promise<boolean>

/** Returns a declaration with the custom fields that conditions may name. */
export type DeclarationOf = (name: string) => Resource

/** Compiles a condition on the records of a resource. */
export function predicateOf(declarationOf: DeclarationOf, resource: Resource, bound: Bound): Predicate {
  switch (bound.kind) {
    case 'all':
      return () => true
    case 'none':
      return () => false
    case 'and':
      return allOf(bound.of.map((part) => predicateOf(declarationOf, resource, part)))
    case 'or':
      return anyOf(bound.of.map((part) => predicateOf(declarationOf, resource, part)))
    case 'not':
      return negated(predicateOf(declarationOf, resource, bound.of))
    case 'column':
      return columnPredicate(resource, bound) ?? databasePredicate(resource, bound)
    case 'related':
      return relatedPredicate(declarationOf, resource, bound)
    default:
      return databasePredicate(resource, bound)
  }
}

/** Returns a predicate that is true if all of the predicates are. It stops at the first that is false. */
export const allOf = (parts: readonly Predicate[]): Predicate => evaluateUntil(parts, true)
/** Returns a predicate that is true if one of the predicates is. It stops at the first that is true. */
export const anyOf = (parts: readonly Predicate[]): Predicate => evaluateUntil(parts, false)

/** Returns a predicate that is true if the given one is false. */
export const negated =
  (part: Predicate): Predicate =>
  (subject, row) => {
    const result = part(subject, row)
    return typeof result === 'boolean' ? !result : result.then((outcome) => !outcome)
  }

/** Evaluates predicates until the result of one differs from the neutral result, and returns that result. */
function evaluateUntil(parts: readonly Predicate[], neutral: boolean): Predicate {
  const evaluateFrom = (subject: Subject, row: FieldValues, start: number): boolean | Promise<boolean> => {
    for (let index = start; index < parts.length; index++) {
      const result = (parts[index] as Predicate)(subject, row)
      if (typeof result !== 'boolean')
        return result.then((outcome) => (outcome === neutral ? evaluateFrom(subject, row, index + 1) : outcome))
      if (result !== neutral) return result
    }
    return neutral
  }
  return (subject, row) => evaluateFrom(subject, row, 0)
}

type Test = (value: unknown) => boolean

/** Returns a predicate that compares a column in memory; undefined if only the database can compare it. */
function columnPredicate({ fields }: Resource, { column, test }: ColumnLeaf): Predicate | undefined {
  const field = fields[column]
  if (field?.custom && storedAsJson.has(field.custom.type)) return undefined
  const matches = testOf(field, test)
  return matches && ((_, row) => (row[column] ?? null) !== null && matches(row[column]))
}

/** Types of custom fields whose values are lists or objects. */
const storedAsJson = new Set(['multiselect', 'multi_tree_select', 'autocompletion_ajax_external_data_source'])

function testOf(field: Field | undefined, test: ColumnLeaf['test']): Test | undefined {
  switch (test.is) {
    case 'equal': {
      const { value: expected } = test
      // A row has decimals as strings.
      return field?.kind === 'decimal' ? (value) => Number(value) === expected : (value) => value === expected
    }
    case 'among':
      return (value) => test.ids.includes(value as number)
    case 'one of':
      return (value) => test.texts.includes(value as string)
    case 'like':
      return patternTest(fold(test.pattern))
    case 'set':
      return (value) => value !== ''
    case 'between':
      return betweenTest(test.from, test.to)
    default:
      return undefined
  }
}

function betweenTest(from: Edge | undefined, to: Edge | undefined): Test {
  return (value) => {
    const compared = value as string | number
    if (from && !(from.inclusive ? compared >= from.value : compared > from.value)) return false
    return !to || (to.inclusive ? compared <= to.value : compared < to.value)
  }
}

/** Returns a test for a LIKE pattern. Almost all patterns are `%text%`, so they are tested without a regular expression. */
function patternTest(pattern: string): Test {
  const parts = partsOfLike(pattern)
  const [first, text, last] = parts
  if (parts.length === 3 && first?.kind === 'run' && text?.kind === 'text' && last?.kind === 'run') {
    return (value) => fold(String(value)).includes(text.text)
  }
  const source = parts.map((part) => {
    if (part.kind === 'text') return RegExp.escape(part.text)
    return part.kind === 'run' ? '.*' : '.'
  })
  const expression = new RegExp(`^${source.join('')}$`, 'su')
  return (value) => expression.test(fold(String(value)))
}

function relatedPredicate(declarationOf: DeclarationOf, resource: Resource, part: Related): Predicate {
  const { by, ids, to, of, many, count } = part
  if (by !== undefined && ids) return (_, row) => ids.includes(row[by] as number)
  if (by !== undefined) {
    const target = declarationOf(to)
    const matches = predicateOf(declarationOf, target, of)
    return async (subject, row) => {
      const referenced = await readReferenced(subject, target, row[by])
      return referenced !== undefined && matches(subject, referenced)
    }
  }
  if (many === 'tags' && of.kind === 'column' && of.test.is === 'one of') {
    const { texts } = of.test
    return async (subject) => {
      const names = await readOnce(subject, 'tags', () => tagsOfTicket(subject.ctx.db, subject.id))
      const matching = names.filter((name) => texts.includes(name.toLowerCase()))
      // `count` is the number of tags that have to match; at least one by default.
      return count === undefined ? matching.length > 0 : matching.length === count
    }
  }
  return databasePredicate(resource, part)
}

/** Reads the record that a reference refers to. */
async function readReferenced(subject: Subject, resource: Resource, id: unknown): Promise<FieldValues | undefined> {
  if (typeof id !== 'number') return undefined
  return readOnce(subject, `${resource.name} ${id}`, async () => {
    const row: FieldValues | undefined = await dynamic(subject.ctx.db)
      .selectFrom(resource.path)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && withCustomFields(resource, row)
  })
}

/** Returns a predicate that the database evaluates: for articles, subscriptions and lists of options. */
function databasePredicate(resource: Resource, part: Bound): Predicate {
  return async ({ ctx }, row) => {
    const match = await dynamic(ctx.db)
      .selectFrom(resource.path)
      .select(sql.lit(1).as('one'))
      .where('id', '=', row['id'])
      .where(toSqlCondition(ctx, effective(ctx, resource), resource.path, part, 'row'))
      .executeTakeFirst()
    return match !== undefined
  }
}

/** Returns a value that several conditions need. It is read at the first call. */
export function readOnce<T>({ cache }: Subject, name: string, read: () => Promise<T>): Promise<T> {
  const cached = cache.get(name) as Promise<T> | undefined
  if (cached) return cached
  const reading = read()
  cache.set(name, reading)
  return reading
}
