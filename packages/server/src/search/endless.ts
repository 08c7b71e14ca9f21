import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import { statement } from '../kernel/statement.ts'
import { wordsIn } from '../words.ts'
import type { Bound, TextLeaf } from './bound.ts'
import { viewsOf } from './compile.ts'
import { newestId } from './hits.ts'
import { joined, visibleText, within } from './matching.ts'

/** Documents that a count may go through, once for each word that is asked for beside others. */
const mostPassed = 100_000
/** The same where each is looked for among rows that are known: the index alone is three times as fast. */
export const mostLookedUp = 30_000
/** Where words stand next to each other is seen only by looking into each document, which takes as long as so many. */
const phraseFactor = 5
/** With fewer tickets than these, every count is quick. */
const fewTickets = 50_000
/** How common a word is, is judged by so many tickets: those that changed last. */
const sampleSize = 10_000

/**
 * Whether counting hits, even a thousand of them, would take many times as long as finding the first: where words that
 * are common are rarely, or never, found together. The index then goes through all of their lists.
 */
export async function isEndless(ctx: Context, resource: Resource, bound: Bound, most = mostPassed): Promise<boolean> {
  const words = wordsToMeet(bound)
  if (words.length === 0) return false
  const tickets = await newestId(ctx, resource)
  if (tickets <= fewTickets) return false
  const sample = await ctx.known.remember('newest changes', () => newestChanges(ctx))
  let passed = 0
  for (const { leaves, factor } of words) {
    const found = await someWith(ctx, resource, leaves, sample.from)
    passed += (found / sample.size) * tickets * factor
    if (passed > most) return true
  }
  return false
}

interface Meeting {
  /** One word, or several any of which will do. */
  readonly leaves: readonly TextLeaf[]
  readonly factor: number
}

/** The words that have to be found together, or apart: one alone, or one of several, is found as fast as it is read. */
function wordsToMeet(bound: Bound, meets = false): Meeting[] {
  switch (bound.kind) {
    case 'and':
      return bound.of.flatMap((part) => wordsToMeet(part, true))
    case 'or':
      return together(bound.of.flatMap((part) => wordsToMeet(part, meets)))
    case 'not':
      return wordsToMeet(bound.of, true)
    case 'text': {
      const words = bound.pattern === undefined ? wordsIn(bound.text) : []
      if (words.length < 2 && !meets) return []
      const factor = words.length < 2 ? 1 : phraseFactor
      return words.map((text) => ({ leaves: [{ ...bound, text, prefix: false }], factor }))
    }
    default:
      return []
  }
}

/** Alternatives are asked about at once: a span of time has a dozen words. */
function together(meetings: readonly Meeting[]): Meeting[] {
  const factors = [...new Set(meetings.map(({ factor }) => factor))]
  return factors.map((factor) => ({
    leaves: meetings.filter((one) => one.factor === factor).flatMap(({ leaves }) => leaves),
    factor,
  }))
}

interface Sample {
  /** The changes from this number on are `size`. */
  readonly from: number
  readonly size: number
}

async function newestChanges(ctx: Context): Promise<Sample> {
  const { rows } = await sql<Record<keyof Sample, unknown>>`
    select coalesce(min(change), 0) as "from", count(*) as size
    from (select change from tickets order by change desc limit ${sampleSize}) as newest`.execute(ctx.db.sql)
  const [row] = rows
  return { from: Number(row?.from), size: Math.max(1, Number(row?.size)) }
}

/** How many of the newest documents have a word, as far as the caller sees them: others must not be hinted at. */
async function someWith(ctx: Context, resource: Resource, leaves: readonly TextLeaf[], from: number): Promise<number> {
  let found = 0
  for (const view of viewsOf(ctx, resource, resource.path)) {
    const texts = leaves.flatMap((leaf) => visibleText(resource, view, leaf) ?? [])
    const match = texts.length === 0 ? 'nothing' : within(view, joined('OR', texts))
    if (match === undefined || match === 'nothing') continue
    const value = ctx.db.dialect.matchValue(match)
    if (value === undefined) continue
    const [row] = await newestWith(ctx, resource)(value, from)
    found += Number(row?.[0])
  }
  return found
}

const newestWith = (ctx: Context, { name, path }: Resource) =>
  statement(ctx, `newest with:${name}`, (input) => {
    const table = `${path}_text`
    return (
      dynamic(ctx.db)
        .selectFrom(table)
        .select((of) => of.fn.countAll().as('count'))
        .where(ctx.db.dialect.matches(table, table, input(0)))
        // The index goes straight there for a whole number only, and numbers come as fractions.
        .where(sql<SqlBool>`${sql.ref('rowid')} >= cast(${input(1)} as integer)`)
    )
  })
