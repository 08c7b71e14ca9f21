import type { Resource } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Match } from '../db/dialect.ts'
import { readInWorker } from '../kernel/read-in-worker.ts'
import type { Context } from '../kernel/context.ts'
import type { Page } from '../kernel/page.ts'
import { columnsFor, type Shape } from '../kernel/represent.ts'
import { conditionOf, type Rows } from '../kernel/scope.ts'
import { selection } from '../kernel/selection.ts'
import { type Bound, none, or, type TextLeaf } from './bound.ts'
import { isSortedByTime } from './settings.ts'
import { rowByRow, seen, textKey, together, viewsOf } from './compile.ts'
import { documentOrder } from './document-columns.ts'
import { offsetOf, type Search } from './hits.ts'
import type { Select } from './select.ts'
import { matchOf } from './matching.ts'
import { isOneLetter, expandPrefixes } from './expand-prefixes.ts'
import { oneOfWhole } from './walk.ts'
import { walksOf } from './walks.ts'

/** The value of `sort_by` for sorting by relevance. */
export const relevance = 'relevance'

/**
 * The number of most recently changed hits that are scored; older hits follow, newest first. Scoring a word that a third of
 * a million tickets contain would take a third of a second.
 */
export const rescoreWindow = 2000

/** A hit with its score: 0 without a matching word; higher is better. */
export interface Rescored {
  /** The value of the column named by `Ranking.column`. */
  readonly key: number
  readonly score: number
}

/** Whether a query has words, so that hits can differ in relevance. */
export function hasRelevance(bound: Bound): boolean {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.some(hasRelevance)
  return bound.kind === 'related' ? hasRelevance(bound.of) : bound.kind === 'text' || bound.kind === 'pattern'
}

/**
 * Whether a condition affects the score. References do not, and neither do single-letter prefixes, which nearly all tickets
 * match: scoring them takes a second in a million tickets.
 */
function weighs(bound: Bound): boolean {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.some(weighs)
  return bound.kind === 'text' && !isOneLetter(bound)
}

/** Hits in the order of relevance. */
export interface Ranking {
  /** The column of the keys. */
  readonly column: string
  /** Returns the best scored hits after an offset; equally relevant hits in the default order. */
  best(limit: number, offset: number): Promise<Rescored[]>
}

/** Scores hits by BM25, with a higher weight for words in titles and names. */
export async function rankingOf(ctx: Context, resource: Resource, bound: Bound): Promise<Ranking> {
  const inOrder = textKey(resource) === 'change' && (await isSortedByTime(ctx))
  const isWeighed = weighs(bound)
  const asked = isWeighed ? bound : await expandPrefixes(ctx, resource, bound, 'page')
  const walks =
    'change' in resource.fields ? waysByChange(ctx, resource, asked) : waysTo(ctx, resource, asked, isWeighed)
  const each = walks.map((walk) => all(newest(weigh(ctx, resource, walk, inOrder, isWeighed)), 'walked'))
  const [first, ...others] = each
  return {
    column: inOrder ? 'change' : 'id',
    async best(limit, offset) {
      if (!first) return []
      const found = others.reduce((some, next) => some.unionAll(next), first)
      const merged = dynamic(ctx.db)
        .selectFrom(sql<Record<string, unknown>>`${found}`.as('found'))
        .select(['key', 'at', (of) => of.fn.min('score').as('score')])
        .groupBy(['key', 'at'])
      const query = all(newest(merged), 'rescoreWindow').orderBy('score').orderBy('at', 'desc').orderBy('key', 'desc')
      const cells = await readInWorker(ctx, resource, query.limit(limit).offset(offset))
      return cells.map(([key, , score]) => ({ key: Number(key), score: -Number(score) }))
    },
  }

  /** Sorts by a single column if that is enough, because the index returns its hits in that order. */
  function newest(rows: Select): Select {
    const inTime = rows.orderBy('at', 'desc').limit(rescoreWindow)
    return inOrder ? inTime : inTime.orderBy('key', 'desc')
  }

  function all(rows: Select, name: string): Select {
    const these: Select = dynamic(ctx.db).selectFrom(sql<Record<string, unknown>>`${rows}`.as(name))
    return these.select(['key', 'at', 'score'])
  }
}

/** Reads a page of the hits, best first, or last for `asc`. */
export async function readRanked(
  ctx: Context,
  resource: Resource,
  bound: Bound,
  found: Search,
  page: Page,
  shape: Shape,
): Promise<Rows> {
  const ranking = await rankingOf(ctx, resource, bound)
  const isTurned = page.sort[0]?.order === 'asc'
  const total = isTurned ? await found.count() : 0
  const end = isTurned ? Math.max(0, total - offsetOf(page)) : offsetOf(page) + page.perPage
  const start = isTurned ? Math.max(0, end - page.perPage) : offsetOf(page)
  const columns = columnsFor(resource, shape)
  const best = start < rescoreWindow ? await ranking.best(Math.min(end, rescoreWindow) - start, start) : []
  const { cells } = await readRescored(ctx, resource, shape, ranking.column, best)
  const rest = Math.max(start, rescoreWindow)
  if (end > rest) {
    // The default order continues after the scored hits; its pages begin at multiples of their size.
    const older = await pagesBetween(rest, end, (from) => found.rows(from, shape))
    cells.push(...older)
  }
  return { resource, columns, cells: isTurned ? cells.toReversed() : cells }
}

