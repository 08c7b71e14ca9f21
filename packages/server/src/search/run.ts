import { dateResolver, parse, type Query, type Resource, SearchError } from '@deskbell/contract'
import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Words } from '../db/dialect.ts'
import type { Context } from '../kernel/context.ts'
import { invalid } from '../kernel/fault.ts'
import { inOrder, type Page, type Sort } from '../kernel/page.ts'
import { columnsFor, type Shape } from '../kernel/represent.ts'
import { from, type Rows, selection, type View } from '../kernel/scope.ts'
import { type AnyTables, dynamic } from '../db/dynamic.ts'
import { type Bound } from './bound.ts'
import { condition, seen, together, viewsOf, visibleText } from './compile.ts'
import { narrow } from './narrow.ts'
import { resolve } from './resolve.ts'

/** What was searched for, ready to be read page by page and to be counted. */
export interface Search {
  rows(page: Page, shape: Shape): Promise<Rows>
  /** The number of hits, at most `most` and one more. */
  count(most?: number): Promise<number>
}

/** Counting stops here unless an exact total is asked for: counting a common word costs more than the page. */
export const countUpTo = 1000

/**
 * Understands a query in the eyes of a caller.
 * @throws Fault `invalid` with the column of what could not be understood.
 */
export async function search(ctx: Context, resource: Resource, text: string): Promise<Search> {
  const bound = await narrow(ctx, understand(ctx, resource, text))
  if ('change' in resource.fields) return byChange(ctx, resource, bound)
  return anyOrder(ctx, resource, bound)
}

function understand(ctx: Context, resource: Resource, text: string): Bound {
  const date = dateResolver({ now: ctx.desk.now() })
  try {
    const query: Query = parse(text)
    return resolve(resource, query, { date })
  } catch (failure) {
    if (failure instanceof SearchError) throw invalid('query', failure.message)
    throw failure
  }
}

type Select = SelectQueryBuilder<AnyTables, string, object>

