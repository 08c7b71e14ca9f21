import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import type { Match } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import { columnsFor } from '../kernel/represent.ts'
import { from, selection } from '../kernel/scope.ts'
import { type Place, statement } from '../kernel/statement.ts'
import type { Bound } from './bound.ts'
import { byWalks, changesOf, deep } from './by-walks.ts'
import { isEndless } from './endless.ts'
import { countOf, offsetOf, readAside, readSorted, type Search, type Select } from './hits.ts'
import { everyDocument } from './references.ts'
import { isWhole, oneOfWhole, type Walk, walksOf } from './walks.ts'

/**
 * Resources whose rows carry the number of their last change. Descending numbers are the order of a search, so that
 * the first page is found by walking an index from its end, and no hit is sorted.
 * @param inOrder whether the order of changes is that of `updated_at`: see `isSorted`.
 * @param spelled the same for a page, of which the first hits are wanted; `bound` is for counting all of them.
 */
export function byChange(ctx: Context, resource: Resource, inOrder: boolean, bound: Bound, spelled = bound): Search {
  const walks = oneOfWhole(walksOf(ctx, resource, spelled, inOrder))
  const question = questionOf(ctx, walks)
  const usual =
    question === undefined
      ? byWalks(ctx, resource, bound, walks)
      : byIndex(ctx, resource, bound, question, question.length > longQuestion || walks.some(readsFar))
  return {
    rows(page, shape) {
      if (page.sort.length === 0 && inOrder) return usual.rows(page, shape)
      const change = sql.ref(`${resource.path}.change`)
      const hits = from(ctx, resource, 'scope').where(sql<SqlBool>`${change} in ${changesOf(ctx, resource, walks)}`)
      return readSorted(ctx, resource, hits, page, shape, readAside)
    },
    async count(most) {
      if (most === undefined && spelled !== bound) return byChange(ctx, resource, inOrder, bound).count()
      return usual.count(most)
    },
  }
}

/** A question of more characters has hundreds of words. */
const longQuestion = 3000

/**
 * Whether the index may read far for few hits. What is not wanted is taken from everything: where nearly every ticket has
 * it, the rest is far apart. A phrase, or words that begin so, are to stand in some columns: all places are read where
 * they stand.
 */
const readsFar = ({ match }: Walk): boolean =>
  match !== undefined && (('without' in match && match.of === everyDocument) || isScattered(match))

const isScattered = (match: Match): boolean =>
  'without' in match
    ? isScattered(match.of)
    : 'text' in match
      ? match.anywhere !== true && (match.prefix || /[^\p{L}\p{M}\p{N}]/u.test(match.text))
      : match.of.some((part) => isScattered(part))

/** The one question to the index, where that is all, as a value for statements that are kept. */
function questionOf(ctx: Context, walks: readonly Walk[]): string | undefined {
  const [only, another] = walks
  if (!only?.match || another || !isWhole(only)) return undefined
  return ctx.db.dialect.matchValue(only.match)
}

/** One question to the full-text index says everything; its statements are kept. */
function byIndex(ctx: Context, resource: Resource, bound: Bound, question: string, isFar: boolean): Search {
  return {
    async rows(page, shape) {
      const columns = columnsFor(resource, shape)
      const values = [question, page.perPage, offsetOf(page)]
      const cells = await (isFar || offsetOf(page) > deep
        ? readAside(ctx, resource, pageOfIndex(ctx, resource, columns, placed(values)))
        : keptPageOfIndex(ctx, resource, columns)(...values))
      return { resource, columns, cells }
    },
    async count(most) {
      if (most !== undefined && (await isEndless(ctx, resource, bound))) return most + 1
      return countInIndex(ctx, resource, question, isFar, most)
    },
  }
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

/** So many hits are counted in a moment. */
const mostCounted = 5000

/** How many rows match: a few thousand are counted at once, more of them aside. */
async function countInIndex(
  ctx: Context,
  resource: Resource,
  question: string,
  isFar: boolean,
  most?: number,
): Promise<number> {
  if (!isFar) {
    const enough = most ?? mostCounted
    const [row] = await countSome(ctx, resource)(question, enough + 1)
    if (most !== undefined || Number(row?.[0]) <= enough) return Number(row?.[0])
  }
  const name = `${resource.path}_text`
  const hits = tableOf(ctx, name).where(ctx.db.dialect.matches(name, name, sql`${question}`))
  if (most !== undefined) return countOf(ctx, hits.select('rowid'), most, resource)
  // Without a limit the index is walked without leaving it, a quarter faster.
  const all = hits.select((of) => of.fn.countAll().as('count'))
  const [row] = await readAside(ctx, resource, all)
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

/** Whether rows in the order of their change are in the order of their time; see `documents.ts`. */
export async function isSorted(ctx: Context): Promise<boolean> {
  const read = () =>
    ctx.db.sql.selectFrom('settings').select('value').where('name', '=', 'search_order').executeTakeFirst()
  const setting = await ctx.known.remember('search_order', read)
  return setting?.value === 'sorted'
}
