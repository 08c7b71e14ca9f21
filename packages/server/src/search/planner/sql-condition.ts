import type { Resource } from '@deskbell/contract'
import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { type Context, declared, effective } from '../../kernel/context.ts'
import { columnOf, conditionOfReferenced, from } from '../../kernel/scope.ts'
import { fold } from '../../text/words.ts'
import { and, type Bound, type ColumnLeaf, type Edge, type Junction, or, type Related } from '../bound.ts'
import type { Select } from '../select.ts'
import { windowPrefix, windowSize, windowTerm } from '../windows.ts'
import { joinBalanced } from './join-balanced.ts'
import { hasText, inWindow, isDense, isInIndex, MAX_WORDS, matchOf } from './index-query.ts'

/**
 * The way in which the database evaluates a condition.
 * - `row`: on each row that another condition has found.
 * - `row in window`: the same, but full-text conditions also contain the term of the window that the change of the row is
 *   in, so that reading ends soon. The documents must have these terms.
 * - `all`: as the set of all rows that match; the database chooses the indexes.
 */
export type EvaluationMode = 'row' | 'row in window' | 'all'

/** Translates a visible tree to a condition on the rows of a table. */
export function toSqlCondition(
  ctx: Context,
  resource: Resource,
  table: string,
  tree: Bound,
  mode: EvaluationMode,
): Expression<SqlBool> {
  switch (tree.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`
    case 'none':
      return sql<SqlBool>`1 = 0`
    case 'and':
    case 'or':
      return junction(ctx, resource, table, tree, mode)
    case 'not':
      return sql<SqlBool>`not coalesce(${toSqlCondition(ctx, resource, table, tree.of, mode)}, ${false})`
    case 'text':
      return textCondition(ctx, resource, table, tree, mode)
    case 'column':
      return columnCondition(ctx, resource, table, tree)
    case 'related':
      return relatedCondition(ctx, resource, table, tree, mode)
    case 'changes':
      return ctx.db.dialect.among(sql.ref(`${table}.change`), sql.val(`[${tree.of.join()}]`))
    case 'view':
      return ctx.desk.slices[resource.name]?.searchViews?.(ctx, table)[tree.index]?.rows ?? sql<SqlBool>`1 = 1`
    case 'pattern':
      throw new Error('Patterns are expanded before they become SQL.')
  }
}

const eb = expressionBuilder<never>()

/** Joins conditions. Those on words share full-text expressions. Columns are compared first, because that is fast. */
function junction(
  ctx: Context,
  resource: Resource,
  table: string,
  { kind, of }: Junction,
  mode: EvaluationMode,
): Expression<SqlBool> {
  const needed = mode === 'all' || kind === 'or' ? of : of.filter((part) => !isHint(part))
  const words = needed.filter((part) => hasText(part) && isInIndex(resource, part, 1))
  const others = needed
    .filter((part) => !words.includes(part))
    .map((part) => toSqlCondition(ctx, resource, table, part, mode))
  const size = mode === 'all' ? words.length : MAX_WORDS
  for (let at = 0; at < words.length; at += size) {
    const some = words.slice(at, at + size)
    others.push(textCondition(ctx, resource, table, kind === 'and' ? and(some) : or(some), mode))
  }
  return joinBalanced(kind, others)
}

/** True if a part is only a hint for the index: a stricter condition decides. */
const isHint = (tree: Bound): boolean =>
  tree.kind === 'and' || tree.kind === 'or' ? tree.of.every(isHint) : tree.kind === 'text' && tree.isHint === true

/** The column that is the row id of the full-text table of a resource. */
export const textKey = (resource: Resource): 'change' | 'id' => ('change' in resource.fields ? 'change' : 'id')

function textCondition(
  ctx: Context,
  resource: Resource,
  table: string,
  tree: Bound,
  mode: EvaluationMode,
): Expression<SqlBool> {
  if (tree.kind === 'all' || tree.kind === 'none') return toSqlCondition(ctx, resource, table, tree, mode)
  const name = `${resource.path}_text`
  const { dialect } = ctx.db
  const key = sql.ref(`${table}.${textKey(resource)}`)
  if (mode === 'all') return sql<SqlBool>`${key} in ${documentsMatching(ctx, resource, tree)}`
  const match = matchOf(resource, tree)
  const needsNoWindow = mode === 'row' || textKey(resource) === 'id' || isDense(match)
  // The expression contains the term of window 0, which is replaced by the term of each row's window.
  const value = dialect.matchValue(needsNoWindow ? match : inWindow(match, 0))
  const own = sql`${windowPrefix()} || ${sql.raw(`("${table}"."${textKey(resource)}" >> ${windowSize.bits})`)}`
  const replaced = needsNoWindow ? sql`${value}` : sql`replace(${value}, ${windowTerm(0)}, ${own})`
  return sql<SqlBool>`exists (select 1 from ${sql.table(name)}
    where ${dialect.matches(name, name, value === undefined ? match : replaced)} and ${sql.ref(`${name}.rowid`)} = ${key})`
}

/** True if the full-text index alone finds the ids of the records that match: they are the row ids of its documents. */
export const isFoundByIndex = (ctx: Context, target: Resource, of: Bound): boolean =>
  textKey(target) === 'id' && hasText(of) && isInIndex(target, of) && !conditionOfReferenced(ctx, target, target.path)

/** Selects the ids of the records that match, limited to those that the caller may search by in references to them. */
export function idsMatching(ctx: Context, target: Resource, of: Bound) {
  const condition = conditionOfReferenced(ctx, target, target.path)
  if (isFoundByIndex(ctx, target, of)) return documentsMatching(ctx, target, of)
  const rows = dynamic(ctx.db).selectFrom(target.path).select('id')
  const matching = rows.where(toSqlCondition(ctx, target, target.path, of, 'all'))
  return condition ? matching.where(condition) : matching
}

/** Selects the keys of the documents that match a tree for which `isInIndex` is true. */
export function documentsMatching(ctx: Context, resource: Resource, tree: Bound): Select {
  const name = `${resource.path}_text`
  const matching = ctx.db.dialect.matches(name, name, matchOf(resource, tree))
  return dynamic(ctx.db).selectFrom(name).select('rowid as id').where(matching)
}

function relatedCondition(
  ctx: Context,
  resource: Resource,
  table: string,
  part: Related,
  mode: EvaluationMode,
): Expression<SqlBool> {
  const { to, by, of, ids } = part
  if (by === undefined) return manyCondition(ctx, resource, table, part, mode)
  const ref = sql.ref(`${table}.${by}`)
  if (ids?.length === 1) return sql<SqlBool>`${ref} = ${ids[0]}`
  if (ids) return ctx.db.dialect.among(ref, sql.val(`[${ids.join()}]`))
  const target = effective(ctx, declared(to))
  if (mode === 'all') return sql<SqlBool>`${ref} in ${idsMatching(ctx, target, of)}`
  const far = `${table}_${by}`
  const conditions = [sql<SqlBool>`${sql.ref(`${far}.id`)} = ${ref}`, toSqlCondition(ctx, target, far, of, mode)]
  const condition = conditionOfReferenced(ctx, target, far)
  if (condition) conditions.push(condition)
  return sql<SqlBool>`exists (select 1 from ${sql.table(target.path)} as ${sql.ref(far)} where ${joinBalanced('and', conditions)})`
}

/** A condition on the records of a relation to many: at least one of them matches, or a certain number. */
function manyCondition(
  ctx: Context,
  resource: Resource,
  table: string,
  { to, many, back, of, count }: Related,
  mode: EvaluationMode,
): Expression<SqlBool> {
  const target = effective(ctx, declared(to))
  const relation = back === undefined ? resource.many[many as string] : { of: back }
  if (!relation) throw new Error(`${resource.name} has no relation ${many}`)
  const far = `${table}_${many ?? to}`
  const own = sql.ref(`${table}.id`)
  const matching = toSqlCondition(ctx, target, far, of, mode)
  // Without `rowByRow`, the database might use an index other than that of the relation, which finds more rows, such as all
  // articles of some users.
  const rows = from(ctx, target, 'read', far).where(mode === 'all' ? matching : rowByRow(matching))
  if ('of' in relation) {
    const near = sql.ref(`${far}.${relation.of}`)
    return mode === 'all'
      ? sql<SqlBool>`${own} in ${rows.select(near.as('near')).where(near, 'is not', null)}`
      : sql<SqlBool>`exists ${rows.select(sql.lit(1).as('one')).where(sql<SqlBool>`${near} = ${own}`)}`
  }
  const pairs = rows.innerJoin(`${relation.through} as pair`, `pair.${relation.far}`, `${far}.id`)
  const condition = ctx.desk.slices[resource.name]?.pairCondition?.[many as string]
  const visiblePairs = condition ? pairs.where(condition) : pairs
  const near = sql.ref(`pair.${relation.near}`)
  if (mode === 'all') {
    const ids = visiblePairs.select(near.as('near'))
    return count === undefined
      ? sql<SqlBool>`${own} in ${ids}`
      : sql<SqlBool>`${own} in ${ids.groupBy(near).having(sql<number>`count(*)`, '=', count)}`
  }
  const ownPairs = visiblePairs.where(sql<SqlBool>`${near} = ${own}`)
  return count === undefined
    ? sql<SqlBool>`exists ${ownPairs.select(sql.lit(1).as('one'))}`
    : sql<SqlBool>`${ownPairs.select((eb) => eb.fn.countAll().as('count'))} = ${count}`
}

/** Wraps a condition so that no index is used for it: it is only evaluated on rows that were found otherwise. */
export const rowByRow = (condition: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`case when ${condition} then 1 else 0 end = 1`

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
    case 'contains':
      return ctx.db.dialect.contains(ref, test.text)
    case 'like':
      return ctx.db.dialect.like(ref, fold(test.pattern))
    case 'digits':
      return sql<SqlBool>`${ctx.db.dialect.digits(ref)} like ${`%${test.digits}`}`
    case 'set':
      return sql<SqlBool>`(${ref} is not null and cast(${ref} as text) <> '')`
    case 'words':
      return ctx.db.dialect.hasWords(ref, test.words, test.prefix)
    case 'number':
      return between(numberIn(ctx, resource, table, column, 'wholeNumber'), test)
    case 'long number':
      return betweenDigits(numberIn(ctx, resource, table, column, 'longNumber'), test)
    case 'between':
      return between(ref, test)
  }
}

/** The number in a text column, by the expression that its index has. Numbers in custom fields have no index. */
function numberIn(
  ctx: Context,
  resource: Resource,
  table: string,
  column: string,
  kind: 'wholeNumber' | 'longNumber',
): RawBuilder<unknown> {
  const { dialect } = ctx.db
  if (!resource.fields[column]?.custom) return sql.raw(dialect[kind](`"${table}"."${column}"`))
  const value = columnOf(ctx, resource, column, table)
  return sql`(select ${sql.raw(dialect[kind]('part.value'))} from (select ${value} as value) as part)`
}

/** Compares numbers as texts of digits: the longer one is larger. */
function betweenDigits(digits: RawBuilder<unknown>, { from, to }: { from?: Edge; to?: Edge }): Expression<SqlBool> {
  const beyond = ({ value, inclusive }: Edge, operator: string) =>
    sql<SqlBool>`(length(${digits}), ${digits}) ${sql.raw(inclusive ? `${operator}=` : operator)} (${sql.lit(String(value).length)}, ${value})`
  return eb.and([
    sql<SqlBool>`${digits} is not null`,
    ...(from ? [beyond(from, '>')] : []),
    ...(to ? [beyond(to, '<')] : []),
  ])
}

const between = (value: RawBuilder<unknown>, { from, to }: { from?: Edge; to?: Edge }): Expression<SqlBool> =>
  eb.and([
    ...(from ? [sql<SqlBool>`${value} ${sql.raw(from.inclusive ? '>=' : '>')} ${from.value}`] : []),
    ...(to ? [sql<SqlBool>`${value} ${sql.raw(to.inclusive ? '<=' : '<')} ${to.value}`] : []),
  ])
