import { SearchError, quoted } from './error.ts'
import { MAX_LENGTH } from './limits.ts'
import type { Value } from './tree.ts'
import { isSpace, readValue, refuseSuffix, run, URL } from './value.ts'
import type { Cursor } from './value.ts'

/** A piece of the query with the column of its first character. Operators keep their text for messages. */
export type Token =
  | { kind: 'and' | 'or' | 'not' | 'plus' | 'open' | 'close'; text: string; at: number }
  | { kind: 'field'; path: string; at: number }
  | { kind: 'value'; value: Value; at: number }
  | { kind: 'all' | 'end'; at: number }

/**
 * Cuts a query into tokens, from left to right and only as far as it is asked, so that the first error is the one
 * reported. A field is always followed by a value or by `(`; the last token is `end`.
 *
 * @throws SearchError for text that is no token.
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

/** Whether a word that begins like this, as it is written, would be read as a field or refused as none. */
export function looksLikeField(letters: string): boolean {
  return !isAddress(letters) && FIELD_LIKE.test(letters)
}

/** What a field is called: names joined by dots, as in `customer.organization.name`. */
export const FIELD_PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/

/** Begins as a field, or as what was meant to be one (`customer.*:`, `e-mail:`, `größe:`): a word would find nothing. */
const FIELD_LIKE = /^[\p{L}_.*?][\p{L}\p{M}\p{N}_.*?-]*:/u

/** Like a web address, this is searched as a word though it begins as a field does. */
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

/** Operators of other languages: as words they would be ignored, for they have no letters to search for. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['&&', 'AND'],
  ['||', 'OR'],
])

/** The query as characters, so that an index is a column; refuses what no index and no database can hold. */
function characters(text: string): string[] {
  if (text.length > MAX_LENGTH) throw new SearchError(MAX_LENGTH + 1, `at most ${MAX_LENGTH} characters`)
  const chars = Array.from(text)
  const nul = chars.indexOf('\0')
  if (nul >= 0) throw new SearchError(nul + 1, 'text without NUL characters')
  if (text.isWellFormed()) return chars
  const half = chars.findIndex((char) => !char.isWellFormed())
  throw new SearchError(half + 1, 'well-formed Unicode, not half of a surrogate pair')
}

function readSign(cursor: Cursor, kind: 'open' | 'close' | 'not' | 'plus', text: string): Token {
  const at = cursor.index + 1
  cursor.index += 1
  const next = cursor.chars[cursor.index]
  const isPrefix = kind === 'not' || kind === 'plus'
  // A lone dash is more often punctuation than a negation of what follows: ask instead of guessing.
  if (isPrefix && (next === undefined || isSpace(next))) {
    throw new SearchError(at, `a search term right after "${text}"`)
  }
  if (kind === 'close') refuseSuffix(cursor)
  return { kind, text, at }
}

function* readClause(cursor: Cursor): Generator<Token, void> {
  const at = cursor.index + 1
  const ahead = run(cursor)
  const operator = OPERATORS.get(ahead)
  const meant = FOREIGN.get(ahead)
  if (meant !== undefined) throw new SearchError(at, `${meant} instead of "${ahead}"`)
  if (operator !== undefined) {
    cursor.index += ahead.length
    yield { kind: operator, text: ahead, at }
  } else if (ahead === '*:*') {
    cursor.index += ahead.length
    yield { kind: 'all', at }
  } else {
    const path = fieldPath(ahead, at)
    if (path !== null) {
      cursor.index += path.length + 1
      yield { kind: 'field', path, at }
      if (cursor.chars[cursor.index] === '(') return
    }
    const valueAt = cursor.index + 1
    yield { kind: 'value', value: readValue(cursor, path, at), at: valueAt }
  }
}

/** The field a clause begins with, null when it begins with its value. */
function fieldPath(ahead: string, at: number): string | null {
  if (!looksLikeField(ahead)) return null
  const path = ahead.slice(0, ahead.indexOf(':'))
  if (FIELD_PATH.test(path)) return path
  const right = 'a field such as customer.fullname before ":"'
  throw new SearchError(at, `${right}, not ${quoted(path)} (for a colon in a word write "\\:")`)
}

/** `web:https://a.example` is a field with an address, `https://a.example` an address. */
function isAddress(letters: string): boolean {
  return URL.test(letters) || MAILTO.test(letters)
}
