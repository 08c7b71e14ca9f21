import { editDistance, type Query, readLeniently, type Resource, type Term } from '@deskbell/contract'
import { sql } from 'kysely'
import { type Context, declared } from '../../kernel/context.ts'
import { readable } from '../../kernel/scope.ts'
import { wordsIn } from '../../text/words.ts'
import type { SearchRequest } from '../interpret.ts'

/** Shorter words have too many neighbors; they are only completed. */
const MIN_LENGTH = 4
const MIN_BEGINNING = 3
/** Limits on the words that are looked up, the similar words that are compared, and the queries that are tried. */
const MAX_WORDS = 5
const MAX_COMPARED = 5000
const MAX_QUERIES = 8
/** Maximum length of a query, in characters. A longer one was pasted, and each attempt would read all of it again. */
const MAX_LENGTH = 500

/** A word without a field in a query. */
interface BareWord {
  readonly text: string
  /** Its column. */
  readonly at: number
}

/** A word or a query that may have been meant, and the number of mistakes that turn it into what was typed. */
interface Candidate {
  readonly text: string
  readonly mistakes: number
}

/**
 * Returns a similar query for one without hits: one with other words, and with hits of the caller, because the words
 * come from all records. Words that have no hits alone are replaced; if each of them has hits, one of them is replaced.
 * @param count returns the number of hits of the caller, up to a limit.
 */
export async function betterQuery(
  ctx: Context,
  among: readonly Resource[],
  { text }: SearchRequest,
  count: (text: string) => Promise<number>,
): Promise<string | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  const at = (name: string) => readable(ctx, declared(name))
  const { query } = readLeniently(text, { resources: among.map(({ name }) => at(name)), at })
  const words = bareWords(query).slice(0, MAX_WORDS)
  const unknown: BareWord[] = []
  // Asking the vocabulary instead would reveal which words occur in records that the caller may not read.
  for (const word of words) if ((await count(word.text)) === 0) unknown.push(word)
  const better = unknown.length > 0 ? await replaced(ctx, text, unknown) : await withOneReplaced(ctx, text, words)
  return mostLikely(better.slice(0, MAX_QUERIES), count)
}

function bareWords(query: Query): BareWord[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(bareWords)
  if (query.kind !== 'term' || query.field !== null) return []
  const text = textOf(query)
  return wordsIn(text).length === 1 && text.length >= MIN_BEGINNING ? [{ text, at: query.at }] : []
}

const textOf = ({ value }: Term): string => (value.kind === 'word' ? value.text : '')

/** Replaces all of these words: by the most similar ones, then by the next ones. */
async function replaced(ctx: Context, text: string, places: readonly BareWord[]): Promise<Candidate[]> {
  const chars = Array.from(text)
  const similar = await Promise.all(places.map((place) => similarTo(ctx, place.text)))
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

async function withOneReplaced(ctx: Context, text: string, places: readonly BareWord[]): Promise<Candidate[]> {
  const queries = await Promise.all(places.map((place) => replaced(ctx, text, [place])))
  return queries.flat().toSorted((one, other) => one.mistakes - other.mistakes)
}

/** Returns the query with hits that has the fewest mistakes; among several, the one with the most hits. */
async function mostLikely(
  queries: readonly Candidate[],
  count: (text: string) => Promise<number>,
): Promise<string | undefined> {
  let best: { readonly query: Candidate; readonly hits: number } | undefined
  for (const query of queries) {
    if (best && query.mistakes > best.query.mistakes) break
    const hits = await count(query.text)
    if (hits > (best?.hits ?? 0)) best = { query, hits }
  }
  return best?.query.text
}

/** Returns other words of the vocabulary that are similar or begin with a word, the most likely one first. */
async function similarTo({ db }: Context, text: string): Promise<Candidate[]> {
  const [word = ''] = wordsIn(text)
  const maximum = word.length < MIN_LENGTH ? 0 : word.length < 6 ? 1 : 2
  const beginning = Array.from(word).slice(0, 2).join('')
  const query = sql`select word from search_words where word >= ${beginning} and word < ${`${beginning}\u{10FFFF}`}
    and (length(word) between ${sql.lit(word.length - maximum)} and ${sql.lit(word.length + maximum)}
      or substr(word, 1, ${sql.lit(word.length)}) = ${word}) limit ${sql.lit(MAX_COMPARED)}`
  const rows = await db.arrays(query.compile(db.sql))
  return rows
    .map(([other]) => ({ text: other as string, mistakes: mistakesIn(word, other as string, maximum) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes < Infinity)
    .toSorted((one, other) => one.mistakes - other.mistakes)
    .slice(0, MAX_QUERIES)
}

/**
 * The number of typing errors that turn a word into the typed text. Letters are omitted more often than added, and the
 * end of a word that is being typed is missing.
 */
function mistakesIn(typed: string, word: string, limit: number): number {
  const edits = editDistance(typed, word)
  const longer = word.length - typed.length
  const asMistake = edits > limit ? Infinity : edits - Math.sign(longer) / 10
  return word.startsWith(typed) && longer > 0 ? Math.min(asMistake, 0.8 + longer / 20) : asMistake
}
