import { editDistance, type Query, readLeniently, type Resource, type Term } from '@deskbell/contract'
import { sql } from 'kysely'
import { type Context, declared } from '../../kernel/context.ts'
import { readable } from '../../kernel/scope.ts'
import { wordsIn } from '../../text/words.ts'
import type { SearchRequest } from '../interpret.ts'

/** Shorter words have too many neighbors. */
const MIN_LENGTH = 4
/** Bounds the work: words that are looked up, similar words that are compared, and queries that are tried. */
const MAX_WORDS = 5
const MAX_SIMILAR = 5000
const MAX_QUERIES = 3
/** A longer query, in characters, was pasted. Each attempt would read all of it again. */
const MAX_LENGTH = 500

/** A word of a query that finds nothing for the caller, and the most similar words of all records. */
interface Unknown {
  readonly at: number
  readonly length: number
  readonly similar: readonly string[]
}

/**
 * Returns a query with similar words for one that found nothing, if it finds something; the words come from all records, so
 * only a query with hits of the caller is returned.
 * @param hasHits whether a query finds a record that the caller may read.
 */
export async function betterQuery(
  ctx: Context,
  among: readonly Resource[],
  { text }: SearchRequest,
  hasHits: (text: string) => Promise<boolean>,
): Promise<string | undefined> {
  if (text.length > MAX_LENGTH) return undefined
  const at = (name: string) => readable(ctx, declared(name))
  const { query } = readLeniently(text, { resources: among.map(({ name }) => at(name)), at })
  const unknown: Unknown[] = []
  for (const term of bareWords(query).slice(0, MAX_WORDS)) {
    // Asking the vocabulary instead would reveal which words occur in records that the caller may not read.
    if (await hasHits(term.text)) continue
    const similar = await similarTo(ctx, term.text)
    if (similar.length > 0) unknown.push({ at: term.at, length: Array.from(term.text).length, similar })
  }
  if (unknown.length === 0) return undefined
  for (let attempt = 0; attempt < MAX_QUERIES; attempt += 1) {
    if (!unknown.some(({ similar }) => attempt < similar.length)) break
    const better = replaced(text, unknown, attempt)
    if (await hasHits(better)) return better
  }
  return undefined
}

function bareWords(query: Query): { text: string; at: number }[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(bareWords)
  if (query.kind !== 'term' || query.field !== null) return []
  const text = textOf(query)
  return wordsIn(text).length === 1 && text.length >= MIN_LENGTH ? [{ text, at: query.at }] : []
}

const textOf = ({ value }: Term): string => (value.kind === 'word' ? value.text : '')

/** Returns the most similar other words of the vocabulary. */
async function similarTo({ db }: Context, text: string): Promise<string[]> {
  const [word = ''] = wordsIn(text)
  const most = word.length < 6 ? 1 : 2
  const beginning = Array.from(word).slice(0, 2).join('')
  const query = sql`select word from search_words where word >= ${beginning} and word < ${`${beginning}\u{10FFFF}`}
    and length(word) between ${sql.lit(word.length - most)} and ${sql.lit(word.length + most)} limit ${sql.lit(MAX_SIMILAR)}`
  const rows = await db.arrays(query.compile(db.sql))
  return rows
    .map(([other]) => ({ other: other as string, distance: editDistance(word, other as string) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted((one, two) => one.distance - two.distance)
    .slice(0, MAX_QUERIES)
    .map(({ other }) => other)
}

/** Replaces the unknown words, from the last to the first so that columns stay right. */
function replaced(text: string, unknown: readonly Unknown[], attempt: number): string {
  const chars = Array.from(text)
  for (const { at, length, similar } of unknown.toReversed()) {
    chars.splice(at - 1, length, similar[attempt] ?? similar.at(-1) ?? '')
  }
  return chars.join('')
}
