import type { Connection } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { nextTurn } from '../db/next-turn.ts'
import { request } from '../db/request.ts'
import { joinCompound } from '../text/words.ts'

/*
 * The vocabulary: every word that was ever in a document, once. A pattern is expanded to the words that match it, which
 * the index then looks up. Words with hyphens, which are several words for the index, are in a table of their own:
 * lenient searches of `wifi` look up that it is also written `wi-fi` (`compounds.ts`). The vocabulary only grows; a
 * word that no document contains does no harm.
 */

/**
 * Maximum length of a word in the vocabulary, in characters. Longer words are parts of encoded files; the vocabulary has only
 * their beginning, so prefixes find them, but patterns do not.
 */
export const MAX_WORD_LENGTH = 100

/** Collects words of a document that are not yet known. */
export function collectWords(into: Set<string>, known: ReadonlySet<string>, words: readonly string[]): void {
  for (const text of words) {
    const word = text.length <= MAX_WORD_LENGTH ? text : Array.from(text).slice(0, MAX_WORD_LENGTH).join('')
    if (!known.has(word)) into.add(word)
  }
}

const hasHyphen = (word: string): boolean => word.includes('-')

/** Adds words to the vocabulary in steps, between which other requests are served. */
export async function addWords(db: Connection, words: ReadonlySet<string>): Promise<void> {
  if (words.size === 0) return
  let isFirst = true
  for (const batch of inSteps(words)) {
    if (!isFirst) await nextTurn()
    isFirst = false
    await db.dialect.addWords(
      db,
      batch.filter((word) => !hasHyphen(word)),
    )
    await addCompounds(db, batch.filter(hasHyphen))
  }
}

/** Adds words with hyphens. They are sorted, so that two transactions with the same words do not deadlock. */
async function addCompounds(db: Connection, compounds: readonly string[]): Promise<void> {
  if (compounds.length === 0) return
  const rows = compounds.toSorted().map((written) => ({ joined: joinCompound(written), written }))
  const insert = dynamic(db).insertInto('search_compounds').values(rows)
  await request(db, insert.onConflict((on) => on.doNothing()).compile())
}

/** The number of letters that are added in one step, which takes tens of milliseconds. */
const STEP = 8000

function* inSteps(words: ReadonlySet<string>): Generator<string[]> {
  let batch: string[] = []
  let letters = 0
  for (const word of words) {
    batch.push(word)
    letters += word.length
    if (letters < STEP) continue
    yield batch
    batch = []
    letters = 0
  }
  if (batch.length > 0) yield batch
}
