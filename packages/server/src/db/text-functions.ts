import type { DatabaseSync } from 'node:sqlite'
import { fold } from '../text/words.ts'

/** Adds the SQL function `folded`, which `like` of the dialect calls: a text without accents, in lower case. */
export const addFoldFunction = (db: DatabaseSync): void =>
  db.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text))
