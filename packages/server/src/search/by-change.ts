import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import { columnsFor } from '../kernel/represent.ts'
import { from, selection } from '../kernel/scope.ts'
import { type Place, statement } from '../kernel/statement.ts'
import type { Bound } from './bound.ts'
import { together } from './compile.ts'
import { countOf, offsetOf, readAside, readHere, readSorted, type Search, type Select } from './hits.ts'
import { everyDocument } from './references.ts'
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
  const isNegative = question !== undefined && walks.some(excludesOnly)
  const mayBeLong = walks.some(isLongWay)
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
        return readSorted(ctx, resource, hits, page, shape, readAside)
      }
      const columns = columnsFor(resource, shape)
      const offset = offsetOf(page)
      const isDeep = offset > deep
      if (question !== undefined) {
        const values = [question, page.perPage, offset]
        const cells = await (isDeep || isNegative
          ? readAside(ctx, resource, pageOfIndex(ctx, resource, columns, placed(values)))
          : keptPageOfIndex(ctx, resource, columns)(...values))
        return { resource, columns, cells }
      }
      const end = offset + page.perPage
      const read = (how: How, where = readHere) => {
        const hits = changesIn(ctx, changes(end, how), 'found').orderBy('change', 'desc')
        const query = tableOf(ctx, resource.path)
          .select(selection(ctx, resource, columns))
          .where(sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${hits.limit(page.perPage).offset(offset)}`)
          .orderBy(sql.ref(`${resource.path}.change`), 'desc')
        return where(ctx, resource, query)
      }
      if (end <= newest && mayBeLong) {
        const cells = await read(newest)
        if (cells.length === page.perPage) return { resource, columns, cells }
      }
      return { resource, columns, cells: await read('first', mayBeLong || isDeep ? readAside : readHere) }
    },
    async count(most) {
      if (most === undefined && spelled !== bound) return byChange(ctx, resource, inOrder, bound).count()
      if (question === undefined) {
        if (most === undefined) return countOf(ctx, changes(undefined, 'all'), undefined, resource)
        if (await isLong(ctx, resource, walks, most)) return most + 1
        return countOf(ctx, changes(most + 1, 'all'), most, mayBeLong ? resource : undefined)
      }
      return countInIndex(ctx, resource, question, isNegative, most)
    },
  }
}

/** So many hits before a page are passed in a moment. */
const deep = 5000
/** So many hits are counted in a moment. */
const mostCounted = 5000

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

/** Whether what is not wanted is taken from everything: where nearly every ticket has it, the rest is far apart. */
const excludesOnly = ({ match }: Walk): boolean =>
  match !== undefined && 'without' in match && match.of === everyDocument

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

const keptPageOfIndex = (ctx: Context, resource: Resource, columns: readonly string[]) =>
  statement(ctx, `found:${resource.name}:${columns.join()}`, (input) => pageOfIndex(ctx, resource, columns, input))

/** The rows of one page: what matches, how many, after how many. */
function pageOfIndex(ctx: Context, resource: Resource, columns: readonly string[], input: Place) {
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
}

/** The values of a statement that is not kept. */
const placed =
  (values: readonly unknown[]): Place =>
  <T>(index: number) =>
    sql<T>`${sql.val(values[index])}`

/** How many rows match: a few thousand are counted at once, more of them aside. */
async function countInIndex(
  ctx: Context,
  resource: Resource,
  question: string,
  isNegative: boolean,
  most?: number,
): Promise<number> {
  if (!isNegative) {
    const enough = most ?? mostCounted
    const [row] = await countSome(ctx, resource)(question, enough + 1)
    if (most !== undefined || Number(row?.[0]) <= enough) return Number(row?.[0])
  }
  const name = `${resource.path}_text`
  const hits = tableOf(ctx, name).where(ctx.db.dialect.matches(name, name, sql`${question}`))
  if (most !== undefined) return countOf(ctx, hits.select('rowid'), most, resource)
  // Without a limit the index is walked without leaving it, a quarter faster.
  const [row] = await readAside(
    ctx,
    resource,
    hits.select((of) => of.fn.countAll().as('count')),
  )
  return Number(row?.[0])
}

/** How many rows match, at most so many. */
const countSome = (ctx: Context, resource: Resource) =>
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
