import { hash } from 'node:crypto'
import type { Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Cell } from '../db/dialect.ts'
import { type Context, declared } from '../kernel/context.ts'
import { readInWorker } from '../kernel/read-in-worker.ts'
import { columnOf } from '../kernel/scope.ts'
import type { Select } from './select.ts'

/** The number of hits, and how many of them have each value, the most frequent value first. */
export interface Facets {
  readonly total: number
  readonly facets: Readonly<Record<string, readonly Bucket[]>>
}

/** A value and the number of hits that have it. */
interface Bucket {
  readonly value: Cell
  readonly count: number
}

/** Maximum number of values that are returned for a relation: the most frequent ones. */
export const MAX_RELATED = 100

/**
 * Counts hits by the values of columns, in one pass over the hits, and by related records, in one pass for each
 * relation.
 * @param largest the largest of the resources that the query reads; if it has many records, a read worker runs the query.
 */
export async function facetsOf(
  ctx: Context,
  resource: Resource,
  hits: Select,
  by: readonly string[],
  largest = resource,
): Promise<Facets> {
  const columns = by.filter((name) => Object.hasOwn(resource.fields, name))
  const rows = await cached(ctx, largest, selectCounts(ctx, resource, hits, columns))
  const facets: Record<string, readonly Bucket[]> = {}
  for (const name of by) {
    const index = columns.indexOf(name)
    facets[name] =
      index === -1
        ? (await cached(ctx, largest, selectRelatedCounts(resource, hits, name))).map(bucketOf)
        : summedBy(rows, index, columns.length)
  }
  return { total: rows.reduce((sum, row) => sum + Number(row[columns.length]), 0), facets }
}

/**
 * Counts the hits by each combination of values. States, groups, owners and priorities have few; any other reference, such
 * as the one by which a list is grouped, is counted alone.
 */
function selectCounts(ctx: Context, resource: Resource, hits: Select, columns: readonly string[]): Select {
  const values = columns.map((name) => columnOf(ctx, resource, name))
  return hits
    .select([...values.map((value, index) => value.as(columns[index] as string)), (eb) => eb.fn.countAll().as('count')])
    .$if(columns.length > 0, (query) => query.groupBy(values))
}

/** Counts the hits by the names of related records. */
function selectRelatedCounts(resource: Resource, hits: Select, name: string): Select {
  const relation = resource.many[name]
  if (!relation || !('through' in relation))
    throw new Error(`${resource.name} has no relation ${name} with a join table.`)
  const { path, label } = declared(relation.to)
  const pairs = relation.through
  const value = `${path}.${label}`
  return hits
    .innerJoin(pairs, `${pairs}.${relation.near}`, `${resource.path}.id`)
    .innerJoin(path, `${path}.id`, `${pairs}.${relation.far}`)
    .select([sql.ref(value).as('value'), (eb) => eb.fn.countAll().as('count')])
    .groupBy(value)
    .orderBy('count', 'desc')
    .orderBy(value)
    .limit(MAX_RELATED)
}

const bucketOf = ([value, count]: readonly Cell[]): Bucket => ({ value: value as Cell, count: Number(count) })

/** Sums the counts of all combinations with the same value in a column. */
function summedBy(rows: readonly Cell[][], index: number, countIndex: number): Bucket[] {
  const counts = new Map<Cell, number>()
  for (const row of rows) {
    const value = row[index] as Cell
    counts.set(value, (counts.get(value) ?? 0) + Number(row[countIndex]))
  }
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count || compare(a, b))
}

const compare = (a: Bucket, b: Bucket): number => Number(a.value) - Number(b.value)

/** Reads counts once until the next commit, for all callers with equal rights. */
function cached(ctx: Context, largest: Resource, query: Select): Promise<Cell[][]> {
  const { sql: text, parameters } = query.compile()
  const key = `facets:${hash('sha256', text + JSON.stringify(parameters))}`
  return ctx.cache.getOrCompute(key, () => readInWorker(ctx, largest, query))
}
