import { type Resource } from '@deskbell/contract'
import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Context, declared, effective, type SearchView } from '../kernel/context.ts'
import { columnOf, conditionOfNamed, everything, from } from '../kernel/scope.ts'
import type { Match } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { fold } from '../text/words.ts'
import { and, type Bound, type ColumnLeaf, type Edge, type Junction, or, type Related } from './bound.ts'
import { asksForWords, isMatchable, matchOf, type OneView } from './matching.ts'
import { hasList } from './expand-prefixes.ts'

/** What no row fulfils. Among alternatives it is left out: no index leads to it, so that every row would be looked at. */
const never = sql<SqlBool>`1 = 0`

/**
 * The second step from a query to SQL: a condition on the rows of `table`, as one view of the caller sees them.
 * Conditions on related records hold for what the caller may see of those.
 */
export function condition(
  ctx: Context,
  resource: Resource,
  table: string,
  view: SearchView,
  bound: Bound,
): Expression<SqlBool> {
  switch (bound.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`
    case 'none':
      return never
    case 'and':
    case 'or':
      return junction(ctx, resource, table, view, bound)
    case 'not':
      return sql<SqlBool>`not coalesce(${condition(ctx, resource, table, view, bound.of)}, ${false})`
    case 'pattern':
      throw new Error('Patterns are expanded before they become SQL.')
    case 'text':
      return inText(ctx, resource, table, view, bound)
    case 'column':
      return view.sees(bound.column) ? columnCondition(ctx, resource, table, bound) : never
    case 'related':
      return relatedCondition(ctx, resource, table, view, bound)
  }
}

/**
 * Conditions joined as a tree of little depth: a row of a thousand of them is one as deep as it is long, and SQLite
 * refuses expressions deeper than that.
 */
export function together(sign: 'and' | 'or', conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  if (conditions.length <= 32) return eb[sign](conditions)
  const half = conditions.length >> 1
  return eb[sign]([together(sign, conditions.slice(0, half)), together(sign, conditions.slice(half))])
}

/** The key of a resource's rows in its full-text table. */
export const textKey = (resource: Resource): string => ('change' in resource.fields ? 'change' : 'id')

/**
 * How the caller sees the rows of a resource, each row in one way only: the first that shows it. A row seen in two
 * ways would fulfil a negation in the way that shows less.
 */
export function viewsOf(ctx: Context, resource: Resource, table: string): readonly OneView[] {
  const views = ctx.desk.slices[resource.name]?.searchViews?.(ctx, table) ?? [everything]
  return views.map((view, index) => {
    const before = views.slice(0, index).filter(({ rows }) => rows !== undefined)
    const others = before.map(({ rows }) => sql<SqlBool>`not coalesce(${rows}, ${false})`)
    const conditions = view.rows ? [view.rows, ...others] : others
    return { ...view, rows: conditions.length === 0 ? undefined : eb.and(conditions), before }
  })
}

const eb = expressionBuilder<never>()

/** What the index can answer is asked of it in one question, however many words there are. */
function junction(
  ctx: Context,
  resource: Resource,
  table: string,
  view: SearchView,
  { kind, of }: Junction,
): Expression<SqlBool> {
  const isKnown = (part: Bound): boolean => asksForWords(part) && isMatchable(resource, part, 1)
  const words = of.filter(isKnown)
  const others = of.filter((part) => !isKnown(part)).map((part) => condition(ctx, resource, table, view, part))
  const inWords =
    words.length === 0 ? [] : [inText(ctx, resource, table, view, kind === 'and' ? and(words) : or(words))]
  return kind === 'or' ? oneOf([...inWords, ...others]) : together('and', [...inWords, ...others])
}

function oneOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  const possible = conditions.filter((one) => one !== never)
  return possible.length === 0 ? never : together('or', possible)
}

/** A condition that no index is used for: of the row that is there already, it is only asked whether it holds. */
export const rowByRow = (holds: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`case when ${holds} then 1 else 0 end = 1`

function inText(ctx: Context, resource: Resource, table: string, view: SearchView, bound: Bound): Expression<SqlBool> {
  const match = matchOf(resource, view, bound)
  if (match === undefined || match === 'nothing') return never
  return sql<SqlBool>`${sql.ref(`${table}.${textKey(resource)}`)} in ${inIndex(ctx, resource, match)}`
}

function inIndex(ctx: Context, { path }: Resource, match: Match) {
  const name = `${path}_text`
  return dynamic(ctx.db)
    .selectFrom(name)
    .select('rowid as id')
    .where(ctx.db.dialect.matches(name, name, match))
}

/** Whether one document has what is asked of the index, which takes some microseconds. */
export function hasWords(
  ctx: Context,
  resource: Resource,
  match: Match,
  key: RawBuilder<unknown>,
): Expression<SqlBool> {
  const found = inIndex(ctx, resource, match)
  return sql<SqlBool>`exists ${found.where(sql<SqlBool>`${sql.ref(`${resource.path}_text.rowid`)} = ${key}`)}`
}

function columnCondition(
  ctx: Context,
  resource: Resource,
  table: string,
  { column, test }: ColumnLeaf,
): Expression<SqlBool> {
  const ref = columnOf(ctx, resource, column, table)
  switch (test.is) {
    case 'equal':
      return sql<SqlBool>`${ref} = ${test.value}`
    case 'among':
      return ctx.db.dialect.among(ref, sql.val(`[${test.ids.join()}]`))
    case 'one of':
      return ctx.db.dialect.amongTexts(ref, sql.val(JSON.stringify(test.texts)))
    case 'like':
      return ctx.db.dialect.like(ref, fold(test.pattern))
    case 'set':
      return sql<SqlBool>`(${ref} is not null and cast(${ref} as text) <> '')`
    case 'number':
      return between(wholeNumber(ctx, resource, table, column), test)
    case 'between':
      return between(ref, test)
  }
}

/** A part of a column has no index, so that it may be said in another way than the index says it. */
function wholeNumber(ctx: Context, resource: Resource, table: string, column: string): RawBuilder<unknown> {
  const { dialect } = ctx.db
  if (!resource.fields[column]?.custom) return sql.raw(dialect.wholeNumber(`"${table}"."${column}"`))
  const value = columnOf(ctx, resource, column, table)
  return sql`(select ${sql.raw(dialect.wholeNumber('part.value'))} from (select ${value} as value) as part)`
}

const between = (value: RawBuilder<unknown>, { from, to }: { from?: Edge; to?: Edge }): Expression<SqlBool> =>
  eb.and([
    ...(from ? [compared(value, from.inclusive ? '>=' : '>', from.value)] : []),
    ...(to ? [compared(value, to.inclusive ? '<=' : '<', to.value)] : []),
  ])

const compared = (ref: RawBuilder<unknown>, operator: string, value: string | number): Expression<SqlBool> =>
  sql<SqlBool>`${ref} ${sql.raw(operator)} ${value}`

/** Whether a view shows the field or relation that a step of a path follows. What points back here shows it itself. */
const seesStep = ({ sees }: SearchView, name: string | undefined): boolean => name === undefined || sees(name)

function relatedCondition(
  ctx: Context,
  resource: Resource,
  table: string,
  view: SearchView,
  { to, by, many, back, of, ids, count, forEach }: Related,
): Expression<SqlBool> {
  if (!seesStep(view, by ?? many)) return never
  const target = effective(ctx, declared(to))
  if (by !== undefined) {
    const ref = sql.ref(`${table}.${by}`)
    if (ids)
      return ids.length === 1 ? sql<SqlBool>`${ref} = ${ids[0]}` : ctx.db.dialect.among(ref, sql.val(`[${ids.join()}]`))
    if (!forEach) return sql<SqlBool>`${ref} in ${rowsAt(ctx, target, of)}`
    return isAt(ctx, target, of, ref, `${table}_${by}`, forEach)
  }
  const relation = back === undefined ? resource.many[many as string] : { of: back }
  if (!relation) throw new Error(`${resource.name} has no relation ${many}`)
  const far = `${table}_${many ?? to}`
  const rows = from(ctx, target, 'read', far)
  const fulfils = seen(ctx, target, far, of)
  const own = sql.ref(`${table}.id`)
  if ('of' in relation && forEach) {
    const theirs = rows
      .select(sql.ref(`${far}.id`).as('far'))
      .where(sql<SqlBool>`${sql.ref(`${far}.${relation.of}`)} = ${own}`)
    // They are few: whatever else an index leads to, such as all articles of some people, is more.
    return sql<SqlBool>`exists ${theirs.where(rowByRow(fulfils))}`
  }
  if ('of' in relation) {
    return sql<SqlBool>`${own} in ${rows
      .select(sql.ref(`${far}.${relation.of}`).as('near'))
      .where(fulfils)
      .where(sql.ref(`${far}.${relation.of}`), 'is not', null)}`
  }
  const pairs = rows
    .innerJoin(`${relation.through} as pair`, `pair.${relation.far}`, `${far}.id`)
    .select(sql.ref(`pair.${relation.near}`).as('near'))
    .where(fulfils)
  const counts = ctx.desk.slices[resource.name]?.pairCondition?.[many as string]
  const counted = counts ? pairs.where(counts) : pairs
  if (count === undefined) return sql<SqlBool>`${own} in ${counted}`
  const near = sql.ref(`pair.${relation.near}`)
  return sql<SqlBool>`${own} in ${counted.groupBy(near).having(sql<number>`count(*)`, '=', count)}`
}

/** Of a row that is there already, it is not asked what would have led to it. */
function withoutLeading(bound: Bound): Bound {
  if (bound.kind === 'or') return or(bound.of.map(withoutLeading))
  if (bound.kind !== 'and') return bound
  return and(bound.of.filter((part) => !leadsOnly(part)).map(withoutLeading))
}

const leadsOnly = (bound: Bound): boolean =>
  bound.kind === 'and' || bound.kind === 'or'
    ? bound.of.every(leadsOnly)
    : bound.kind === 'text' && bound.leads === true

/** The ids of the records of a resource that fulfil a query, as the caller sees them. */
export function rowsAt(ctx: Context, target: Resource, of: Bound) {
  const match = everythingMatch(ctx, target, of)
  if (match) return inIndex(ctx, target, match)
  return dynamic(ctx.db)
    .selectFrom(target.path)
    .select('id')
    .where(seenByName(ctx, target, target.path, of))
}

/** A condition on records that others name, under whichever view each is seen. */
function seenByName(ctx: Context, target: Resource, table: string, of: Bound): Expression<SqlBool> {
  const named = conditionOfNamed(ctx, target, table)
  const fulfils = seen(ctx, target, table, of)
  return named ? eb.and([named, fulfils]) : fulfils
}

/**
 * That a reference leads to a record that fulfils a query, asked of one row after the other. Of few rows the index is
 * asked about each, which takes some microseconds; gathering all records with a common name takes some thousands. For a
 * handful that is so even where the index has to gather what begins with some letters, for each of them.
 * @param table what the other record is called in the statement.
 */
export function isAt(
  ctx: Context,
  target: Resource,
  of: Bound,
  ref: RawBuilder<unknown>,
  table: string,
  rows: 'row' | 'few' | 'handful',
): Expression<SqlBool> {
  const isAsked = rows === 'handful' || (rows === 'few' && isQuick(of))
  const match = isAsked ? everythingMatch(ctx, target, of) : undefined
  if (match) return hasWords(ctx, target, match, ref)
  const id = sql.ref(`${table}.id`)
  const far = dynamic(ctx.db)
    .selectFrom(`${target.path} as ${table}`)
    .select('id')
    .where(sql<SqlBool>`${id} = ${ref}`)
  return sql<SqlBool>`exists ${far.where(seenByName(ctx, target, table, withoutLeading(of)))}`
}

/** Whether the index answers at once: it has lists for whole words and for some beginnings. */
const isQuick = (of: Bound): boolean =>
  of.kind === 'and' || of.kind === 'or' ? of.of.every(isQuick) : of.kind === 'text' && hasList(of)

/**
 * The question to the index of a resource of which the caller sees everything, where it answers with ids: documents of
 * tickets stand under the number of a change.
 */
export function everythingMatch(ctx: Context, target: Resource, of: Bound): Match | undefined {
  if (textKey(target) !== 'id' || conditionOfNamed(ctx, target, target.path)) return undefined
  const [view, another] = viewsOf(ctx, target, target.path)
  const match = view && !view.rows && !another ? matchOf(target, view, of) : undefined
  return match === 'nothing' ? undefined : match
}

/** A condition under whichever view a row is seen. */
export function seen(ctx: Context, resource: Resource, table: string, of: Bound): Expression<SqlBool> {
  const views = viewsOf(ctx, resource, table)
  if (of.kind === 'related' && views.length > 1) {
    // What is at the other end does not depend on the view; said once for each, a path of n steps would be said 2^n times.
    const rows = views.flatMap((view) => (seesStep(view, of.by ?? of.many) ? [view.rows ?? sql<SqlBool>`1 = 1`] : []))
    return rows.length === 0 ? never : eb.and([eb.or(rows), relatedCondition(ctx, resource, table, everything, of)])
  }
  return oneOf(
    views.map((view) => {
      const holds = condition(ctx, resource, table, view, of)
      return view.rows && holds !== never ? eb.and([view.rows, holds]) : holds
    }),
  )
}
