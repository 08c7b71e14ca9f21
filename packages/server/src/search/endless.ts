import type { Resource } from '@deskbell/contract'
import { sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Context } from '../kernel/context.ts'
import { statement } from '../kernel/statement.ts'
import { wordsIn } from '../words.ts'
import type { Bound, TextLeaf } from './bound.ts'
import { viewsOf } from './compile.ts'
import { plainColumns } from './documents.ts'
import { newestId } from './hits.ts'
import { isNamed } from './marks.ts'
import { joined, visibleText, within } from './matching.ts'
import { referenceColumn } from './references.ts'
import { hasList } from './spell-out.ts'

/** Documents that a count may go through, once for each word that is asked for beside others. */
const mostPassed = 100_000
/** The same where each is looked for among rows that are known: the index alone is three times as fast. */
export const mostLookedUp = 30_000
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
  isEndless(outlook, outlook.tickets) || (isEndless(outlook, 2 * mostPassed) && !isFoundSoon(outlook))

/** Whether the first hits are found soon, and all of them are not. */
export const isFoundSoon = (outlook: Outlook): boolean => isEndless(outlook) && outlook.hits > foundSoon

/** Of words that are passed so often, more are not asked about. */
const enough = 4 * mostPassed
/** Of more hits the newest ten are found in a quarter of the lists. */
const foundSoon = 40

export async function outlookOf(ctx: Context, resource: Resource, bound: Bound): Promise<Outlook> {
  const tickets = await newestId(ctx, resource)
  if (tickets <= fewTickets) return { passed: 0, hits: tickets, tickets }
  const plain = plainColumns(resource)
  const shareOf = (words: readonly TextLeaf[]) => shareWith(ctx, resource, words)
  const { passed, share } = await look(bound, false)
  return { passed: passed * tickets, hits: share * tickets, tickets }

  /** @param meets whether it has to be found together with something else, or apart from it. */
  async function look(part: Bound, meets: boolean): Promise<Look> {
    switch (part.kind) {
      case 'and':
        return inTurn(part.of, true, (share, other) => share * other, 1)
      case 'or': {
        // Words are asked about at once: a span of time has a dozen.
        const words = part.of.filter(isWord)
        const one = words.length > 0 ? await lookFor(words, meets) : { passed: 0, share: 0 }
        const others = part.of.filter((of) => !isWord(of))
        const other = await inTurn(others, meets, (share, more) => Math.min(1, share + more), 0)
        return { passed: one.passed + other.passed, share: Math.min(1, one.share + other.share) }
      }
      case 'not': {
        const { passed, share } = await look(part.of, true)
        return { passed, share: 1 - share }
      }
      case 'text':
        return isWord(part) ? lookFor([part], meets) : lookForPhrase(part)
      default:
        return { passed: 0, share: 1 }
    }
  }

  async function lookFor(words: readonly TextLeaf[], meets: boolean): Promise<Look> {
    // Words for times and references are not what people look for: their lists are passed over in leaps.
    if (words.every(({ columns }) => columns[0] === referenceColumn)) return { passed: 0, share: 1 }
    if (!meets && words.every((word) => isAnywhere(word, plain))) return { passed: 0, share: 1 }
    const share = await shareOf(words)
    if (meets || share > 0) return { passed: meets ? share : 0, share }
    // A word that is found in many places, but hardly in these, is looked at in all of them.
    return { passed: await shareOf(words.map((word) => ({ ...word, columns: plain }))), share }
  }

  async function lookForPhrase(leaf: TextLeaf): Promise<Look> {
    const words = leaf.pattern === undefined ? wordsIn(leaf.text) : []
    const parts = words.map((text): TextLeaf => ({ ...leaf, text, prefix: false }))
    const { passed, share } = await inTurn(parts, true, (one, other) => (one * other) / usualLength, usualLength)
    return { passed: passed * phraseFactor, share: Math.min(1, share) }
  }

  async function inTurn(
    parts: readonly Bound[],
    meets: boolean,
    join: (share: number, other: number) => number,
    none: number,
  ): Promise<Look> {
    let [passed, share] = [0, none]
    for (const part of parts) {
      const one = await look(part, meets)
      passed += one.passed
      share = join(share, one.share)
      // Of hundreds of words some say it all.
      if (passed * tickets > enough && share * tickets < foundSoon) break
    }
    return { passed, share }
  }
}

/** Whether it is found wherever it is listed; words that are marked have lists of their own. */
const isAnywhere = ({ columns, custom }: TextLeaf, plain: readonly string[]): boolean =>
  custom !== undefined || columns.some(isNamed) || columns.length === plain.length

/** The same as parts of all tickets. */
interface Look {
  readonly passed: number
  readonly share: number
}

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

/** The part of the newest documents with one of the words, as far as the caller sees them: others must not be hinted at. */
async function shareWith(ctx: Context, resource: Resource, leaves: readonly TextLeaf[]): Promise<number> {
  const { from, size } = await ctx.known.remember('newest changes', () => newestChanges(ctx))
  let found = 0
  for (const view of viewsOf(ctx, resource, resource.path)) {
    const texts = leaves.flatMap(
      (leaf) => visibleText(resource, view, { ...leaf, prefix: leaf.prefix && hasList(leaf) }) ?? [],
    )
    const match = texts.length === 0 ? 'nothing' : within(view, joined('OR', texts))
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
