/**
 * Evaluates conditions on one ticket in memory, with the results that SQL would give: a write is compared with every
 * trigger, and a statement for each of them would cost more than the write.
 */
import type { Field, Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { effective, type FieldValues, type WriteContext } from '../kernel/context.ts'
import { tagsOfTicket } from '../resources/tag/of-ticket.ts'
import type { Bound, ColumnLeaf, Edge, Related } from '../search/bound.ts'
import { partsOfLike } from '../search/patterns.ts'
import { check } from '../search/planner/check.ts'
import { fold } from '../text/words.ts'
import { withCustom } from '../writing/custom.ts'
import type { TicketEvent } from './events.ts'

/** A ticket that conditions are evaluated on. Related values are read once, when a condition needs them. */
export interface Subject {
  readonly ctx: WriteContext
  readonly id: number
  /** The columns and custom fields of the ticket. */
  readonly row: FieldValues
  /** Values that were read for conditions, by name. */
  readonly known: Map<string, Promise<unknown>>
  /** The event of the ticket; undefined for rules that refer to its state only. */
  readonly event: TicketEvent | undefined
  /**
   * The comparison that was evaluated last. Evaluation stops at the comparison that decides, so this one explains why a
   * rule applies or not.
   */
  decided: string | undefined
}

/** Returns true if a ticket, or a record that it refers to, fulfills a condition; a promise if it has to be read. */
export type Predicate = (subject: Subject, row: FieldValues) => boolean | Promise<boolean>

/** Returns a declaration with the custom fields that conditions may name. */
export type DeclarationOf = (name: string) => Resource

/** Compiles a condition on the records of a resource. */
export function predicateOf(at: DeclarationOf, resource: Resource, bound: Bound): Predicate {
  switch (bound.kind) {
    case 'all':
      return () => true
    case 'none':
      return () => false
    case 'and':
      return every(bound.of.map((part) => predicateOf(at, resource, part)))
    case 'or':
      return some(bound.of.map((part) => predicateOf(at, resource, part)))
    case 'not':
      return negated(predicateOf(at, resource, bound.of))
    case 'column':
      return columnPredicate(resource, bound) ?? inDatabase(resource, bound)
    case 'related':
      return relatedHolds(at, resource, bound)
    default:
      return inDatabase(resource, bound)
  }
}

/** All of the conditions hold; later ones are evaluated only if the earlier ones do. */
export const every = (parts: readonly Predicate[]): Predicate => inTurn(parts, true)
/** One of the conditions holds. */
export const some = (parts: readonly Predicate[]): Predicate => inTurn(parts, false)

export const negated =
  (part: Predicate): Predicate =>
  (subject, row) => {
    const result = part(subject, row)
    return typeof result === 'boolean' ? !result : result.then((it) => !it)
  }

/** Evaluates conditions until one of them decides the result. */
function inTurn(parts: readonly Predicate[], usual: boolean): Predicate {
  const from = (subject: Subject, row: FieldValues, start: number): boolean | Promise<boolean> => {
    for (let at = start; at < parts.length; at++) {
      const result = (parts[at] as Predicate)(subject, row)
      if (typeof result !== 'boolean') return result.then((it) => (it === usual ? from(subject, row, at + 1) : it))
      if (result !== usual) return result
    }
    return usual
  }
  return (subject, row) => from(subject, row, 0)
}

type Test = (value: unknown) => boolean

/** Compares a column; undefined where only the database knows how. */
function columnPredicate({ fields }: Resource, { column, test }: ColumnLeaf): Predicate | undefined {
  const field = fields[column]
  if (field?.custom && storedAsJson.has(field.custom.type)) return undefined
  const fits = testOf(field, test)
  return fits && ((_, row) => (row[column] ?? null) !== null && fits(row[column]))
}

/** Types of custom fields whose values are lists or objects. */
const storedAsJson = new Set(['multiselect', 'multi_tree_select', 'autocompletion_ajax_external_data_source'])

function testOf(field: Field | undefined, test: ColumnLeaf['test']): Test | undefined {
  switch (test.is) {
    case 'equal': {
      const { value: wanted } = test
      // Decimals are texts in the row.
      return field?.kind === 'decimal' ? (value) => Number(value) === wanted : (value) => value === wanted
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
    const given = value as string | number
    if (from && !(from.inclusive ? given >= from.value : given > from.value)) return false
    return !to || (to.inclusive ? given <= to.value : given < to.value)
  }
}

/** Compares with a LIKE pattern. Texts inside of others are the most frequent patterns by far. */
function patternTest(pattern: string): Test {
  const parts = partsOfLike(pattern)
  const [first, text, last] = parts
  if (parts.length === 3 && first?.kind === 'run' && text?.kind === 'text' && last?.kind === 'run') {
    return (value) => fold(String(value)).includes(text.text)
  }
  const source = parts.map((part) =>
    part.kind === 'run' ? '.*' : part.kind === 'one' ? '.' : RegExp.escape(part.text),
  )
  const expression = new RegExp(`^${source.join('')}$`, 'su')
  return (value) => expression.test(fold(String(value)))
}

function relatedHolds(at: DeclarationOf, resource: Resource, part: Related): Predicate {
  const { by, ids, to, of, many, count } = part
  if (by !== undefined && ids) return (_, row) => ids.includes(row[by] as number)
  if (by !== undefined) {
    const target = at(to)
    const fits = predicateOf(at, target, of)
    return async (subject, row) => {
      const other = await readReferred(subject, target, row[by])
      return other !== undefined && fits(subject, other)
    }
  }
  if (many === 'tags' && of.kind === 'column' && of.test.is === 'one of') {
    const { texts } = of.test
    return async (subject) => {
      const names = await readOnce(subject, 'tags', () => tagsOfTicket(subject.ctx.db, subject.id))
      const found = names.filter((name) => texts.includes(name.toLowerCase()))
      return count === undefined ? found.length > 0 : found.length === count
    }
  }
  return inDatabase(resource, part)
}

/** Reads the record that a reference refers to. */
async function readReferred(subject: Subject, resource: Resource, id: unknown): Promise<FieldValues | undefined> {
  if (typeof id !== 'number') return undefined
  return readOnce(subject, `${resource.name} ${id}`, async () => {
    const row: FieldValues | undefined = await dynamic(subject.ctx.db)
      .selectFrom(resource.path)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && withCustom(resource, row)
  })
}

/** Asks the database about the ticket, or a record that it refers to: for articles, subscriptions and lists of options. */
function inDatabase(resource: Resource, part: Bound): Predicate {
  return async ({ ctx }, row) => {
    const found = await dynamic(ctx.db)
      .selectFrom(resource.path)
      .select(sql.lit(1).as('one'))
      .where('id', '=', row['id'])
      .where(check(ctx, effective(ctx, resource), resource.path, part, 'row'))
      .executeTakeFirst()
    return found !== undefined
  }
}

/** Returns a value that several conditions need, read once. */
export function readOnce<T>({ known }: Subject, name: string, read: () => Promise<T>): Promise<T> {
  const kept = known.get(name) as Promise<T> | undefined
  if (kept) return kept
  const made = read()
  known.set(name, made)
  return made
}
