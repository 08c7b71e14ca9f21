import type { Resource } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { type Context, declared } from '../kernel/context.ts'
import { newestId } from '../kernel/read-in-worker.ts'
import { type Bound, relatedResources } from './bound.ts'

/**
 * Returns the largest of the resources that a query reads: its own, and those that it refers to. Their largest ids
 * estimate their numbers of records.
 */
export async function largestOf(ctx: Context, resource: Resource, bound: Bound): Promise<Resource> {
  let largest = { resource, size: await newestId(ctx, resource) }
  for (const name of new Set(relatedResources(bound))) {
    const other = declared(name)
    const size = await newestId(ctx, other)
    if (size > largest.size) largest = { resource: other, size }
  }
  return largest.resource
}

/** The first and last value of an indexed column; undefined if there are no records. */
export async function minMax<T>(
  ctx: Context,
  { path }: Resource,
  column: string,
): Promise<{ first: T; last: T } | undefined> {
  // Two statements: if one selected both values, SQLite would not use the index.
  const end = async (order: 'asc' | 'desc') => {
    const rows = dynamic(ctx.db).selectFrom(path).select(column).orderBy(column, order).limit(1)
    return (await ctx.db.arrays(rows.compile()))[0]?.[0] as T | undefined
  }
  const [first, last] = [await end('asc'), await end('desc')]
  return first === undefined || last === undefined ? undefined : { first, last }
}
