import { CompiledQuery } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { turn } from '../db/turn.ts'

/**
 * The vocabulary: every word that ever stood in a document, once. It turns a pattern into the words that fit it, which
 * the index then looks up. It only grows; a word that is in no document any more finds nothing and does no harm.
 */

/** Longer ones are pieces of encoded files; the vocabulary has their beginning only, which no pattern fits. */
export const longestWord = 100

/** Collects words of a document that are not known. */
export function collectWords(into: Set<string>, known: ReadonlySet<string>, words: readonly string[]): void {
  for (const one of words) {
    const word = one.length <= longestWord ? one : Array.from(one).slice(0, longestWord).join('')
    if (!known.has(word)) into.add(word)
  }
}

/** Adds what is new to the vocabulary, in steps between which others are served. */
export async function addWords(db: Connection, words: ReadonlySet<string>): Promise<void> {
  if (words.size === 0 || !db.dialect.keepsWords) return
  let isFirst = true
  for (const some of inSteps(words)) {
    if (!isFirst) await turn()
    isFirst = false
    await addSome(db, some)
  }
}

/** Letters of the words that are added at once: some ten milliseconds. */
const step = 8000

function* inSteps(words: ReadonlySet<string>): Generator<string[]> {
  let some: string[] = []
  let letters = 0
  for (const word of words) {
    some.push(word)
    letters += word.length
    if (letters < step) continue
    yield some
    some = []
    letters = 0
  }
  if (some.length > 0) yield some
}

/** Adds words with the pieces of three letters that lead to them. */
async function addSome(db: Connection, words: readonly string[]): Promise<void> {
  const added = await db.arrays(
    CompiledQuery.raw(
      `insert into search_words (word) select value from json_each(?) where true on conflict do nothing returning id, word`,
      [JSON.stringify(words)],
    ),
  )
  if (added.length === 0) return
  const parts = 'insert into search_words_parts (rowid, word) select value ->> 0, value ->> 1 from json_each(?)'
  await db.sql.executeQuery(CompiledQuery.raw(parts, [JSON.stringify(added)]))
}
