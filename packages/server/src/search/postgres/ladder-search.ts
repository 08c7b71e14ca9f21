import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Match } from '../../db/dialect.ts'
import { dynamic } from '../../db/dynamic.ts'
import { bucketsOf } from '../../db/ladder.ts'
import { isIndexed, matchCondition } from '../../db/tsquery.ts'
import type { Context } from '../../kernel/context.ts'
import { inOrder } from '../../kernel/page.ts'
import { columnsFor } from '../../kernel/represent.ts'
import { selection } from '../../kernel/selection.ts'
import { and, type Bound } from '../bound.ts'
import { isUsual, newestFirst, offsetOf, type PagedSearch } from '../hits.ts'
import { check } from '../planner/check.ts'
import { isInIndex, questionOf } from '../planner/index-query.ts'
import { pointsToPeople } from '../references.ts'

/**
 * The numbers of the newest tickets that the first steps of a search read. Tests of small desks replace them; results do not
 * depend on them.
 */
export const ladderSteps: [number, number] = [500, 4000]
/** Further steps are this many times as long as all before, while hits are close to each other. */
const GROWTH = 8
/** The number of hits among the tickets of the first steps below which all other hits are gathered and sorted at once. */
const FEW_HITS = 8
/** Number of times that a search is repeated because tickets changed meanwhile. */
const MAX_ATTEMPTS = 3

/** The part of a tree that the index answers, and what has to be checked on each ticket. */
interface Question {
  readonly match: Match
  readonly rest: Bound
  /** True if the tickets are those of certain people, of whom each has few. */
  readonly isOfPeople: boolean
}

/**
 * Searches tickets on PostgreSQL in the default order, from the newest to the oldest. The index cannot return hits in an
 * order, so the first steps ask only for the newest times. Where hits are rare, the rest is gathered in one step.
 * @param whole searches in any other way.
 */
export function ladderSearch(
  ctx: Context,
  resource: Resource,
  treeIn: () => Promise<Bound>,
  whole: PagedSearch,
): PagedSearch {
  /** The number of all hits, if reading a page determined it. */
  let total: number | undefined

  async function newest(want: number): Promise<readonly number[] | undefined> {
    const question = questionIn(resource, await treeIn())
    if (!question) return undefined
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const bounds = await boundsOf(ctx, resource)
      const ids = await newestHits(ctx, resource, question, bounds, want)
      // A ticket that changed meanwhile has left the times that are still to be read.
      if ((await boundsOf(ctx, resource)).newest !== bounds.newest) continue
      if (ids.length < want) total = ids.length
      return ids.slice(0, want)
    }
    return undefined
  }

  return {
    async rows(page, shape) {
      const end = offsetOf(page) + page.perPage
      const ids = isUsual(ctx, resource, page.sort) ? await newest(end) : undefined
      if (!ids) return whole.rows(page, shape)
      const columns = columnsFor(resource, shape)
      const rows = dynamic(ctx.db)
        .selectFrom(resource.path)
        .select(selection(ctx, resource, columns))
        .where(
          ctx.db.dialect.among(sql.ref(`${resource.path}.id`), sql.val(`[${ids.slice(end - page.perPage).join()}]`)),
        )
      return { resource, columns, cells: await ctx.db.arrays(inOrder(ctx, resource, rows, newestFirst).compile()) }
    },
    async count(most) {
      if (total !== undefined) return Math.min(total, (most ?? Infinity) + 1)
      if (most === undefined) return whole.count()
      return (await newest(most + 1))?.length ?? whole.count(most)
    },
  }
}

function questionIn(resource: Resource, tree: Bound): Question | undefined {
  const parts = tree.kind === 'and' ? tree.of : [tree]
  const known = parts.filter((part) => isInIndex(resource, part, 1))
  if (known.length === 0) return undefined
  const match = questionOf(resource, and(known))
  if (!isIndexed(match)) return undefined
  const isOfPeople = known.some((part) => part.kind === 'related' && pointsToPeople(part.by))
  return { match, rest: and(parts.filter((part) => !known.includes(part))), isOfPeople }
}

/** The time of the newest ticket, and those at the ends of the first steps, in milliseconds; absent in a smaller desk. */
interface Bounds {
  readonly newest: number
  readonly ends: readonly number[]
}

async function boundsOf(ctx: Context, { path }: Resource): Promise<Bounds> {
  const at = (offset: number) =>
    sql`(select updated_at from ${sql.table(path)} order by updated_at desc, id desc limit 1 offset ${sql.lit(offset)})`
  const query = sql`select ${sql.join([0, ...ladderSteps].map(at))}`
  const [[newest, ...ends] = []] = await ctx.db.arrays(query.compile(ctx.db.sql))
  return { newest: timeOf(newest), ends: ends.flatMap((end) => (end === null ? [] : timeOf(end))) }
}

const timeOf = (cell: unknown): number => Date.parse(String(cell))

/** Reads the ids of the newest hits in their order, at least as many as are wanted if there are as many. */
async function newestHits(
  ctx: Context,
  resource: Resource,
  question: Question,
  { newest, ends }: Bounds,
  want: number,
): Promise<number[]> {
  const ids: number[] = []
  let to = newest + 1
  const step = async (from: number) => {
    if (from >= to) return
    const { terms, span } = bucketsOf({ from, to })
    ids.push(...(await hitsOf(ctx, resource, question, want - ids.length, { terms, ...span })))
    to = span.from
  }
  if (ends.length === ladderSteps.length && !question.isOfPeople) {
    for (const end of ends) if (ids.length < want) await step(end)
    for (let more = 0; more < 2 && ids.length < want && ids.length >= FEW_HITS; more += 1)
      await step(to - GROWTH * (newest + 1 - to))
  }
  if (ids.length < want) ids.push(...(await hitsOf(ctx, resource, question, want - ids.length, { terms: [], to })))
  return ids
}

/** Times from `from` to `to`, and the lexemes of the buckets that contain them. */
interface Part {
  readonly terms: readonly string[]
  readonly from?: number
  readonly to: number
}

async function hitsOf(
  ctx: Context,
  resource: Resource,
  { match, rest }: Question,
  want: number,
  { terms, from, to }: Part,
): Promise<number[]> {
  const conditions: RawBuilder<SqlBool>[] = [matchCondition('text', match, terms), sql`text.sort_time < ${iso(to)}`]
  if (from !== undefined) conditions.push(sql`text.sort_time >= ${iso(from)}`)
  if (rest.kind !== 'all') {
    const { path } = resource
    const isHit = check(ctx, resource, path, rest, 'row')
    conditions.push(
      sql`exists (select 1 from ${sql.table(path)} where ${sql.ref(`${path}.change`)} = text.rowid and ${isHit})`,
    )
  }
  const query = sql`select text.sort_id from ${sql.table(`${resource.path}_text`)} as text
    where ${sql.join(conditions, sql` and `)} order by text.sort_time desc, text.sort_id desc limit ${sql.lit(want)}`
  return (await ctx.db.arrays(query.compile(ctx.db.sql))).map(([id]) => Number(id))
}

const iso = (time: number): RawBuilder<unknown> => sql`${new Date(time).toISOString()}::timestamptz`
