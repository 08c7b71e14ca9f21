import { type Query, readLeniently, type Resource, type Term } from '@deskbell/contract'
import { type Context, declared } from '../../kernel/context.ts'
import { readable } from '../../kernel/scope.ts'
import { wordsIn } from '../../text/words.ts'
import type { SearchRequest } from '../interpret.ts'
import { type Candidate, similarTo } from './similar-words.ts'

/** Shorter words have too many similar ones. */
const MIN_BEGINNING = 3
/** Limits on the words that are looked up, and on the queries that are tried. */
const MAX_WORDS = 5
const MAX_QUERIES = 8
/** Maximum length of a query, in characters. A longer one was pasted, and each attempt would read all of it again. */
const MAX_LENGTH = 500

/** Returns the number of hits of a query that the caller may read, up to a limit. */
type Count = (text: string) => Promise<number>

/** A word of a query that may be misspelt. */
interface TypedWord {
  readonly text: string
  /** Its column. */
  readonly at: number
  /** The query of this word alone: with its field, if it has one. */
  readonly alone: string
}

/**
 * Returns a similar query for one without hits. It has hits of the caller, because the words come from all records.
 * It is the words of the query without fields, signs and question words, or the query with other words: those that have
 * no hits alone are replaced; if each of them has hits, one of them is replaced.
 */
export async function betterQuery(
  ctx: Context,
  among: readonly Resource[],
  { text }: SearchRequest,
  count: Count,
): Promise<string | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  for (const words of [allWords(text), importantWords(text)])
    if (words !== undefined && (await count(words)) > 0) return words
  const at = (name: string) => readable(ctx, declared(name))
  const { query } = readLeniently(text, { resources: among.map(({ name }) => at(name)), at })
  const words = typedWords(query, text).slice(0, MAX_WORDS)
  const unknown: TypedWord[] = []
  // Asking the vocabulary instead would reveal which words occur in records that the caller may not read.
  for (const word of words) if ((await count(word.alone)) === 0) unknown.push(word)
  const better = unknown.length > 0 ? await replaced(ctx, text, unknown) : await withOneReplaced(ctx, text, words)
  return mostLikely(better.slice(0, MAX_QUERIES), count)
}

/**
 * Returns the words of a query without its signs, such as `error in module` for `error: in/module -`; undefined if it
 * has only words. A text that was pasted often contains what looks like a field or an exclusion, and the address of a
 * page seldom stands in a ticket with its `https://`.
 */
function allWords(text: string): string | undefined {
  const words = (text.replace(/\bhttps?:\/\//giu, '').match(WORDS) ?? []).join(' ')
  return words === '' || words === text.trim().replace(/\s+/gu, ' ') ? undefined : words
}

const WORDS = /[\p{L}\p{N}\p{M}_]+/gu

/** Words of questions and of polite sentences that say nothing about a ticket, in English and German. */
const unimportant = new Set(
  `a an and are at be can cannot could do does for from have how i in is it me my not of on our please problem question that
  the there this to was we what when where which who why will with would you your
  aber als am an auf bei bitte das dem den der die ein eine einen einem er es frage für habe haben hat ich im in ist kann
  können man mein meine mit nicht oder problem sie sind und uns unser von vom wann warum was wer wie wir wird wo zu zum zur`.split(
    /\s+/,
  ),
)

/** Returns a question without its unimportant words; undefined if there is nothing else, or none of them. */
function importantWords(text: string): string | undefined {
  const words = text.match(WORDS) ?? []
  const important = words.filter((word) => !unimportant.has(word.toLowerCase()))
  return important.length === 0 || important.length === words.length ? undefined : important.join(' ')
}

/** Returns the words that may be misspelled. Numbers are not: a similar number is that of something else. */
function typedWords(query: Query, text: string): TypedWord[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap((part) => typedWords(part, text))
  if (query.kind !== 'term' || query.value.kind !== 'word') return []
  const { value, at, valueAt } = query as Term & { readonly value: { readonly text: string } }
  const chars = Array.from(text)
  const end = valueAt - 1 + Array.from(value.text).length
  // The value of an alias or of a condition may not be what was typed.
  const isTyped = chars.slice(valueAt - 1, end).join('') === value.text
  const isWord = wordsIn(value.text).length === 1 && /\p{L}/u.test(value.text)
  if (!isTyped || value.text.length < MIN_BEGINNING || !isWord) return []
  return [{ text: value.text, at: valueAt, alone: chars.slice(at - 1, end).join('') }]
}

/** Replaces all of these words: by the most similar ones, then by the next ones. */
async function replaced(ctx: Context, text: string, places: readonly TypedWord[]): Promise<Candidate[]> {
  const chars = Array.from(text)
  const similar = await Promise.all(places.map((place) => similarTo(ctx, place.text, MAX_QUERIES)))
  const attempts = Math.max(0, ...similar.map((words) => words.length))
  return Array.from({ length: attempts }, (_, attempt) => {
    const parts = [...chars]
    let mistakes = 0
    // From the last to the first, so that columns stay right.
    for (const [index, place] of [...places.entries()].toReversed()) {
      const words = similar[index] ?? []
      const one = words[Math.min(attempt, words.length - 1)]
      if (one) parts.splice(place.at - 1, Array.from(place.text).length, one.text)
      mistakes += one?.mistakes ?? 0
    }
    return { text: parts.join(''), mistakes }
  })
}

/** Replaces one of these words. Each of them gets its turn, although a common word has many similar ones. */
async function withOneReplaced(ctx: Context, text: string, places: readonly TypedWord[]): Promise<Candidate[]> {
  const queries = await Promise.all(places.map((place) => replaced(ctx, text, [place])))
  const share = Math.ceil(MAX_QUERIES / Math.max(1, places.length))
  return queries.flatMap((some) => some.slice(0, share)).toSorted((one, other) => one.mistakes - other.mistakes)
}

/** Returns the query with hits that has the fewest mistakes; among several, the one with the most hits. */
async function mostLikely(queries: readonly Candidate[], count: Count): Promise<string | undefined> {
  let best: { readonly query: Candidate; readonly hits: number } | undefined
  for (const query of queries) {
    if (best && query.mistakes > best.query.mistakes) break
    const hits = await count(query.text)
    if (hits > (best?.hits ?? 0)) best = { query, hits }
  }
  return best?.query.text
}
