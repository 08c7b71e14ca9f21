import type { Resource } from '@deskbell/contract'
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Cell } from '../db/dialect.ts'
import { isLarge, newestId } from './read-in-worker.ts'
import type { Context } from './context.ts'
import { columnsFor, type Shape } from './shape.ts'
import { columnOf, from, type Rows, readsAsStored } from './scope.ts'
import { selection } from './selection.ts'
import { type Placeholder, statement } from './statement.ts'
import { type AnyTables, dynamic } from '../db/dynamic.ts'

/** One column of an order. */
export interface Sort {
  readonly column: string
  readonly order: 'asc' | 'desc'
}

/** The rows of a list to read; validated by `http/paging.ts`. */
export interface Page {
  /** From 1. */
  readonly page: number
  /** 1 to 1000. */
  readonly perPage: number
  /** Only rows with a larger id (or a smaller one, if sorted by id descending); `page` is then 1. */
  readonly after?: number
  /** Empty: by id, ascending. */
  readonly sort: readonly Sort[]
  /** Only these records. */
  readonly ids?: readonly number[]
}

/** Reads the rows of one page. */
export async function readPage(ctx: Context, resource: Resource, page: Page, shape: Shape): Promise<Rows> {
  const columns = columnsFor(resource, shape)
  const cells =
    page.sort.length === 0 && !page.ids
      ? readById(ctx, resource, columns, page)
      : readSorted(ctx, resource, columns, page)
  return { resource, columns, cells: await cells }
}

/** Counts the rows that the caller sees. Without ids, the count is cached, because it costs more than reading a page. */
export async function countRows(ctx: Context, resource: Resource, page: Page): Promise<number> {
  const hasIds = page.ids !== undefined
  const run = statement(ctx, `count:${resource.name}:${hasIds}`, (input) => {
    const rows = from(ctx, resource).select((eb) => eb.fn.countAll().as('count'))
    return hasIds ? rows.where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), input(0))) : rows
  })
  const ids = page.ids ? `[${page.ids.join()}]` : undefined
  const count = async () => Number((await run(ids))[0]?.[0])
  return hasIds ? count() : ctx.cache.getOrCompute(`count:${resource.name}:${ctx.actor.key}`, count)
}

/** From this offset on, the positions of pages are cached, because the cost of an offset grows with the rows skipped. */
const DEEP_OFFSET = 500

/**
 * Reads a page in id order. A deep page starts at the nearest position cached since the last
 * commit, so that page 10,001, read after page 10,000, costs the same as page 2.
 */
async function readById(ctx: Context, resource: Resource, columns: readonly string[], page: Page): Promise<Cell[][]> {
  const id = sql.ref(`${resource.path}.id`)
  const use = (await seesManyRows(ctx, resource, page)) ? 'filter' : undefined
  const run = statement(ctx, `page:${resource.name}:${use}:${columns.join()}`, (input) =>
    from(ctx, resource, 'list', resource.path, use)
      .select(selection(ctx, resource, columns))
      .where(id, '>=', input(0))
      .orderBy(id)
      .limit(input<number>(1))
      .offset(input<number>(2)),
  )
  if (page.after !== undefined) return run(page.after + 1, page.perPage, 0)
  const offset = (page.page - 1) * page.perPage
  if (offset > Number.MAX_SAFE_INTEGER) return []
  if (offset < DEEP_OFFSET) return run(0, page.perPage, offset)
  const positions = await cachedPositions(ctx, resource)
  const start = positions.nearest(offset)
  const cells = await run(start.id, page.perPage, offset - start.offset)
  const first = cells[0]?.[0]
  if (typeof first === 'number') positions.add({ offset, id: first })
  return cells
}

const cachedPositions = (ctx: Context, resource: Resource) =>
  ctx.cache.getOrCompute(`positions:${resource.name}:${ctx.actor.key}`, () => new CachedPositions(), POSITIONS_SIZE)

/** Maximum number of cached positions of a list, and their size in bytes. */
const [MAX_POSITIONS, POSITIONS_SIZE] = [2048, 65_536]

/**
 * Returns true if the caller sees at least 2 % of the rows: then a scan in id order is faster than sorting the visible
 * rows.
 */
function seesManyRows(ctx: Context, resource: Resource, page: Page): Promise<boolean> {
  return ctx.cache.getOrCompute(
    `sees_many:${resource.name}:${ctx.actor.key}`,
    async () => (await countRows(ctx, resource, page)) * 50 >= (await newestId(ctx, resource)),
  )
}

