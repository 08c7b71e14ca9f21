import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { fold } from '../text/words.ts'
import { invalid } from '../errors/fault.ts'
import { and, type Bound, type ColumnLeaf, mapLeavesAsync, or, type TextLeaf } from './bound.ts'
import { minMax } from './table-range.ts'
import { hasTermPrefix } from './term-prefix.ts'
import { referenceColumn } from './references.ts'
import { hasCurrentLayout } from './settings.ts'
import { indexedTimes, wordsOfSpan } from './spans.ts'
import { MAX_WORD_LENGTH } from './vocabulary.ts'

/**
 * Replaces prefixes, such as `p*` and `print*`, and ranges of time by terms that have a posting list in the index.
 *
 * The index has posting lists for prefixes of two and three letters. For other prefixes it merges the lists of all
 * matching words before it returns the first hit, which takes a second for one letter in a million tickets. With
 * prefixes that are a letter longer and have lists, or with the words from the vocabulary, it returns hits immediately.
 * @param aim `page` if only the first hits are read. A `count` reads all of them, so merging the lists is not wasted.
 */
export async function expandPrefixes(
  ctx: Context,
  resource: Resource,
  bound: Bound,
  aim: 'page' | 'count',
): Promise<Bound> {
  const budget = { words: MAX_WORDS, merged: new Set<string>() }
  return mapLeavesAsync(bound, async (part) => {
    switch (part.kind) {
      case 'column':
        return indexedTimes(resource).includes(part.column) && (await hasCurrentLayout(ctx))
          ? replaceTimes(ctx, resource, part, aim)
          : part
      case 'text':
        return part.prefix ? replacePrefix(ctx, part, aim, budget) : part
      default:
        return part
    }
  })
}

/** Replaces a range of times by its terms. Unless these are `exact`, the time of each row is compared as well. */
async function replaceTimes(ctx: Context, resource: Resource, span: ColumnLeaf, aim: 'page' | 'count'): Promise<Bound> {
  if (span.test.is !== 'between') return span
  const { column, test } = span
  const existing = await ctx.cache.getOrCompute(`ends of ${column}`, () => minMax<string>(ctx, resource, column))
  const { words, exact } = wordsOfSpan(column, test.from, test.to, existing)
  // A count gains nothing from terms if it compares the time of each row.
  if (!exact && aim === 'count') return span
  const leaf = { kind: 'text', columns: [referenceColumn], prefix: false } as const
  const inTerms = or(words.map((text): Bound => ({ ...leaf, text })))
  return exact ? inTerms : and([inTerms, span])
}

/** Maximum number of words that replace the prefixes of a query. Each lookup takes a few microseconds. */
const MAX_WORDS = 2000
/** Maximum number of different prefixes in a query for which the index may merge lists. */
const MAX_MERGED = 4

/**
 * The budget that the prefixes of one query share: the number of words left to look up, and the prefixes for which the
 * index merges lists.
 */
interface Budget {
  words: number
  readonly merged: Set<string>
}

/** Replaces a prefix. @throws Fault `invalid` for a query that would keep other requests waiting. */
async function replacePrefix(ctx: Context, leaf: TextLeaf, aim: 'page' | 'count', budget: Budget): Promise<Bound> {
  const text = fold(leaf.text)
  const start = lastWord.exec(text)?.[0] ?? ''
  const before = text.slice(0, text.length - start.length)
  const { length } = Array.from(start)
  const isNextListed = isListed(length + 1)
  // Words with a term prefix begin with that prefix in the index, so its lists of short prefixes do not apply.
  const isPrefixed = leaf.custom !== undefined || leaf.columns.some(hasTermPrefix)
  if (length === 0 || length >= MAX_WORD_LENGTH || (isListed(length) && !isPrefixed)) return leaf
  // Nothing is gained for a count, which reads all lists to the end, or for several phrases, which would all read the lists
  // of the words in `before`.
  if ((aim === 'count' || before !== '') && (isPrefixed || !isNextListed)) return leaf
  const usesLongerPrefixes = isNextListed && !isPrefixed
  const words = await (usesLongerPrefixes
    ? longerPrefixes(ctx, start, budget.words)
    : wordsWithPrefix(ctx, start, budget.words))
  if (words.length > budget.words) {
    // A prefix is merged once for each custom field, and each of these has only its own words, so it counts once.
    if (budget.merged.add(start).size > MAX_MERGED)
      throw invalid('query', 'Search query: expected longer prefixes of words before "*"')
    return leaf
  }
  budget.words -= words.length
  // The vocabulary contains only the first characters of long words.
  const isPrefix = (word: string) => (usesLongerPrefixes ? word !== start : Array.from(word).length >= MAX_WORD_LENGTH)
  return or(words.map((word): Bound => ({ ...leaf, text: before + word, prefix: isPrefix(word) })))
}

/** True if every word that begins with a certain letter matches. */
export const isOneLetter = ({ text, prefix }: TextLeaf): boolean => prefix && Array.from(fold(text)).length === 1

/** True if the index has posting lists for prefixes of this length (`textTable` in `db/sqlite.ts`). */
const isListed = (length: number): boolean => length === 2 || length === 3

/** Matches the letters and digits at the end of a text, with combining accents: `ja` in `paper ja`. */
const lastWord = /[\p{L}\p{N}\u0300-\u036f]*$/u

/**
 * The prefixes that are a letter longer, and the word itself, at most `maximum + 1`. The statement skips from one prefix
 * to the next: after the word itself, to the first longer word; after a longer prefix, beyond all words that begin with it.
 */
const longerPrefixes = (ctx: Context, start: string, maximum: number): Promise<string[]> => {
  const size = Array.from(start).length
  return texts(
    ctx,
    sql`with recursive beginning(text) as (
      select substr(min(word), 1, ${literal(size + 1)}) from search_words where word >= ${start} and word < ${after(start)}
      union all
      select (select substr(min(word), 1, ${literal(size + 1)}) from search_words
        where word >= beginning.text || case length(beginning.text) when ${literal(size)} then ${'\u0001'} else ${'\u{10FFFF}'} end
          and word < ${after(start)})
      from beginning where text is not null
    ) select text from beginning where text is not null limit ${literal(maximum + 1)}`,
  )
}

/** The words with a prefix, at most `maximum + 1`. */
const wordsWithPrefix = (ctx: Context, start: string, maximum: number): Promise<string[]> =>
  texts(
    ctx,
    sql`select word from search_words where word >= ${start} and word < ${after(start)} order by word limit ${literal(maximum + 1)}`,
  )

/** A text that sorts after all words with a prefix. */
const after = (start: string): string => `${start}\u{10FFFF}`

const literal = (number: number) => sql.raw(String(number))

async function texts({ db }: Context, query: RawBuilder<unknown>): Promise<string[]> {
  return (await db.arrays(query.compile(db.sql))).map(([word]) => word as string)
}
