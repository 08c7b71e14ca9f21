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

/** A condition that no row matches. It is dropped from alternatives, because no index supports it. */
const never = sql<SqlBool>`1 = 0`

/**
 * The second step from a query to SQL: a condition on the rows of `table`, as one view of the caller shows them. Conditions
 * on related records only match those that the caller can read.
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
 * Joins conditions as a balanced tree: a thousand conditions in a row are an expression of that depth, which SQLite
 * rejects.
 */
export function together(sign: 'and' | 'or', conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  if (conditions.length <= 32) return eb[sign](conditions)
  const half = conditions.length >> 1
  return eb[sign]([together(sign, conditions.slice(0, half)), together(sign, conditions.slice(half))])
}

/** The column that is the row id of a resource's full-text table. */
export const textKey = (resource: Resource): string => ('change' in resource.fields ? 'change' : 'id')

/**
 * The views in which the caller reads the rows of a resource. Each row is only in the first view that shows it, because a
 * negation could match in another view that shows less.
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

/** Parts that the full-text index can evaluate become a single full-text expression, however many words there are. */
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

/** Wraps a condition so that no index is used for it: it is only evaluated on rows that were found otherwise. */
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

/** Whether a single document matches a full-text expression, which takes some microseconds. */
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

/** Numbers within texts have no index, so another expression than that of an index may be used. */
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

/** Whether a view shows the field or relation of a step of a path. */
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
    // They are few; any other index would find more, such as all articles of some users.
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

/** Removes conditions that only help an index, for evaluation on a row that was already found. */
function withoutLeading(bound: Bound): Bound {
  if (bound.kind === 'or') return or(bound.of.map(withoutLeading))
  if (bound.kind !== 'and') return bound
  return and(bound.of.filter((part) => !leadsOnly(part)).map(withoutLeading))
}

const leadsOnly = (bound: Bound): boolean =>
  bound.kind === 'and' || bound.kind === 'or'
    ? bound.of.every(leadsOnly)
    : bound.kind === 'text' && bound.leads === true

/** The ids of the records of a resource that match a query, as the caller sees them. */
export function rowsAt(ctx: Context, target: Resource, of: Bound) {
  const match = everythingMatch(ctx, target, of)
  if (match) return inIndex(ctx, target, match)
  return dynamic(ctx.db)
    .selectFrom(target.path)
    .select('id')
    .where(seenByName(ctx, target, target.path, of))
}

/** A condition on records that others refer to, in any view. */
function seenByName(ctx: Context, target: Resource, table: string, of: Bound): Expression<SqlBool> {
  const named = conditionOfNamed(ctx, target, table)
  const fulfils = seen(ctx, target, table, of)
  return named ? eb.and([named, fulfils]) : fulfils
}

/**
 * The condition that a reference is to a record that matches a query, evaluated row by row. For few rows the index is
 * queried for each, which takes microseconds; listing all records with a common name takes thousands of them.
 * @param table the alias of the other record in the statement.
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

/** Whether the index has posting lists for all words and prefixes of a condition. */
const isQuick = (of: Bound): boolean =>
  of.kind === 'and' || of.kind === 'or' ? of.of.every(isQuick) : of.kind === 'text' && hasList(of)

/**
 * The full-text expression for a resource that the caller can read completely and whose documents are stored by id;
 * documents of tickets are stored by change number.
 */
export function everythingMatch(ctx: Context, target: Resource, of: Bound): Match | undefined {
  if (textKey(target) !== 'id' || conditionOfNamed(ctx, target, target.path)) return undefined
  const [view, another] = viewsOf(ctx, target, target.path)
  const match = view && !view.rows && !another ? matchOf(target, view, of) : undefined
  return match === 'nothing' ? undefined : match
}

/** A condition on rows in any view of the caller. */
export function seen(ctx: Context, resource: Resource, table: string, of: Bound): Expression<SqlBool> {
  const views = viewsOf(ctx, resource, table)
  if (of.kind === 'related' && views.length > 1) {
    // The target does not depend on the view. Repeating it for each view would make the condition of a path of n steps 2^n
    // times as long.
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
