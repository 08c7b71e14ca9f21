import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import { columnsFor } from '../kernel/represent.ts'
import { from, selection } from '../kernel/scope.ts'
import { statement } from '../kernel/statement.ts'
import type { Bound } from './bound.ts'
import { together } from './compile.ts'
import { countOf, offsetOf, readSorted, type Search, type Select } from './hits.ts'
import { isWhole, oneOfWhole, rowByRow, type Walk, walksOf } from './walks.ts'

/**
 * Resources whose rows carry the number of their last change. Descending numbers are the order of a search, so that
 * the first page is found by walking an index from its end, and no hit is sorted. Alternatives are walked one by one,
 * each no further than the page needs, and merged.
 * @param inOrder whether the order of changes is that of `updated_at`: see `isSorted`.
 * @param spelled the same for a page, of which the first hits are wanted; `bound` is for counting all of them.
 */
export function byChange(ctx: Context, resource: Resource, inOrder: boolean, bound: Bound, spelled = bound): Search {
  const walks = oneOfWhole(walksOf(ctx, resource, spelled, inOrder))
  const question = questionOf(ctx, walks)
  const changes = (most?: number, how: How = most === undefined ? 'all' : 'first'): Select => {
    const each = walks.map((walk) => {
      const rows = rowsOf(ctx, resource, walk, how)
      if (most === undefined || walks.length === 1) return rows
      return changesIn(ctx, rows.orderBy('change', 'desc').limit(most), 'branch')
    })
    const [first, ...others] = each
    return first ? others.reduce((all, next) => all.union(next), first) : nothing(ctx, resource)
  }
  return {
    async rows(page, shape) {
      if (page.sort.length > 0 || !inOrder) {
        const hits = from(ctx, resource, 'scope').where(
          sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${changes()}`,
        )
        return readSorted(ctx, resource, hits, page, shape)
      }
      const columns = columnsFor(resource, shape)
      const offset = offsetOf(page)
      if (question !== undefined) {
        const cells = await pageOfIndex(ctx, resource, columns)(question, page.perPage, offset)
        return { resource, columns, cells }
      }
      const end = offset + page.perPage
      const read = (how: How) => {
        const hits = changesIn(ctx, changes(end, how), 'found').orderBy('change', 'desc')
        const query = tableOf(ctx, resource.path)
          .select(selection(ctx, resource, columns))
          .where(sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${hits.limit(page.perPage).offset(offset)}`)
          .orderBy(sql.ref(`${resource.path}.change`), 'desc')
        return ctx.db.arrays(query.compile())
      }
      if (end <= newest && walks.some(isLongWay)) {
        const cells = await read(newest)
        if (cells.length === page.perPage) return { resource, columns, cells }
      }
      return { resource, columns, cells: await read('first') }
    },
    async count(most) {
      if (most === undefined && spelled !== bound) return byChange(ctx, resource, inOrder, bound).count()
      if (question === undefined) {
        if (most !== undefined && (await isLong(ctx, resource, walks, most))) return most + 1
        return countOf(ctx, changes(most === undefined ? undefined : most + 1, 'all'), most)
      }
      const [row] = await (most === undefined
        ? countAllInIndex(ctx, resource)(question)
        : countInIndex(ctx, resource)(question, most + 1))
      return Number(row?.[0])
    },
  }
}

/** What is wanted of a walk: all hits, the first of them, or those among so many of the newest rows. */
type How = 'all' | 'first' | number

/**
 * So many of the newest rows are looked at one by one before anything is gathered or sorted: what many fulfil, some of
 * these do.
 */
const newest = 2000

/** Whether a walk may have to gather or to sort much before it gives its first hits. */
const isLongWay = ({ match, conditions, isLed }: Walk): boolean =>
  !isLed &&
  (conditions.some(({ isFar }) => isFar) ||
    (!match && conditions.length > 0 && !conditions.some(({ isListed }) => isListed)))

/** The one question to the index, where that is all, as a value for statements that are kept. */
function questionOf(ctx: Context, walks: readonly Walk[]): string | undefined {
  const [only, another] = walks
  if (!only?.match || another || !isWhole(only)) return undefined
  return ctx.db.dialect.matchValue(only.match)
}

/** Rows that are looked at one by one, to count those that count. */
const mostLookedAt = 5000

/** Whether one way alone has more than `most`, or too many rows to be looked at one by one, or much to be gathered. */
async function isLong(ctx: Context, resource: Resource, walks: readonly Walk[], most: number): Promise<boolean> {
  const gathers = walks.some(({ conditions, isLed }) => !isLed && conditions.some(({ isFar }) => isFar))
  if (gathers && (await countOf(ctx, tableOf(ctx, resource.path).select('change'), mostLookedAt)) > mostLookedAt)
    return true
  for (const { match, conditions, isLed, part } of walks) {
    if (!match || isLed) continue
    const enough = conditions.length === 0 ? most : mostLookedAt
    const rows = rowsOf(ctx, resource, { match, conditions: [], isLed, part }, 'all')
    if ((await countOf(ctx, rows, enough)) > enough) return true
  }
  return false
}

