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

/** Documents that a page may go through to tell its total, once for each word that is asked for beside others. */
const mostPassed = 30_000
/** More of them keep others waiting. */
const longPassed = 200_000
/** Where words stand next to each other is seen only by looking into each document, which takes as long as so many. */
const phraseFactor = 5
/** With fewer tickets than these, every count is quick. */
const fewTickets = 50_000
/** How common a word is, is judged by so many tickets: those that changed last. */
const sampleSize = 4000

/** What the newest tickets say of a question. */
export interface Outlook {
  /** Documents that counting the hits goes through, once for each word that has to be found together with others, or apart. */
  readonly passed: number
  /** How many hits there are, as if words were independent of each other. */
  readonly hits: number
  /** How many tickets there are, about. */
  readonly tickets: number
}

/**
 * Whether counting hits, even a thousand of them, would take many times as long as finding the first: where words that
 * are common are rarely, or never, found together. The index then goes through all of their lists.
 */
export const isEndless = ({ passed }: Outlook, most = mostPassed): boolean => passed > most

/**
 * Whether finding them may take so long that others should not wait: also where words are in nearly all tickets, because
 * what is expected of those may be far from what is so.
 */
export const isLong = (outlook: Outlook): boolean =>
  isEndless(outlook, outlook.tickets) || (isEndless(outlook, longPassed) && !isFoundSoon(outlook))

/** Whether the first hits are found soon, and all of them are not, or are too many to be counted anyway. */
export const isFoundSoon = (outlook: Outlook): boolean =>
  outlook.passed > 0 && outlook.hits > (isEndless(outlook) ? foundSoon : surelyMany)

/** Whether a page leaves its total out. */
export const isUncounted = (outlook: Outlook): boolean => isEndless(outlook) || isFoundSoon(outlook)

/** Of words that are passed so often, more are not asked about. */
const enough = 2 * longPassed
/** Of more hits the newest ten are found in a quarter of the lists. */
const foundSoon = 40
/** Where so many are expected, there are more than are counted. */
const surelyMany = 3 * countUpTo

export async function outlookOf(ctx: Context, resource: Resource, bound: Bound): Promise<Outlook> {
  const tickets = await newestId(ctx, resource)
  if (tickets <= fewTickets) return { passed: 0, hits: 0, tickets }
  const { passed, share } = await look(surveyOf(ctx, resource, tickets), bound, false)
  return { passed: passed * tickets, hits: share * tickets, tickets }
}

/** The part of all tickets that is expected to be found, where that has to be known of every word; 0 where tickets are few. */
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

/** What is looked at, and in whose eyes. */
interface Survey {
  readonly ctx: Context
  readonly resource: Resource
  readonly tickets: number
  /** The columns in which a word without a field is looked for. */
  readonly plain: readonly string[]
}

/** What is read and found, as parts of all tickets. */
interface Look {
  readonly passed: number
  readonly share: number
}

const anything: Look = { passed: 0, share: 1 }

/** @param meets whether it has to be found together with something else, or apart from it. */
async function look(survey: Survey, part: Bound, meets: boolean): Promise<Look> {
  switch (part.kind) {
    case 'and':
      return inTurn(survey, part.of, true, (share, other) => share * other, 1)
    case 'or': {
      // Words are asked about at once: a span of time has a dozen.
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
    // Of hundreds of words some say it all.
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
  // A word that is found in many places, but hardly in these, is looked at in all of them.
  const everywhere = words.map((word) => ({ ...word, columns: plain }))
  return { passed: await shareWith(survey, everywhere), share }
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

/** References and times are not what people look for, but what the hits are to have as well: passed over in leaps. */
const leapt = (share: number): Look => ({ passed: share / leap, share })

/** So many documents are passed in a leap in the time in which one is read. */
const leap = 4

/** Of more references it is taken that most tickets have one. */
const mostReferences = 8

/** Whether it is found wherever it is listed; words that are marked have lists of their own. */
const isAnywhere = ({ columns, custom }: TextLeaf, plain: readonly string[]): boolean =>
  custom !== undefined || columns.some(hasTermPrefix) || columns.length === plain.length

/** Words in a document, one of which begins a phrase. */
const usualLength = 200

const isWord = (part: Bound): part is TextLeaf & { readonly pattern?: never } =>
  part.kind === 'text' && part.pattern === undefined && wordsIn(part.text).length < 2

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

/** The part of the newest documents that are one of these, as far as the caller sees them: others must not be hinted at. */
async function shareWith({ ctx, resource }: Survey, parts: readonly Bound[]): Promise<number> {
  const { from, size } = await ctx.cache.getOrCompute('newest changes', () => newestChanges(ctx))
  let found = 0
  // What the index would have to gather is taken for the word itself.
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
        // The index goes straight there for a whole number only, and numbers come as fractions.
        .where(sql<SqlBool>`${sql.ref('rowid')} >= cast(${input(1)} as integer)`)
    )
  })
