import type { Resource } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { readAside } from '../kernel/aside.ts'
import type { Context } from '../kernel/context.ts'
import { inOrder, type Page, type Sort } from '../kernel/page.ts'
import { columnsFor, type Shape } from '../kernel/represent.ts'
import { conditionOf, everything, type Rows, selection } from '../kernel/scope.ts'
import type { Bound } from './bound.ts'
import { condition, together } from './compile.ts'
import { expectedShare } from './endless.ts'
import { offsetOf, type Select, totalOrder } from './hits.ts'
import type { Walk } from './walks.ts'

/** Columns with an index of all rows of which hardly two have the same value. */
const walked: readonly string[] = ['id', 'number', 'title', 'created_at', 'updated_at']

/** So many rows are looked at one by one in the order of a column, before all hits are gathered and sorted. */
const mostLooked = 1000

/** Whether an order is the usual one, though it is asked for: the newest change first. */
export const isUsual = (ctx: Context, resource: Resource, [first, second, ...more]: readonly Sort[]): boolean =>
  first === undefined ||
  (more.length === 0 &&
    first.column === 'updated_at' &&
    first.order === 'desc' &&
    (second === undefined || (second.column === 'id' && second.order === 'desc')) &&
    isPlain(ctx, resource, first))

/**
 * A page of hits in the order of a column, where hits are so many that some of the first rows in that order are hits:
 * gathering half a million of them and sorting them takes half a second. Undefined where the page is not full.
 */
export async function firstByColumn(
  ctx: Context,
  resource: Resource,
  { understood, bound, walks }: { readonly understood: Bound; readonly bound: Bound; readonly walks: readonly Walk[] },
  page: Page,
  shape: Shape,
): Promise<Rows | undefined> {
  const [first] = page.sort
  if (!first || !walked.includes(first.column) || !isPlain(ctx, resource, first)) return undefined
  const [perPage, offset] = [page.perPage, offsetOf(page)]
  if (offset + perPage > (await expectedShare(ctx, resource, bound)) * mostLooked) return undefined
  const order = totalOrder(page.sort)
  const ranges = rangesOf(understood, first.column).map((range) =>
    condition(ctx, resource, resource.path, everything, range),
  )
  const among = tableOf(ctx, resource.path).selectAll().where(together('and', ranges))
  const scope = conditionOf(ctx, resource, 'scope', 'row', 'walk')
  const firstRows = inOrder(ctx, resource, among, order).limit(mostLooked)
  const found = dynamic(ctx.db)
    .selectFrom(sql<Record<string, unknown>>`${firstRows}`.as('row'))
    .select('row.change')
    // What the caller does not see, is not asked of the index.
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .where(
      together(
        'or',
        walks.map((walk) => isFoundBy(ctx, resource, walk)),
      ),
    )
  const onPage = inOrder(ctx, resource, found, order, 'row').limit(perPage).offset(offset)
  const columns = columnsFor(resource, shape)
  const rows = tableOf(ctx, resource.path)
    .select(selection(ctx, resource, columns))
    .where(sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${onPage}`)
  const cells = await readAside(ctx, resource, inOrder(ctx, resource, rows, order))
  return cells.length === perPage ? { resource, columns, cells } : undefined
}

/** What every hit fulfils of the column: the order need not begin with what does not. */
const rangesOf = (understood: Bound, column: string): Bound[] =>
  (understood.kind === 'and' ? understood.of : [understood]).filter(
    (part) => part.kind === 'column' && part.column === column && part.test.is === 'between',
  )

/** Whether a column is sorted by as it stands in the table, whoever asks. */
const isPlain = (ctx: Context, resource: Resource, { column }: Sort): boolean =>
  ctx.desk.slices[resource.name]?.columns?.(ctx, resource.path)[column] === undefined

/** Whether a walk would come across a row, asked of that row. */
function isFoundBy(
  ctx: Context,
  resource: Resource,
  { match, conditions, part }: Omit<Walk, 'among'>,
): Expression<SqlBool> {
  const change = sql.ref('row.change')
  const name = `${resource.path}_text`
  const hasWords = (words: NonNullable<typeof match>) => {
    const document = dynamic(ctx.db).selectFrom(`${name} as text`).select('text.rowid')
    return sql<SqlBool>`exists ${document
      .where(sql<SqlBool>`${sql.ref('text.rowid')} = ${change}`)
      .where(ctx.db.dialect.matches('text', name, words))}`
  }
  return together('and', [
    ...part.map((within) => within(change)),
    ...conditions.map(({ holdsForRow }) => holdsForRow),
    ...(match ? [hasWords(match)] : []),
  ])
}

const tableOf = (ctx: Context, table: string): Select => dynamic(ctx.db).selectFrom(table)
