import type { DatabaseSync } from 'node:sqlite'
import { fold } from '../text/words.ts'

/** Gives a connection the function that `like` of the dialect calls: a text as words are compared. */
export const addFolded = (db: DatabaseSync): void =>
  db.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text))
