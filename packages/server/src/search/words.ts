import { CompiledQuery } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { wordsIn } from '../text/words.ts'

/**
 * The vocabulary: every word that ever stood in a document, once. It turns a pattern into the words that fit it, which
 * the index then looks up. It only grows; a word that is in no document any more finds nothing and does no harm.
 */

/** Longer ones are pieces of encoded files; the vocabulary has their beginning only, which no pattern fits. */
export const longestWord = 100

/** Collects the words of a document. */
export function collectWords(into: Set<string>, known: ReadonlySet<string>, text: unknown): void {
  if (typeof text !== 'string') return
  for (const one of wordsIn(text)) {
    const word = one.length <= longestWord ? one : Array.from(one).slice(0, longestWord).join('')
    if (!known.has(word)) into.add(word)
  }
}

/** Adds what is new to the vocabulary, with the pieces of three letters that lead to it. */
export async function addWords(db: Connection, words: ReadonlySet<string>): Promise<void> {
  if (words.size === 0 || !db.dialect.keepsWords) return
  const added = await db.arrays(
    CompiledQuery.raw(
      `insert into search_words (word) select value from json_each(?) where true on conflict do nothing returning id, word`,
      [JSON.stringify([...words])],
    ),
  )
  if (added.length === 0) return
  const parts = 'insert into search_words_parts (rowid, word) select value ->> 0, value ->> 1 from json_each(?)'
  await db.sql.executeQuery(CompiledQuery.raw(parts, [JSON.stringify(added)]))
}
