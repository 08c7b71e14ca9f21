import type { Resource } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { fold } from '../text/words.ts'
import { invalid } from '../errors/fault.ts'
import { and, type Bound, type ColumnLeaf, mapParts, or, type TextLeaf } from './bound.ts'
import { minMax } from './hits.ts'
import { hasTermPrefix } from './term-prefix.ts'
import { referenceColumn } from './references.ts'
import { hasCurrentLayout } from './settings.ts'
import { shareOfSpan, indexedTimes, wordsOfSpan } from './spans.ts'
import { longestWord } from './words.ts'

/**
 * Puts words that the index has lists for in the place of what it would have to gather, or does not know: beginnings of
 * words, such as `p*` and `print*`, and spans of time.
 *
 * The index keeps lists for beginnings of two and three letters. For others it gathers everything that stands under any
 * of their words before it gives the first hit, a second for one letter in a million tickets. With the listed beginnings
 * that are a letter longer, or the words themselves, from the vocabulary, it gives hits as it goes.
 * @param aim for a `page`, the first hits are wanted; for a `count`, all of them, and gathering is not in vain.
 */
export async function expandPrefixes(
  ctx: Context,
  resource: Resource,
  bound: Bound,
  aim: 'page' | 'count',
): Promise<Bound> {
  if (!ctx.db.dialect.keepsWords) return bound
  const budget = { words: mostWords, gathered: new Set<string>() }
  return mapParts(bound, async (part) => {
    switch (part.kind) {
      case 'column':
        return indexedTimes(resource).includes(part.column) && (await hasCurrentLayout(ctx))
          ? during(ctx, resource, part, aim)
          : part
      case 'text':
        return part.prefix && part.pattern === undefined ? beginning(ctx, part, aim, budget) : part
      default:
        return part
    }
  })
}

/** The words of a span lead to its rows; at its ends, each row is looked at. */
async function during(ctx: Context, resource: Resource, span: ColumnLeaf, aim: 'page' | 'count'): Promise<Bound> {
  if (span.test.is !== 'between') return span
  const { column, test } = span
  const among = await ctx.cache.getOrCompute(`ends of ${column}`, () => minMax<string>(ctx, resource, column))
  const { words, exact } = wordsOfSpan(column, test.from, test.to, among)
  if (!exact && aim === 'count') return span
  const share = among && shareOfSpan(among, test.from, test.to) / words.length
  const leaf = { kind: 'text', columns: [referenceColumn], prefix: false, ...(share ? { share } : {}) } as const
  const found = or(words.map((text): Bound => ({ ...leaf, text })))
  return exact ? found : and([found, span])
}

/** Words in the place of beginnings, in a query. Looking one up takes some microseconds. */
const mostWords = 2000
/** Different beginnings in a query that the index may gather for. */
const mostGathered = 4

/** What the beginnings of one query share: the words left to look up, and the beginnings that the index gathers for. */
interface Budget {
  words: number
  readonly gathered: Set<string>
}

/** @throws Fault `invalid` where answering would keep everybody else waiting. */
async function beginning(ctx: Context, leaf: TextLeaf, aim: 'page' | 'count', budget: Budget): Promise<Bound> {
  const text = fold(leaf.text)
  const start = lastWord.exec(text)?.[0] ?? ''
  const before = text.slice(0, text.length - start.length)
  const { length } = Array.from(start)
  const isNextListed = isListed(length + 1)
  // Words behind a mark have other beginnings in the index.
  const isMarked = leaf.custom !== undefined || leaf.columns.some(hasTermPrefix)
  if (length === 0 || length >= longestWord || (isListed(length) && !isMarked)) return leaf
  if ((aim === 'count' || before !== '') && (isMarked || !isNextListed)) return leaf
  const leaping = isNextListed && !isMarked
  const words = await (leaping ? beginningsOf(ctx, start, budget.words) : wordsLike(ctx, start, budget.words))
  if (words.length > budget.words) {
    // One beginning is gathered for in each custom field, and each of these has only its own words.
    if (budget.gathered.add(start).size > mostGathered)
      throw invalid('query', 'Search query: expected longer beginnings of words before "*"')
    return leaf
  }
  budget.words -= words.length
  // Of long words the vocabulary has the beginning only.
  const isOpen = (word: string) => (leaping ? word !== start : Array.from(word).length >= longestWord)
  return or(words.map((word): Bound => ({ ...leaf, text: before + word, prefix: isOpen(word) })))
}

/** Whether the index has a list for each word of a text. */
export const hasList = ({ text, prefix, pattern }: TextLeaf): boolean =>
  pattern === undefined && (!prefix || isListed(Array.from(lastWord.exec(text)?.[0] ?? '').length))

/** Whether any word will do that begins with a letter. */
export const isOneLetter = ({ text, prefix, pattern }: TextLeaf): boolean =>
  prefix && pattern === undefined && Array.from(fold(text)).length === 1

/** Whether the index has lists for beginnings of so many letters (`textTable` in `sqlite.ts`). */
const isListed = (length: number): boolean => length === 2 || length === 3

const lastWord = /[\p{L}\p{N}\u0300-\u036f]*$/u

/** The beginnings that are a letter longer, and the word itself: leaping from one to the next; at most one more than `most`. */
const beginningsOf = (ctx: Context, start: string, most: number): Promise<string[]> =>
  texts(
    ctx,
    `with recursive beginning(text) as (
      select substr(min(word), 1, length(?1) + 1) from search_words where word >= ?1 and word < ?1 || char(1114111)
      union all
      select (select substr(min(word), 1, length(?1) + 1) from search_words
        where word >= beginning.text || case length(beginning.text) when length(?1) then char(1) else char(1114111) end
          and word < ?1 || char(1114111))
      from beginning where text is not null
    ) select text from beginning where text is not null limit ?2`,
    start,
    most + 1,
  )

/** The words that begin so, at most one more than `most`. */
const wordsLike = (ctx: Context, start: string, most: number): Promise<string[]> =>
  texts(
    ctx,
    'select word from search_words where word >= ?1 and word < ?1 || char(1114111) order by word limit ?2',
    start,
    most + 1,
  )

async function texts(ctx: Context, text: string, ...values: unknown[]): Promise<string[]> {
  const cells = await ctx.db.arrays(CompiledQuery.raw(text, values))
  return cells.map(([word]) => word as string)
}
