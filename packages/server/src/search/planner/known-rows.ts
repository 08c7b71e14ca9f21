import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { type Context, declared, effective } from '../../kernel/context.ts'
import { readsAsStored } from '../../kernel/scope.ts'
import { all, and, type Bound, type ColumnLeaf, none, not, or, type Related } from '../bound.ts'
import type { Select } from '../select.ts'
import { indexesOf } from '../catalogue.ts'
import { toSqlCondition } from './sql-condition.ts'

/** Maximum number of rows of a condition that are listed. */
export const MAX_LISTED = 500
/** Maximum number of alternatives that are looked up in indexes together. */
const MAX_ALTERNATIVES = 20

/**
 * Looks up conditions whose index is not in the order of a search, such as `close_at` or the properties of articles, and
 * limits them to lists of the rows that match, if these are few. Otherwise every row would be examined to find the last few
 * hits of a page, or none.
 */
export async function withKnownRows(ctx: Context, resource: Resource, tree: Bound): Promise<Bound> {
  const visit = async (part: Bound, isWanted: boolean): Promise<Bound> => {
    switch (part.kind) {
      case 'and':
      case 'or': {
        const parts: Bound[] = []
        for (const one of part.of) parts.push(await visit(one, isWanted))
        return part.kind === 'and' ? and(parts) : or(parts)
      }
      case 'not': {
        const parts: Bound[] = []
        for (const one of part.of.kind === 'or' ? part.of.of : [part.of]) parts.push(await without(one))
        return and(parts)
      }
      case 'column':
        return listed(ctx, resource, part, isWanted)
      case 'related':
        return part.by === undefined ? listed(ctx, resource, part, isWanted) : part
      default:
        return part
    }
  }
  const without = async (part: Bound): Promise<Bound> =>
    (await complement(ctx, resource, part)) ?? not(await visit(part, false))
  return visit(tree, true)
}

/** If few rows match a condition, adds the list of their changes to it, so that it is checked only on these rows. */
async function listed(ctx: Context, resource: Resource, part: ColumnLeaf | Related, isWanted: boolean): Promise<Bound> {
  // Several related records, such as articles, may belong to the same row, so more of them are read.
  const rows = rowsWith(ctx, resource, part)
  const ids = rows && (await fewIds(ctx, rows, part.kind === 'related' ? MAX_LISTED * 4 : MAX_LISTED))
  if (ids === undefined) return part
  if (ids.length === 0) return none
  // An exclusion is evaluated on each hit.
  return isWanted ? and([await changesOf(ctx, resource, ids), part]) : part
}

async function changesOf(ctx: Context, { path }: Resource, ids: readonly number[]): Promise<Bound> {
  const rows = dynamic(ctx.db)
    .selectFrom(path)
    .select('change')
    .where(ctx.db.dialect.among(sql.ref('id'), sql.val(`[${ids.join()}]`)))
  const cells = await ctx.db.arrays(rows.orderBy('change', 'desc').compile())
  return { kind: 'changes', of: cells.map(([change]) => change as number) }
}

/** The distinct ids of rows; undefined if there are many. */
async function fewIds(ctx: Context, rows: Select, limit: number): Promise<number[] | undefined> {
  const cells = await ctx.db.arrays(rows.limit(limit + 1).compile())
  if (cells.length > limit) return undefined
  const ids = [...new Set(cells.map(([id]) => id as number))]
  return ids.length > MAX_LISTED ? undefined : ids
}

/** The complement of a condition, if it is found faster than by examining each row; undefined otherwise. */
async function complement(ctx: Context, resource: Resource, part: Bound): Promise<Bound | undefined> {
  if (part.kind === 'related') return part.ids && otherTargets(ctx, part)
  if (part.kind !== 'column') return undefined
  const { column, test } = part
  if (test.is === 'between' && (column === 'created_at' || column === 'updated_at')) {
    // The complement of a range is the range before it and the range after it.
    const sides = [
      ...(test.from ? [{ to: { ...test.from, inclusive: !test.from.inclusive } }] : []),
      ...(test.to ? [{ from: { ...test.to, inclusive: !test.to.inclusive } }] : []),
    ]
    return or(sides.map((side) => ({ kind: 'column', column, test: { is: 'between', ...side } })))
  }
  const rows = rowsWithout(ctx, resource, part)
  const ids = rows && (await fewIds(ctx, rows, MAX_LISTED))
  if (ids === undefined) return undefined
  return ids.length === 0 ? none : and([await changesOf(ctx, resource, ids), not(part)])
}

/** References to resources of which there are few records, such as states. */
const fewTargets: readonly string[] = ['state_id', 'priority_id', 'group_id']
/** Maximum number of records of such a resource: with more, the ids other than the excluded ones are not listed. */
const MAX_OF_KIND = 24

