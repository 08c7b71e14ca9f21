import type { Resource } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { inOrder, type Sort } from '../../kernel/page.ts'
import { readInWorker } from '../../kernel/read-in-worker.ts'
import { conditionOf } from '../../kernel/scope.ts'
import { facetsOf } from '../facets.ts'
import { countOf, isDefaultOrder, newestChange, newestFirst, once, readIds, readSorted, type Search } from '../hits.ts'
import { type Select, tableOf } from '../select.ts'
import { largestOf } from '../table-range.ts'
import type { Bound } from '../bound.ts'
import { isSortedByTime } from '../settings.ts'
import { toSqlCondition, documentsMatching, textKey } from './sql-condition.ts'
import { hasText, isInIndex } from './index-query.ts'
import { joinBalanced } from '../../db/join-balanced.ts'

/**
 * Searches with one statement, for which the database chooses the indexes. It serves resources without change numbers, whose
 * hits are few or quickly sorted, everything that reads all hits, and on PostgreSQL what `ladderSearch` leaves to it.
 */
export function singleStatementSearch(ctx: Context, resource: Resource, computeTree: () => Promise<Bound>): Search {
  const tree = once(computeTree)
  const hits = async () => hitsOf(ctx, resource, await tree())
  const largest = once(async () => largestOf(ctx, resource, await tree()))
  /**
   * In a desk whose changes are in the order of time, the default order is that of the change numbers, which have an index.
   */
  const orderOf = async (sort: readonly Sort[]): Promise<readonly Sort[]> =>
    ctx.db.dialect.ordersByChange &&
    'change' in resource.fields &&
    isDefaultOrder(ctx, resource, sort) &&
    (await isSortedByTime(ctx))
      ? newestChange
      : sort
  return {
    async rows(page, shape) {
      const ordered = { ...page, sort: await orderOf(page.sort) }
      return readSorted(ctx, resource, await hits(), ordered, shape, await largest())
    },
    async newest(limit) {
      const rows = (await hits()).select(sql.ref(`${resource.path}.${textKey(resource)}`).as('key'))
      const query = inOrder(ctx, resource, rows, await orderOf([...newestFirst])).limit(limit)
      return (await readInWorker(ctx, await largest(), query)).map(([key]) => Number(key))
    },
    ids: async (sort) => readIds(ctx, resource, await hits(), await orderOf(sort)),
    facets: async (by) => facetsOf(ctx, resource, await hits(), by, await largest()),
    count: async (limit) => countOf(ctx, keysOf(ctx, resource, await tree()), limit, await largest()),
  }
}

/** Selects a key of each hit. If the full-text index answers all of the condition, no row is read. */
function keysOf(ctx: Context, resource: Resource, tree: Bound): Select {
  if (resource.name === 'ticket' && hasText(tree) && isInIndex(resource, tree))
    return documentsMatching(ctx, resource, tree)
  return hitsOf(ctx, resource, tree).select(sql.ref(`${resource.path}.id`).as('id'))
}

/** Selects the rows that match a visible tree. */
export const hitsOf = (ctx: Context, resource: Resource, tree: Bound, table = resource.path): Select =>
  tableOf(ctx, table === resource.path ? table : `${resource.path} as ${table}`).where(
    hitConditions(ctx, resource, tree, table),
  )

/** The conditions of a hit: it matches, and the caller may list it. */
export function hitConditions(ctx: Context, resource: Resource, tree: Bound, table: string): Expression<SqlBool> {
  const conditions = [toSqlCondition(ctx, resource, table, tree, 'all')]
  // The search views of tickets show exactly the tickets that the caller may list, so the tree has this condition already.
  const scope = resource.name === 'ticket' ? undefined : conditionOf(ctx, resource, 'list', table)
  if (scope) conditions.push(scope)
  // The system user (id 1) is not a person, and never a hit.
  if (resource.name === 'user') conditions.push(sql<SqlBool>`${sql.ref(`${table}.id`)} <> 1`)
  return joinBalanced('and', conditions)
}
