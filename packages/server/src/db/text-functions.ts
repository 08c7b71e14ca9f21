import type { DatabaseSync } from 'node:sqlite'
import { hasWords, type WordPatterns } from '../text/match-words.ts'
import { fold } from '../text/words.ts'

/**
 * Adds the SQL functions that the dialect calls: `folded` for `like`, a text without accents, in lower case;
 * `has_words` for `hasWords`; and `digits`.
 */
export function addTextFunctions(db: DatabaseSync): void {
  db.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text))
  db.function('digits', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.replaceAll(/[^0-9]/g, '') : text,
  )
  let cached = { json: '[]', words: [] as WordPatterns }
  db.function('has_words', { deterministic: true }, (text, json, prefix) => {
    if (typeof text !== 'string') return 0
    if (cached.json !== json) cached = { json: String(json), words: JSON.parse(String(json)) as WordPatterns }
    return hasWords(text, cached.words, prefix === 1) ? 1 : 0
  })
}