/** The reference with all other ids, if there are few: each id has its own range in an index. */
async function otherTargets(ctx: Context, part: Related): Promise<Bound | undefined> {
  if (!fewTargets.includes(part.by ?? '')) return undefined
  const rows = dynamic(ctx.db).selectFrom(declared(part.to).path).select('id').orderBy('id')
  const cells = await ctx.db.arrays(rows.limit(MAX_OF_KIND + 1).compile())
  if (cells.length > MAX_OF_KIND) return undefined
  const others = cells.map(([id]) => id as number).filter((id) => !part.ids?.includes(id))
  return others.length === 0 ? none : { ...part, of: all, ids: others }
}

/** Selects the ids of the rows that a column condition excludes; undefined if no index finds them. */
function rowsWithout(ctx: Context, resource: Resource, { column, test }: ColumnLeaf): Select | undefined {
  if (!indexesOf(resource).absent.includes(column) || !readsAsStored(ctx, resource, column)) return undefined
  const ref = sql.ref(`row.${column}`)
  const isText = resource.fields[column]?.kind === 'text'
  const isNull = resource.fields[column]?.null ? [sql<SqlBool>`${ref} is null`] : []
  const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`)
  const where = (some: readonly RawBuilder<SqlBool>[]) =>
    some.length === 0 ? undefined : rows.select('row.id as id').where(sql<SqlBool>`(${sql.join(some, sql` or `)})`)
  if (test.is === 'set') return where(isText ? [...isNull, sql<SqlBool>`${ref} = ''`] : isNull)
  // The indexes of `create_article_*` contain only the rows without a value.
  if (isText || column.startsWith('create_article_')) return undefined
  if (test.is === 'equal') return where([...isNull, sql`${ref} < ${test.value}`, sql`${ref} > ${test.value}`])
  if (test.is !== 'between') return undefined
  const { from, to } = test
  return where([
    ...isNull,
    ...(from ? [from.inclusive ? sql<SqlBool>`${ref} < ${from.value}` : sql<SqlBool>`${ref} <= ${from.value}`] : []),
    ...(to ? [to.inclusive ? sql<SqlBool>`${ref} > ${to.value}` : sql<SqlBool>`${ref} >= ${to.value}`] : []),
  ])
}

/** Selects the ids of the rows that match, possibly more than once; undefined if no index finds them. */
function rowsWith(ctx: Context, resource: Resource, part: ColumnLeaf | Related): Select | undefined {
  if (part.kind === 'column') {
    if (!hasIndex(resource, part) || !readsAsStored(ctx, resource, part.column)) return undefined
    const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`)
    return rows.select('row.id as id').where(toSqlCondition(ctx, resource, 'row', weakened(part), 'row'))
  }
  const target = effective(ctx, declared(part.to))
  const relation = part.back === undefined ? resource.many[part.many ?? ''] : { of: part.back }
  const of = knownPart(target, part.of)
  if (relation === undefined || !('of' in relation) || of === undefined) return undefined
  const rows: Select = dynamic(ctx.db).selectFrom(`${target.path} as far`)
  return rows
    .select(sql.ref(`far.${relation.of}`).as('id'))
    .where(toSqlCondition(ctx, target, 'far', weakened(of), 'row'))
}

/** The part of a condition that an index of the target answers: all alternatives, and some of what is joined by AND. */
function knownPart(target: Resource, of: Bound): Bound | undefined {
  if (of.kind === 'and') {
    const some = of.of.flatMap((part) => knownPart(target, part) ?? [])
    return some.length === 0 ? undefined : and(some)
  }
  if (of.kind === 'or') {
    const each = of.of.flatMap((part) => knownPart(target, part) ?? [])
    return each.length < of.of.length || each.length > MAX_ALTERNATIVES ? undefined : or(each)
  }
  return hasIndex(target, of) ? of : undefined
}

/** True if an index finds the records that match a condition. */
function hasIndex(resource: Resource, part: Bound): boolean {
  const { values, present } = indexesOf(resource)
  if (part.kind === 'related')
    return part.by !== undefined && (part.ids?.length ?? Infinity) <= MAX_LISTED && values.includes(part.by)
  if (part.kind !== 'column') return false
  const { column, test } = part
  // Only internal articles have an index; the other articles are the majority.
  if (column === 'internal') return test.is === 'equal' && test.value === true
  if (test.is === 'set' || isPattern(test)) return present.includes(column)
  // Only ticket numbers have an index of numbers in texts.
  if (['like', 'words', 'long number'].includes(test.is) || (test.is === 'number' && column !== 'number')) return false
  return values.includes(column)
}

/** True for a pattern that matches only non-empty texts. */
const isPattern = (test: ColumnLeaf['test']): boolean => test.is === 'like' && /[^%]/.test(test.pattern)

/**
 * A weaker condition that an index supports: no index finds the matches of a pattern, but one finds rows with a value.
 */
function weakened(part: Bound): Bound {
  if (part.kind === 'and') return and(part.of.map(weakened))
  if (part.kind === 'or') return or(part.of.map(weakened))
  return part.kind === 'column' && isPattern(part.test) ? { ...part, test: { is: 'set' } } : part
}
