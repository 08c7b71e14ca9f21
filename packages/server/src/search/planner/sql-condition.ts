import type { Resource } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { type Context, declared, effective } from '../../kernel/context.ts'
import { conditionOfReferenced, from } from '../../kernel/scope.ts'
import { and, type Bound, type Junction, or, type Related } from '../bound.ts'
import { columnCondition } from '../column-condition.ts'
import type { Select } from '../select.ts'
import { windowPrefix, windowSize, windowTerm } from '../windows.ts'
import { joinBalanced } from '../../db/join-balanced.ts'
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
export const toSqlCondition = (
  ctx: Context,
  resource: Resource,
  table: string,
  tree: Bound,
  mode: EvaluationMode,
): Expression<SqlBool> => translate({ ctx, resource, table, mode }, tree)

/** The rows on which a condition is evaluated, and the way in which it is evaluated. */
interface Place {
  readonly ctx: Context
  readonly resource: Resource
  /** The alias of the table in the statement. */
  readonly table: string
  readonly mode: EvaluationMode
}

function translate(place: Place, tree: Bound): Expression<SqlBool> {
  const { ctx, resource, table } = place
  switch (tree.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`
    case 'none':
      return sql<SqlBool>`1 = 0`
    case 'and':
    case 'or':
      return junction(place, tree)
    case 'not':
      return sql<SqlBool>`not coalesce(${translate(place, tree.of)}, ${false})`
    case 'text':
      return textCondition(place, tree)
    case 'column':
      return columnCondition(ctx, resource, table, tree)
    case 'related':
      return relatedCondition(place, tree)
    case 'changes':
      return ctx.db.dialect.among(sql.ref(`${table}.change`), sql.val(`[${tree.of.join()}]`))
    case 'view':
      return ctx.desk.slices[resource.name]?.searchViews?.(ctx, table)[tree.index]?.rows ?? sql<SqlBool>`1 = 1`
    case 'pattern':
      throw new Error('Patterns are expanded before they become SQL.')
  }
}

/** Joins conditions. Those on words share full-text expressions. Columns are compared first, because that is fast. */
function junction(place: Place, { kind, of }: Junction): Expression<SqlBool> {
  const { resource, mode } = place
  const needed = mode === 'all' || kind === 'or' ? of : of.filter((part) => !isHint(part))
  const words = needed.filter((part) => hasText(part) && isInIndex(resource, part, 1))
  const others = needed.filter((part) => !words.includes(part)).map((part) => translate(place, part))
  const size = mode === 'all' ? words.length : MAX_WORDS
  for (let at = 0; at < words.length; at += size) {
    const some = words.slice(at, at + size)
    others.push(textCondition(place, kind === 'and' ? and(some) : or(some)))
  }
  return joinBalanced(kind, others)
}

/** True if a part is only a hint for the index: a stricter condition decides. */
const isHint = (tree: Bound): boolean =>
  tree.kind === 'and' || tree.kind === 'or' ? tree.of.every(isHint) : tree.kind === 'text' && tree.isHint === true

/** The column that is the row id of the full-text table of a resource. */
export const textKey = (resource: Resource): 'change' | 'id' => ('change' in resource.fields ? 'change' : 'id')

function textCondition(place: Place, tree: Bound): Expression<SqlBool> {
  const { ctx, resource, table, mode } = place
  if (tree.kind === 'all' || tree.kind === 'none') return translate(place, tree)
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

/** Selects the ids of the records that match and that the caller may see where other records refer to them. */
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

function relatedCondition(place: Place, part: Related): Expression<SqlBool> {
  const { ctx, table, mode } = place
  const { to, by, of, ids } = part
  if (by === undefined) return manyCondition(place, part)
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
function manyCondition({ ctx, resource, table, mode }: Place, part: Related): Expression<SqlBool> {
  const { to, many, back, of, count } = part
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