/** Positions of rows in a list: the row at `offset` has `id`. Valid until the next commit, like all of `ReadCache`. */
class CachedPositions {
  #positions: { offset: number; id: number }[] = [{ offset: 0, id: 0 }]

  nearest(offset: number): { offset: number; id: number } {
    return this.#positions[this.#lastUpTo(offset)] as { offset: number; id: number }
  }

  add(position: { offset: number; id: number }): void {
    if (this.nearest(position.offset).offset === position.offset) return
    if (this.#positions.length >= MAX_POSITIONS) this.#positions = this.#positions.filter((_, index) => index % 2 === 0)
    this.#positions.splice(this.#lastUpTo(position.offset) + 1, 0, position)
  }

  /** Returns the index of the last position at or before the offset. */
  #lastUpTo(offset: number): number {
    let low = 0
    let high = this.#positions.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#positions[middle]?.offset ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

/**
 * Reads a page in any other order, or of certain ids. Many records are sorted in a worker, so that other requests need not
 * wait.
 */
async function readSorted(ctx: Context, resource: Resource, columns: readonly string[], page: Page): Promise<Cell[][]> {
  const hasIds = page.ids !== undefined
  const id = sql.ref(`${resource.path}.id`)
  const order = [...page.sort, { column: 'id', order: 'asc' } as const]
  const isDescending = page.sort[0]?.column === 'id' && page.sort[0].order === 'desc'
  const key = `sorted:${resource.name}:${columns.join()}:${order.map((sort) => sort.column + sort.order).join()}:${hasIds}:${page.after === undefined}`
  const build = (input: Placeholder) => {
    let rows = from(ctx, resource)
    if (hasIds) rows = rows.where(ctx.db.dialect.among(id, input(2)))
    if (page.after !== undefined) rows = rows.where(id, isDescending ? '<' : '>', input(3))
    return recordsInOrder(ctx, resource, columns, order, rows, { perPage: input(0), offset: input(1) })
  }
  const isLong = page.sort[0]?.column !== 'id' && (await isLarge(ctx, resource))
  const run = statement(ctx, key, build, isLong ? 'worker' : 'inline')
  const offset = (page.page - 1) * page.perPage
  if (offset > Number.MAX_SAFE_INTEGER) return []
  return run(page.perPage, offset, hasIds ? `[${page.ids.join()}]` : undefined, page.after)
}

/** The number of rows on a page, and the number of rows to skip, as SQL. */
export interface LimitOffset {
  readonly perPage: RawBuilder<number>
  readonly offset: RawBuilder<number>
}

/**
 * Selects the records of a page. Only the sort columns and ids of all rows are sorted, not entire records.
 * @param table alias of the table in `rows`.
 */
export function recordsInOrder(
  ctx: Context,
  resource: Resource,
  columns: readonly string[],
  order: readonly Sort[],
  rows: SelectQueryBuilder<AnyTables, string, object>,
  { perPage, offset }: LimitOffset,
  table = resource.path,
): SelectQueryBuilder<AnyTables, string, object> {
  const ids = inOrder(ctx, resource, rows.select(`${table}.id`), order, table)
    .limit(perPage)
    .offset(offset)
  const records = dynamic(ctx.db)
    .selectFrom(resource.path)
    .select(selection(ctx, resource, columns))
    .where(sql<SqlBool>`${sql.ref(`${resource.path}.id`)} in ${ids}`)
  return inOrder(ctx, resource, records, order)
}

/** Sorts rows the same way on every database: nulls first when ascending, texts by code point. */
export function inOrder<Q extends SelectQueryBuilder<AnyTables, string, object>>(
  ctx: Context,
  resource: Resource,
  rows: Q,
  order: readonly Sort[],
  table = resource.path,
): Q {
  let ordered = rows
  for (const { column, order: direction } of order) {
    const ref = columnOf(ctx, resource, column, table)
    const isText = ['text', 'one_of'].includes(resource.fields[column]?.kind ?? '')
    const value: RawBuilder<unknown> = isText ? ctx.db.dialect.byCodePoint(ref) : ref
    if (isAlwaysSet(ctx, resource, column)) ordered = ordered.orderBy(value, direction) as Q
    else
      ordered = ordered.orderBy(value, (by) =>
        direction === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast(),
      ) as Q
  }
  return ordered
}

/**
 * Returns true if the column is never null. The order then omits the position of nulls: PostgreSQL reads an index in
 * order only without it.
 */
function isAlwaysSet(ctx: Context, resource: Resource, column: string): boolean {
  const field = resource.fields[column]
  return field !== undefined && !field.null && !field.custom && readsAsStored(ctx, resource, column)
}