async function pagesBetween(
  from: number,
  to: number,
  read: (page: Page) => Promise<Rows>,
): Promise<Rows['cells'][number][]> {
  const perPage = to - from
  const cells: Rows['cells'][number][] = []
  for (let page = Math.floor(from / perPage) + 1; (page - 1) * perPage < to; page += 1) {
    const rows = await read({ page, perPage, sort: [] })
    const start = (page - 1) * perPage
    cells.push(...rows.cells.slice(Math.max(0, from - start), Math.max(0, to - start)))
  }
  return cells
}

/** Reads the records of scored hits, in their order. */
export async function readRescored(
  ctx: Context,
  resource: Resource,
  shape: Shape,
  column: string,
  best: readonly Rescored[],
): Promise<{ resource: Resource; columns: readonly string[]; cells: Rows['cells'][number][] }> {
  const columns = columnsFor(resource, shape)
  if (best.length === 0) return { resource, columns, cells: [] }
  const key = sql.ref(`${resource.path}.${column}`)
  const query = dynamic(ctx.db)
    .selectFrom(resource.path)
    .select([...selection(ctx, resource, columns), key.as('key')])
    .where(ctx.db.dialect.among(key, sql.val(JSON.stringify(best.map((one) => one.key)))))
  const byKey = new Map((await ctx.db.arrays(query.compile())).map((row) => [Number(row.pop()), row]))
  const cells = best.flatMap(({ key: wanted }) => {
    const row = byKey.get(wanted)
    return row ? [row] : []
  })
  return { resource, columns, cells }
}

/** The hits of a walk with their score and their position in the default order. */
function weigh(
  ctx: Context,
  resource: Resource,
  { match, conditions }: Way,
  inOrder: boolean,
  isWeighed: boolean,
): Select {
  const name = `${resource.path}_text`
  // SQLite knows that the full-text index returns its row ids in order, but not that columns equal to them are in order.
  const change = match ? 'text.rowid' : 'row.change'
  const key = sql.ref(inOrder ? change : 'row.id').as('key')
  const at = sql.ref(inOrder ? change : 'row.updated_at').as('at')
  if (!match) {
    const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`)
    const all = rows.select([key, at, nothing.as('score')])
    return conditions.length > 0 ? all.where(together('and', conditions)) : all
  }
  const weight = isWeighed ? ctx.db.dialect.score('text', name, match, weightsOf(resource)) : nothing
  const score = weight.as('score')
  const matches = ctx.db.dialect.matches('text', name, match)
  const texts: Select = dynamic(ctx.db).selectFrom(`${name} as text`).where(matches)
  if (inOrder && conditions.length === 0) return texts.select([key, at, score])
  return texts
    .crossJoin(`${resource.path} as row`)
    .select([key, at, score])
    .where(
      together('and', [sql<SqlBool>`${sql.ref(`row.${textKey(resource)}`)} = ${sql.ref('text.rowid')}`, ...conditions]),
    )
}

const nothing = sql<number>`0.0`

/** A branch of the search, by words if there are any. */
interface Way {
  readonly match: Match | undefined
  readonly conditions: readonly Expression<SqlBool>[]
}

const waysByChange = (ctx: Context, resource: Resource, bound: Bound): Way[] =>
  oneOfWhole(walksOf(ctx, resource, bound, false)).map(({ match, conditions }) => ({
    match,
    conditions: conditions.map(({ holds, isWide }) => (isWide && !match ? rowByRow(holds) : holds)),
  }))

/** For resources without change numbers: each hit by its words in each view, and each hit by all other conditions. */
function waysTo(ctx: Context, resource: Resource, bound: Bound, isWeighed: boolean): Way[] {
  const scope = conditionOf(ctx, resource, 'list', 'row')
  const hits: Expression<SqlBool>[] = [seen(ctx, resource, 'row', bound), ...(scope ? [scope] : [])]
  if (resource.name === 'user') hits.push(sql<SqlBool>`${sql.ref('row.id')} <> 1`)
  const words = isWeighed ? or(wanted(bound)) : none
  const found = viewsOf(ctx, resource, 'row').flatMap((view): Way[] => {
    const match = words.kind === 'none' ? undefined : matchOf(resource, view, words)
    return match === undefined || match === 'nothing'
      ? []
      : [{ match, conditions: view.rows ? [...hits, view.rows] : hits }]
  })
  return [...found, { match: undefined, conditions: hits }]
}

/** The words that hits have to contain, without excluded ones. */
function wanted(bound: Bound): TextLeaf[] {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.flatMap(wanted)
  return bound.kind === 'text' ? [bound] : []
}

/** The weights of columns; 1 for the others. References have no weight. */
const fieldWeights: Readonly<Record<string, number>> = {
  refs: 0,
  number: 8,
  title: 8,
  name: 8,
  fullname: 8,
  login: 4,
  email: 4,
  firstname: 4,
  lastname: 4,
  tags: 4,
  article_subject: 2,
  internal_subject: 2,
}

const weightsOf = (resource: Resource): (readonly [column: string, weight: number])[] =>
  documentOrder(resource).map((column) => [column, fieldWeights[column] ?? 1])