/** The rows of one page: what matches, how many, after how many. */
const pageOfIndex = (ctx: Context, resource: Resource, columns: readonly string[]) =>
  statement(ctx, `found:${resource.name}:${columns.join()}`, (input) => {
    const name = `${resource.path}_text`
    const hits = tableOf(ctx, name)
      .select('rowid')
      .where(ctx.db.dialect.matches(name, name, input(0)))
      .orderBy('rowid', 'desc')
      .limit(input<number>(1))
      .offset(input<number>(2))
    const change = sql.ref(`${resource.path}.change`)
    return tableOf(ctx, resource.path)
      .select(selection(ctx, resource, columns))
      .where(sql<SqlBool>`${change} in ${hits}`)
      .orderBy(change, 'desc')
  })

/** How many rows match. Without a limit the index is walked without leaving it, a quarter faster. */
const countAllInIndex = (ctx: Context, resource: Resource) =>
  statement(ctx, `counted all:${resource.name}`, (input) => {
    const name = `${resource.path}_text`
    return tableOf(ctx, name)
      .select((of) => of.fn.countAll().as('count'))
      .where(ctx.db.dialect.matches(name, name, input(0)))
  })

/** How many rows match, at most so many. */
const countInIndex = (ctx: Context, resource: Resource) =>
  statement(ctx, `counted:${resource.name}`, (input) => {
    const name = `${resource.path}_text`
    const hits = tableOf(ctx, name)
      .select('rowid')
      .where(ctx.db.dialect.matches(name, name, input(0)))
      .limit(input<number>(1))
    return dynamic(ctx.db)
      .selectFrom(hits.as('hits'))
      .select((of) => of.fn.countAll().as('count'))
  })

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
export async function isSorted(ctx: Context): Promise<boolean> {
  const read = () =>
    ctx.db.sql.selectFrom('settings').select('value').where('name', '=', 'search_order').executeTakeFirst()
  const setting = await ctx.known.remember('search_order', read)
  return setting?.value === 'sorted'
}

/** The change numbers on the way. */
function rowsOf(ctx: Context, resource: Resource, walk: Walk, how: How): Select {
  if (walk.isLed) return rowsAmongFew(ctx, resource, walk)
  const { match, conditions, part } = walk
  const name = `${resource.path}_text`
  const change = sql.ref(match ? 'text.rowid' : 'row.change')
  const holds = part.map((within) => within(change))
  if (typeof how === 'number') {
    const before = tableOf(ctx, resource.path).select('change').orderBy('change', 'desc').limit(1).offset(how)
    holds.push(sql<SqlBool>`${change} > coalesce(${before}, 0)`)
  }
  const each = conditions.map(({ holds: of, holdsForRow, isWide }) =>
    typeof how === 'number' || (match && !isWide)
      ? rowByRow(holdsForRow)
      : match || (how === 'first' && isWide)
        ? rowByRow(of)
        : of,
  )
  if (!match) {
    const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`).select('row.change')
    return holds.length + each.length > 0 ? rows.where(together('and', [...holds, ...each])) : rows
  }
  holds.unshift(ctx.db.dialect.matches('text', name, match))
  const hits = dynamic(ctx.db).selectFrom(`${name} as text`).select('text.rowid as change') as Select
  if (each.length === 0) return hits.where(together('and', holds))
  // The order of a cross join is the order of the loops: the index leads, row by row from its end.
  return hits
    .crossJoin(`${resource.path} as row`)
    .where(together('and', holds))
    .where(sql.ref('row.change'), '=', sql.ref('text.rowid'))
    .where(together('and', each))
}

/** The same where few rows are known among which the hits are. The order of a cross join is the order of the loops. */
function rowsAmongFew(ctx: Context, resource: Resource, { match, conditions, part }: Walk): Select {
  const row = sql.ref('row.change')
  const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`).select('row.change')
  const led = rows.where(
    together('and', [
      ...conditions.filter(({ isFew }) => isFew).map(({ holds }) => holds),
      ...part.map((within) => within(row)),
      ...conditions.filter(({ isFew }) => !isFew).map(({ holdsForRow }) => rowByRow(holdsForRow)),
    ]),
  )
  if (!match) return led
  const name = `${resource.path}_text`
  return led
    .crossJoin(`${name} as text`)
    .where(sql.ref('text.rowid'), '=', row)
    .where(ctx.db.dialect.matches('text', name, match))
}
