import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { newestId } from '../kernel/read-in-worker.ts'
import type { Context } from '../kernel/context.ts'
import { statement } from '../kernel/statement.ts'
import { wordsIn } from '../text/words.ts'
import { all, type Bound, or, type TextLeaf } from './bound.ts'
import { viewsOf } from './compile.ts'
import { plainColumns } from './document-columns.ts'
import { countUpTo } from './hits.ts'
import { hasTermPrefix } from './term-prefix.ts'
import { matchOf, within } from './matching.ts'
import { pointsToPeople, referencesOf } from './references.ts'
import { hasList } from './expand-prefixes.ts'

/**
 * The number of postings that a page may read to determine its total, summed over all words that are combined with others.
 */
const mostPassed = 30_000
/** Above this number of postings, other requests would wait. */
const longPassed = 200_000
/** Comparing positions for a phrase reads each document, which takes as long as this number of postings. */
const phraseFactor = 5
/** With fewer tickets than this, every count is fast. */
const fewTickets = 50_000
/** The number of most recently changed tickets from which the frequency of a word is estimated. */
const sampleSize = 4000

/** An estimate of the cost and the number of hits, from a sample of the newest tickets. */
export interface Outlook {
  /** The postings that counting the hits reads, summed over all words that are combined with others. */
  readonly passed: number
  /** The estimated number of hits, assuming that words are independent of each other. */
  readonly hits: number
  /** The approximate number of tickets. */
  readonly tickets: number
}

/**
 * Whether counting even a thousand hits would take many times as long as finding the first: common words that rarely or
 * never occur together, whose whole posting lists the index would read.
 */
export const isEndless = ({ passed }: Outlook, most = mostPassed): boolean => passed > most

/**
 * Whether finding hits may take so long that it belongs in a read worker. This includes words that nearly all tickets have,
 * because their estimates are unreliable.
 */
export const isLong = (outlook: Outlook): boolean =>
  isEndless(outlook, outlook.tickets) || (isEndless(outlook, longPassed) && !isFoundSoon(outlook))

/** Whether the first hits are found quickly, while finding all takes long or there are too many to count anyway. */
export const isFoundSoon = (outlook: Outlook): boolean =>
  outlook.passed > 0 && outlook.hits > (isEndless(outlook) ? foundSoon : surelyMany)

/** Whether a page omits its total. */
export const isUncounted = (outlook: Outlook): boolean => isEndless(outlook) || isFoundSoon(outlook)

/** With this number of postings, no more words are sampled. */
const enough = 2 * longPassed
/** With more hits than this, the newest ten are found in a quarter of the posting lists. */
const foundSoon = 40
/** With so many expected hits, there are more than `countUpTo`. */
const surelyMany = 3 * countUpTo

export async function outlookOf(ctx: Context, resource: Resource, bound: Bound): Promise<Outlook> {
  const tickets = await newestId(ctx, resource)
  if (tickets <= fewTickets) return { passed: 0, hits: 0, tickets }
  const { passed, share } = await look(surveyOf(ctx, resource, tickets), bound, false)
  return { passed: passed * tickets, hits: share * tickets, tickets }
}

/** The expected share of tickets that match, with every word sampled; 0 in a small desk. */
export async function expectedShare(ctx: Context, resource: Resource, bound: Bound): Promise<number> {
  const tickets = await newestId(ctx, resource)
  return tickets <= fewTickets ? 0 : (await look(surveyOf(ctx, resource, tickets), bound, true)).share
}

const surveyOf = (ctx: Context, resource: Resource, tickets: number): Survey => ({
  ctx,
  resource,
  tickets,
  plain: plainColumns(resource),
})

/** The context of an estimate. */
interface Survey {
  readonly ctx: Context
  readonly resource: Resource
  readonly tickets: number
  /** The columns in which a word without a field is searched. */
  readonly plain: readonly string[]
}

/** The cost and the hits of a part of the query, as shares of all tickets. */
interface Look {
  readonly passed: number
  readonly share: number
}

const anything: Look = { passed: 0, share: 1 }

/** @param meets whether the part is combined with others, by AND or NOT. */
async function look(survey: Survey, part: Bound, meets: boolean): Promise<Look> {
  switch (part.kind) {
    case 'and':
      return inTurn(survey, part.of, true, (share, other) => share * other, 1)
    case 'or': {
      // Alternative words are sampled together: a range of times has a dozen terms.
      const words = part.of.filter(isWord)
      const one = words.length > 0 ? await lookForWords(survey, words, meets) : { passed: 0, share: 0 }
      const others = part.of.filter((of) => !isWord(of))
      const other = await inTurn(survey, others, meets, (share, more) => Math.min(1, share + more), 0)
      return { passed: one.passed + other.passed, share: Math.min(1, one.share + other.share) }
    }
    case 'not': {
      const { passed, share } = await look(survey, part.of, true)
      return { passed, share: 1 - share }
    }
    case 'text':
      return isWord(part) ? lookForWords(survey, [part], meets) : lookForPhrase(survey, part)
    case 'related':
      return meets && part.ids ? lookForReference(survey, part.by, part.ids) : anything
    case 'column':
      return meets && part.test.is === 'equal' ? lookForReference(survey, part.column, [part.test.value]) : anything
    default:
      return anything
  }
}