/** Newest first, the larger id first among those of one moment (product, section 3). */
const newestFirst: readonly Sort[] = [
  { column: 'updated_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

/** Resources whose hits are few, or quickly sorted. */
function anyOrder(ctx: Context, resource: Resource, bound: Bound): Search {
  const hits = () => {
    const rows = from(ctx, resource).where(seen(ctx, resource, resource.path, bound))
    // The system user is nobody one would look for (reference, section 2.6).
    return resource.name === 'user' ? rows.where('users.id', '<>', 1) : rows
  }
  return {
    rows: (page, shape) => readSorted(ctx, resource, hits(), page, shape),
    count: (most) => countOf(ctx, hits().select(sql.ref(`${resource.path}.id`).as('id')), most),
  }
}

async function readSorted(ctx: Context, resource: Resource, hits: Select, page: Page, shape: Shape): Promise<Rows> {
  const columns = columnsFor(resource, shape)
  const isTotal = page.sort.some(({ column }) => column === 'id')
  const tie = isTotal ? [] : [{ column: 'id', order: 'desc' } as const]
  const order = page.sort.length === 0 ? newestFirst : [...page.sort, ...tie]
  const query = inOrder(ctx, resource, hits.select(selection(ctx, resource, columns)), order)
  const cells = await ctx.db.arrays(query.limit(page.perPage).offset(offsetOf(page)).compile())
  return { resource, columns, cells }
}

async function countOf(ctx: Context, hits: Select, most?: number): Promise<number> {
  const some = most === undefined ? hits : hits.limit(most + 1)
  const query = dynamic(ctx.db)
    .selectFrom(some.as('hits'))
    .select((of) => of.fn.countAll().as('count'))
  const [row] = await ctx.db.arrays(query.compile())
  return Number(row?.[0])
}

const offsetOf = ({ page, perPage }: Page): number => Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)

/**
 * Resources whose rows carry the number of their last change. Descending numbers are the order of a search, so that
 * the first page is found by walking an index from its end, and no hit is sorted. Alternatives are walked one by one,
 * each no further than the page needs, and merged.
 */
function byChange(ctx: Context, resource: Resource, bound: Bound): Search {
  const branches = viewsOf(ctx, resource, 'row').flatMap((view) =>
    alternatives(bound).map((parts) => ({ view, parts })),
  )
  const changes = (most?: number): Select => {
    const each = branches.map(({ view, parts }) => {
      const rows = walk(ctx, resource, view, parts)
      if (most === undefined) return rows
      return changesIn(ctx, rows.orderBy('change', 'desc').limit(most), 'branch')
    })
    const [first, ...others] = each
    return first ? others.reduce((all, next) => all.union(next), first) : nothing(ctx, resource)
  }
  return {
    async rows(page, shape) {
      if (page.sort.length > 0 || !(await isSorted(ctx))) {
        const hits = from(ctx, resource, 'scope').where(
          sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${changes()}`,
        )
        return readSorted(ctx, resource, hits, page, shape)
      }
      const columns = columnsFor(resource, shape)
      const offset = offsetOf(page)
      const found = changes(offset + page.perPage)
      const hits = changesIn(ctx, found, 'found').orderBy('change', 'desc').limit(page.perPage).offset(offset)
      const query = tableOf(ctx, resource.path)
        .select(selection(ctx, resource, columns))
        .where(sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${hits}`)
        .orderBy(sql.ref(`${resource.path}.change`), 'desc')
      return { resource, columns, cells: await ctx.db.arrays(query.compile()) }
    },
    count: (most) => countOf(ctx, changes(most === undefined ? undefined : most + 1), most),
  }
}

const tableOf = (ctx: Context, table: string): Select => dynamic(ctx.db).selectFrom(table)

const changesIn = (ctx: Context, rows: Select, name: string): Select =>
  dynamic(ctx.db)
    .selectFrom(sql<Record<string, unknown>>`${rows}`.as(name))
    .select('change')

const nothing = (ctx: Context, resource: Resource): Select =>
  tableOf(ctx, resource.path)
    .select('change')
    .where(sql<SqlBool>`1 = 0`)

/** Whether rows in the order of their change are in the order of their time; see `documents.ts`. */
async function isSorted(ctx: Context): Promise<boolean> {
  const read = () =>
    ctx.db.sql.selectFrom('settings').select('value').where('name', '=', 'search_order').executeTakeFirst()
  const setting = await ctx.known.remember('search_order', read)
  return setting?.value === 'sorted'
}

/** The change numbers of one alternative: its words lead through the full-text index, else a column or the order itself. */
function walk(ctx: Context, resource: Resource, view: View, parts: readonly Bound[]): Select {
  const words: Words[] = []
  const others: Bound[] = []
  for (const part of parts) {
    const text = part.kind === 'text' ? visibleText(view, part) : undefined
    if (text) words.push(text)
    else others.push(part)
  }
  const name = `${resource.path}_text`
  const rest = others.map((part) => condition(ctx, resource, 'row', view, part))
  const conditions = view.rows ? [view.rows, ...rest] : rest
  if (words.length === 0) {
    const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`).select('row.change')
    return conditions.length > 0 ? rows.where(together('and', conditions)) : rows
  }
  // The order of a cross join is the order of the loops: the index leads, row by row from its end.
  const rows: Select = dynamic(ctx.db)
    .selectFrom(`${name} as text`)
    .crossJoin(`${resource.path} as row`)
    .select('text.rowid as change')
    .where(ctx.db.dialect.matches('text', name, words))
    .where(sql.ref('row.change'), '=', sql.ref('text.rowid'))
  return conditions.length > 0 ? rows.where(together('and', conditions)) : rows
}

/** More alternatives than these are left to the database as one condition. */
const mostAlternatives = 24

/**
 * A query as alternatives, each a list of conditions that all hold: `(a OR b) c` becomes `a c` and `b c`. References
 * with few known ids count as that many alternatives, because each id has its own place in an index.
 */
function alternatives(bound: Bound): Bound[][] {
  const conjuncts = bound.kind === 'and' ? bound.of : [bound]
  let rows: Bound[][] = [[]]
  for (const part of conjuncts) {
    const choices = choicesOf(part)
    if (rows.length * choices.length > mostAlternatives) rows = rows.map((row) => [...row, part])
    else rows = rows.flatMap((row) => choices.map((choice) => [...row, ...choice]))
  }
  return rows
}

function choicesOf(part: Bound): Bound[][] {
  if (part.kind === 'or') return part.of.flatMap(choicesOf)
  if (part.kind === 'and') return [[...part.of]]
  if (part.kind === 'related' && part.ids) return part.ids.map((id) => [{ ...part, ids: [id] }])
  if (part.kind === 'none') return []
  return part.kind === 'all' ? [[]] : [[part]]
}
