import { SearchError } from './error.ts'
import { MAX_LENGTH } from './limits.ts'
import type { Value } from './tree.ts'
import { readValue } from './value.ts'
import { isSpace, refuseSuffix, peekWord, URL_START, type Cursor } from './cursor.ts'

/** A token with the column of its first character. Operators keep their text for messages. */
export type Token =
  | { kind: 'and' | 'or' | 'not' | 'plus' | 'open' | 'close'; text: string; at: number }
  | { kind: 'field'; path: string; at: number }
  | { kind: 'value'; value: Value; at: number }
  | { kind: 'all' | 'end'; at: number }

/**
 * Splits a query into tokens, from left to right and lazily, so that the first error is the one reported. A field is always
 * followed by a value or by `(`; the last token is `end`.
 *
 * @throws SearchError for text that is not a token.
 */
export function* lex(text: string): Generator<Token, void> {
  const cursor: Cursor = { chars: characters(text), index: 0 }
  for (;;) {
    while (isSpace(cursor.chars[cursor.index])) cursor.index += 1
    const char = cursor.chars[cursor.index]
    if (char === undefined) break
    const sign = SIGNS.get(char)
    if (sign === undefined) yield* readClause(cursor)
    else yield readSign(cursor, sign, char)
  }
  yield { kind: 'end', at: cursor.index + 1 }
}

/** Returns true if a word that begins like this is read as a field or rejected as an invalid one. */
export function looksLikeField(letters: string): boolean {
  return !isAddress(letters) && FIELD_LIKE.test(letters)
}

/** The path of a field: names joined by dots, as in `customer.organization.name`. */
export const FIELD_PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/

/**
 * The beginning of a field, or of an invalid one (`customer.*:`, `e-mail:`, `größe:`). Invalid fields are rejected, because
 * as words they would match nothing.
 */
const FIELD_LIKE = /^[\p{L}_.*?][\p{L}\p{M}\p{N}_.*?-]*:/u

/** An address that is read as a word, like a web address, although it begins like a field. */
const MAILTO = /^mailto:/i

const SIGNS: ReadonlyMap<string, 'open' | 'close' | 'not' | 'plus'> = new Map([
  ['(', 'open'],
  [')', 'close'],
  ['-', 'not'],
  ['!', 'not'],
  ['+', 'plus'],
])

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
])

/** Operators of other languages. As words they would be ignored, because they have no letters. */
const FOREIGN_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['&&', 'AND'],
  ['||', 'OR'],
])

/** Returns the query as code points, so that `index + 1` is the column. Rejects text that databases cannot store. */
function characters(text: string): string[] {
  if (text.length > MAX_LENGTH) throw new SearchError(MAX_LENGTH + 1, 'length', { limit: MAX_LENGTH })
  const chars = Array.from(text)
  const nul = chars.indexOf('\0')
  if (nul >= 0) throw new SearchError(nul + 1, 'nul')
  if (text.isWellFormed()) return chars
  const half = chars.findIndex((char) => !char.isWellFormed())
  throw new SearchError(half + 1, 'unicode')
}

function readSign(cursor: Cursor, kind: 'open' | 'close' | 'not' | 'plus', text: string): Token {
  const at = cursor.index + 1
  cursor.index += 1
  const next = cursor.chars[cursor.index]
  const isPrefix = kind === 'not' || kind === 'plus'
  // A lone dash is more often punctuation than a negation: reject it instead of guessing.
  if (isPrefix && (next === undefined || isSpace(next))) {
    throw new SearchError(at, 'term_right_after', { text })
  }
  if (kind === 'close') refuseSuffix(cursor)
  return { kind, text, at }
}

function* readClause(cursor: Cursor): Generator<Token, void> {
  const at = cursor.index + 1
  const word = peekWord(cursor)
  const operator = OPERATORS.get(word)
  const translated = FOREIGN_OPERATORS.get(word)
  if (translated !== undefined) throw new SearchError(at, 'operator', { right: translated, text: word })
  if (operator !== undefined) {
    cursor.index += word.length
    yield { kind: operator, text: word, at }
  } else if (word === '*:*') {
    cursor.index += word.length
    yield { kind: 'all', at }
  } else {
    const path = fieldPath(word, at)
    if (path !== null) {
      cursor.index += path.length + 1
      yield { kind: 'field', path, at }
      if (cursor.chars[cursor.index] === '(') return
    }
    const valueAt = cursor.index + 1
    yield { kind: 'value', value: readValue(cursor, path, at), at: valueAt }
  }
}

/** Returns the field at the beginning of a clause; null if it begins with its value. */
function fieldPath(word: string, at: number): string | null {
  if (!looksLikeField(word)) return null
  const path = word.slice(0, word.indexOf(':'))
  if (FIELD_PATH.test(path)) return path
  throw new SearchError(at, 'field_path', { text: path })
}

/** Returns true for `https://a.example`, and false for `web:https://a.example`, which begins with a field. */
function isAddress(letters: string): boolean {
  return URL_START.test(letters) || MAILTO.test(letters)
}