async function inTurn(
  survey: Survey,
  parts: readonly Bound[],
  meets: boolean,
  join: (share: number, other: number) => number,
  none: number,
): Promise<Look> {
  let [passed, share] = [0, none]
  for (const part of parts) {
    const one = await look(survey, part, meets)
    passed += one.passed
    share = join(share, one.share)
    // A few of hundreds of words are enough to decide.
    if (passed * survey.tickets > enough && share * survey.tickets < foundSoon) break
  }
  return { passed, share }
}

async function lookForWords(survey: Survey, words: readonly TextLeaf[], meets: boolean): Promise<Look> {
  if (words.every(({ share }) => share !== undefined)) {
    return leapt(words.reduce((sum, word) => sum + (word.share ?? 0), 0))
  }
  const { plain } = survey
  if (!meets && words.every((word) => isAnywhere(word, plain))) return anything
  const share = await shareWith(survey, words)
  if (meets || share > 0) return { passed: meets ? share : 0, share }
  // A word that is common, but rare in these columns, is read in all columns.
  const inAllColumns = words.map((word) => ({ ...word, columns: plain }))
  return { passed: await shareWith(survey, inAllColumns), share }
}

async function lookForPhrase(survey: Survey, leaf: TextLeaf): Promise<Look> {
  const words = leaf.pattern === undefined ? wordsIn(leaf.text) : []
  const parts = words.map((text): TextLeaf => ({ ...leaf, text, prefix: false }))
  const join = (one: number, other: number) => (one * other) / usualLength
  const { passed, share } = await inTurn(survey, parts, true, join, usualLength)
  return { passed: passed * phraseFactor, share: Math.min(1, share) }
}

async function lookForReference(survey: Survey, column: string | undefined, ids: readonly unknown[]): Promise<Look> {
  if (column === undefined || !referencesOf(survey.resource).includes(column)) return anything
  if (pointsToPeople(column)) return { passed: 0, share: 0 }
  if (ids.length > mostReferences) return leapt(1)
  const to = survey.resource.fields[column]?.to ?? ''
  return leapt(await shareWith(survey, [{ kind: 'related', by: column, to, of: all, ids: ids as number[] }]))
}

/** Terms of references and times filter hits rather than find them; the index skips through their lists. */
const leapt = (share: number): Look => ({ passed: share / leap, share })

/** The number of postings that the index skips in the time in which it reads one. */
const leap = 4

/** With more referenced ids than this, most tickets are assumed to match. */
const mostReferences = 8

/** Whether each posting is a match: words with a term prefix have their own postings. */
const isAnywhere = ({ columns, custom }: TextLeaf, plain: readonly string[]): boolean =>
  custom !== undefined || columns.some(hasTermPrefix) || columns.length === plain.length

/** The usual number of words in a document, each of which may begin a phrase. */
const usualLength = 200

const isWord = (part: Bound): part is TextLeaf & { readonly pattern?: never } =>
  part.kind === 'text' && part.pattern === undefined && wordsIn(part.text).length < 2

interface Sample {
  /** Tickets with at least this change number are `size`. */
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

/**
 * The share of the newest documents that match, as far as the caller may read them: others must not influence the answer.
 */
async function shareWith({ ctx, resource }: Survey, parts: readonly Bound[]): Promise<number> {
  const { from, size } = await ctx.cache.getOrCompute('newest changes', () => newestChanges(ctx))
  let found = 0
  // A prefix that the index would have to merge lists for is estimated as a word.
  const one = or(parts.map((part) => (part.kind === 'text' ? { ...part, prefix: part.prefix && hasList(part) } : part)))
  for (const view of viewsOf(ctx, resource, resource.path)) {
    const inIndex = matchOf(resource, view, one)
    const match = inIndex === undefined || inIndex === 'nothing' ? undefined : within(view, inIndex)
    if (match === undefined || match === 'nothing') continue
    const value = ctx.db.dialect.matchValue(match)
    if (value === undefined) continue
    const [row] = await newestWith(ctx, resource)(value, from)
    found += Number(row?.[0])
  }
  return Math.min(1, found / size)
}

const newestWith = (ctx: Context, { name, path }: Resource) =>
  statement(ctx, `newest with:${name}`, (input) => {
    const table = `${path}_text`
    return (
      dynamic(ctx.db)
        .selectFrom(table)
        .select((of) => of.fn.countAll().as('count'))
        .where(ctx.db.dialect.matches(table, table, input(0)))
        // FTS5 seeks to a row id only for an integer, and numbers are bound as reals.
        .where(sql<SqlBool>`${sql.ref('rowid')} >= cast(${input(1)} as integer)`)
    )
  })
