import type { Resource } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Match } from '../db/dialect.ts'
import type { Context } from '../kernel/context.ts'
import { columnsFor } from '../kernel/represent.ts'
import { from, selection } from '../kernel/scope.ts'
import { statement } from '../kernel/statement.ts'
import { and, type Bound, or } from './bound.ts'
import { condition, together, viewsOf } from './compile.ts'
import { asksForWords, isMatchable, joined, matchOf, type OneView, within } from './matching.ts'
import { countOf, offsetOf, readSorted, type Search, type Select } from './hits.ts'

/**
 * Resources whose rows carry the number of their last change. Descending numbers are the order of a search, so that
 * the first page is found by walking an index from its end, and no hit is sorted. Alternatives are walked one by one,
 * each no further than the page needs, and merged.
 * @param spelled the same for a page, of which the first hits are wanted; `bound` is for counting all of them.
 */
export function byChange(ctx: Context, resource: Resource, bound: Bound, spelled = bound): Search {
  const walks = oneOfWhole(walksOf(ctx, resource, spelled))
  const question = questionOf(ctx, walks)
  const changes = (most?: number, ordered = most !== undefined): Select => {
    const each = walks.map((walk) => {
      const rows = rowsOf(ctx, resource, walk, ordered)
      if (most === undefined || walks.length === 1) return rows
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
      if (question !== undefined) {
        const cells = await pageOfIndex(ctx, resource, columns)(question, page.perPage, offset)
        return { resource, columns, cells }
      }
      const found = changes(offset + page.perPage)
      const hits = changesIn(ctx, found, 'found').orderBy('change', 'desc').limit(page.perPage).offset(offset)
      const query = tableOf(ctx, resource.path)
        .select(selection(ctx, resource, columns))
        .where(sql<SqlBool>`${sql.ref(`${resource.path}.change`)} in ${hits}`)
        .orderBy(sql.ref(`${resource.path}.change`), 'desc')
      return { resource, columns, cells: await ctx.db.arrays(query.compile()) }
    },
    async count(most) {
      if (most === undefined && spelled !== bound) return byChange(ctx, resource, bound).count()
      if (question === undefined) {
        if (most !== undefined && (await isLong(ctx, resource, walks, most))) return most + 1
        return countOf(ctx, changes(most === undefined ? undefined : most + 1, false), most)
      }
      const [row] = await (most === undefined
        ? countAllInIndex(ctx, resource)(question)
        : countInIndex(ctx, resource)(question, most + 1))
      return Number(row?.[0])
    },
  }
}

/** The one question to the index, where that is all, as a value for statements that are kept. */
function questionOf(ctx: Context, walks: readonly Walk[]): string | undefined {
  const [only, another] = walks
  if (!only?.match || another || only.conditions.length > 0) return undefined
  return ctx.db.dialect.matchValue(only.match)
}

/** Rows that are looked at one by one, to count those that count. */
const mostLookedAt = 5000

/** Whether one way alone has more than `most`, or too many rows to be looked at one by one. */
async function isLong(ctx: Context, resource: Resource, walks: readonly Walk[], most: number): Promise<boolean> {
  for (const { match, conditions } of walks) {
    if (!match) continue
    const enough = conditions.length === 0 ? most : mostLookedAt
    if ((await countOf(ctx, rowsOf(ctx, resource, { match, conditions: [] }, false), enough)) > enough) return true
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

/** One way to some of the hits: through the full-text index, else through a column or the order itself. */
export interface Walk {
  readonly match: Match | undefined
  readonly conditions: readonly Condition[]
}

/** A condition on the rows. Where many fulfil it, looking them up in an index would mean to sort them all. */
interface Condition {
  readonly holds: Expression<SqlBool>
  readonly isWide: boolean
}

export function walksOf(ctx: Context, resource: Resource, bound: Bound): Walk[] {
  const ways = alternatives(resource, bound)
  return viewsOf(ctx, resource, 'row').flatMap((view) => ways.flatMap((parts) => walkOf(ctx, resource, view, parts)))
}

/**
 * Where words are asked for, the index leads, and answers whatever else it knows. Where not, indexes on the columns
 * lead to the rows.
 */
function walkOf(ctx: Context, resource: Resource, view: OneView, parts: readonly Bound[]): Walk[] {
  const known = parts.filter((part) => isMatchable(resource, part, 1))
  const match = known.some(asksForWords) ? matchOf(resource, view, and(known)) : undefined
  const inView = match === undefined || match === 'nothing' ? match : within(view, match)
  if (match === 'nothing' || inView === 'nothing') return []
  const others = match ? parts.filter((part) => !known.includes(part)) : parts
  const conditions = others.map((part) => ({
    holds: condition(ctx, resource, 'row', view, part),
    isWide: leadsToMany(part),
  }))
  if (view.rows && !inView) conditions.unshift({ holds: view.rows, isWide: false })
  return [{ match: inView ?? match, conditions }]
}

/** Whether a reference leads to more records than `narrow` could spell out. */
function leadsToMany(part: Bound): boolean {
  if (part.kind === 'and' || part.kind === 'or') return part.of.some(leadsToMany)
  if (part.kind === 'not') return leadsToMany(part.of)
  return part.kind === 'related' && part.by !== undefined && part.ids === undefined
}

/** Ways that only the index knows of are one way. */
export function oneOfWhole(walks: readonly Walk[]): readonly Walk[] {
  const whole = walks.flatMap(({ match, conditions }) => (match && conditions.length === 0 ? [match] : []))
  if (whole.length < 2) return walks
  const others = walks.filter(({ match, conditions }) => !match || conditions.length > 0)
  return [{ match: joined('OR', whole), conditions: [] }, ...others]
}

/** The change numbers on the way; `ordered`: in the order of the search, of which the first are wanted. */
function rowsOf(ctx: Context, resource: Resource, { match, conditions }: Walk, ordered: boolean): Select {
  if (!match) {
    const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`).select('row.change')
    if (conditions.length === 0) return rows
    const holds = conditions.map((one) => (ordered && one.isWide ? rowByRow(one.holds) : one.holds))
    return rows.where(together('and', holds))
  }
  const name = `${resource.path}_text`
  const matches = ctx.db.dialect.matches('text', name, match)
  if (conditions.length === 0) {
    return dynamic(ctx.db).selectFrom(`${name} as text`).select('text.rowid as change').where(matches) as Select
  }
  // The order of a cross join is the order of the loops: the index leads, row by row from its end.
  const rows: Select = dynamic(ctx.db)
    .selectFrom(`${name} as text`)
    .crossJoin(`${resource.path} as row`)
    .select('text.rowid as change')
    .where(matches)
    .where(sql.ref('row.change'), '=', sql.ref('text.rowid'))
  const holds = together(
    'and',
    conditions.map((one) => one.holds),
  )
  return rows.where(rowByRow(holds))
}

/** A condition that no index is used for: of the row that is there already, it is only asked whether it holds. */
export const rowByRow = (holds: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`case when ${holds} then 1 else 0 end = 1`

/** More alternatives than these are left to the database as one condition. */
const mostAlternatives = 24

/**
 * A query as alternatives, each a list of conditions that all hold: `(a OR b) c` becomes `a c` and `b c`. What the
 * index answers as a whole is not taken apart. Without words, references with few known ids count as that many
 * alternatives, because each id has its own place in an index.
 */
function alternatives(resource: Resource, bound: Bound): Bound[][] {
  const conjuncts = bound.kind === 'and' ? bound.of : [bound]
  const byIndex = conjuncts.some((part) => asksForWords(part) && isMatchable(resource, part, 1))
  let rows: Bound[][] = [[]]
  for (const part of conjuncts) {
    const choices = byIndex && isMatchable(resource, part, 1) ? [[part]] : choicesOf(resource, part)
    if (rows.length * choices.length > mostAlternatives) rows = rows.map((row) => [...row, part])
    else rows = rows.flatMap((row) => choices.map((choice) => [...row, ...choice]))
  }
  return rows
}

function choicesOf(resource: Resource, part: Bound): Bound[][] {
  if (part.kind === 'or') {
    const known = part.of.filter((one) => isMatchable(resource, one, 1))
    const inIndex = known.some(asksForWords) ? known : []
    const others = part.of.filter((one) => !inIndex.includes(one)).flatMap((one) => choicesOf(resource, one))
    return inIndex.length > 0 ? [[or(inIndex)], ...others] : others
  }
  if (part.kind === 'and') return [[...part.of]]
  if (part.kind === 'related' && part.ids) return part.ids.map((id) => [{ ...part, ids: [id] }])
  if (part.kind === 'none') return []
  return part.kind === 'all' ? [[]] : [[part]]
}
