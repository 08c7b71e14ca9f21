import { SearchError, quoted } from './error.ts'
import { MAX_WILDCARDS } from './limits.ts'
import type { Bound, Comparator, Part, Value } from './tree.ts'

/** The reading position in a query. The characters are code points, so that `index + 1` is the column. */
export interface Cursor {
  readonly chars: readonly string[]
  index: number
}

/** The suffix for fuzziness, slop or boost in Lucene: `heat~`, `heat~2`, `heat^1.5`. */
export const SUFFIX = /[~^][\d.]*$/

/** A URL, in which `?` begins the query string and is not a wildcard. */
export const URL = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Reads the value at the cursor and moves the cursor past it.
 *
 * @param field the field right before the value; null if there is none
 * @param at the column for the error about a missing value: that of the field
 * @throws SearchError if there is no valid value
 */
export function readValue(cursor: Cursor, field: string | null, at: number): Value {
  const first = cursor.chars[cursor.index]
  const next = cursor.chars[cursor.index + 1]
  if (first === undefined || first === ')' || isSpace(first)) throw missingValue(field, at)
  if (first === '"' || first === '[' || first === '{') {
    const value: Value = first === '"' ? { kind: 'phrase', text: readPhrase(cursor) } : readRange(cursor)
    expectEnd(cursor)
    return value
  }
  if ((first === '<' || first === '>') && !MESSAGE_ID.test(run(cursor))) return readComparison(cursor)
  if (first === ':') throw new SearchError(cursor.index + 1, field === null ? 'a field before ":"' : 'only one ":"')
  if (first === '/') throw regularExpression(cursor)
  if (field !== null && isPrefix(first, next)) throw misplacedPrefix(cursor, field, first)
  return readWord(cursor)
}

/** Returns true for white space, which ends words, and false at the end of the text. */
export function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/u.test(char)
}

/** Returns the characters up to the next space, parenthesis or quote, with escapes. */
export function run(cursor: Cursor): string {
  let end = cursor.index
  for (let char = cursor.chars[end]; char !== undefined && !/[\s()"]/u.test(char); char = cursor.chars[end]) end += 1
  return cursor.chars.slice(cursor.index, end).join('')
}

/** Rejects `~` and `^` right after a complete value or group. */
export function refuseSuffix(cursor: Cursor): void {
  const sign = cursor.chars[cursor.index]
  if (sign === '~' || sign === '^') throw unsupportedSuffix(cursor.index + 1, sign)
}

/** `<id@host>`, the form of message ids and addresses in mails: a word, not a comparison. */
const MESSAGE_ID = /^<[^<>=\\][^<>\\]*>$/

function missingValue(field: string | null, at: number): SearchError {
  return new SearchError(at, field === null ? 'a search term' : `a value after ${quoted(`${field}:`)}`)
}

function unsupportedSuffix(at: number, sign: string): SearchError {
  return new SearchError(
    at,
    `no "${sign}" (fuzzy search and boosts are not supported; for the character write "\\${sign}")`,
  )
}

function regularExpression(cursor: Cursor): SearchError {
  return new SearchError(
    cursor.index + 1,
    'a word or a phrase, not a regular expression (for a slash at the beginning write "\\/")',
  )
}

/** Returns true for `state:-open`, which looks like an exclusion but would find the opposite. `total:-5` and `login:-` are values. */
function isPrefix(first: string, next: string | undefined): boolean {
  if (first === '!') return true
  if (first !== '-' && first !== '+') return false
  return next !== undefined && next !== ')' && !/[\s\d]/u.test(next)
}

function misplacedPrefix(cursor: Cursor, field: string, sign: string): SearchError {
  const right = quoted(`${sign}${field}:`)
  return new SearchError(
    cursor.index + 1,
    `"${sign}" before the field, as in ${right} (in the value write "\\${sign}")`,
  )
}

function readPhrase(cursor: Cursor): string {
  const at = cursor.index + 1
  let text = ''
  cursor.index += 1
  for (;;) {
    const char = cursor.chars[cursor.index]
    if (char === undefined) throw new SearchError(at, 'a closing quote for this one')
    cursor.index += 1
    if (char === '"') break
    text += char === '\\' ? readEscaped(cursor) : char
  }
  if (text.trim() === '') throw new SearchError(at, 'text between the quotes (for an empty field: _missing_:field)')
  return text
}

/** Reads the character after a backslash; the cursor is past the backslash. */
function readEscaped(cursor: Cursor): string {
  const char = cursor.chars[cursor.index]
  // Before a letter the backslash would be dropped silently, as in DOMAIN\user.
  if (char === undefined || /[\p{L}\p{N}]/u.test(char)) {
    throw new SearchError(cursor.index, 'a special character after "\\" (for a backslash write "\\\\")')
  }
  cursor.index += 1
  return char
}

/** Rejects text right after a complete value: `"a"b` is more likely a misplaced quote than two terms. */
function expectEnd(cursor: Cursor): void {
  const char = cursor.chars[cursor.index]
  if (char === undefined || char === ')' || isSpace(char)) return
  refuseSuffix(cursor)
  throw new SearchError(cursor.index + 1, `a space before ${quoted(char)}`)
}

function readRange(cursor: Cursor): Value {
  const at = cursor.index + 1
  const isFromInclusive = cursor.chars[cursor.index] === '['
  cursor.index += 1
  const from = readBound(cursor, at)
  skipSpace(cursor, at)
  const toAt = cursor.index + 1
  if (readLetters(cursor, /[\]}]/).pattern.join('') !== 'TO') {
    throw new SearchError(toAt, 'TO between the two ends of the range')
  }
  const to = readBound(cursor, at)
  skipSpace(cursor, at)
  const close = cursor.chars[cursor.index]
  if (close !== ']' && close !== '}') throw unclosedRange(at)
  cursor.index += 1
  return {
    kind: 'range',
    from: from && { ...from, inclusive: isFromInclusive },
    to: to && { ...to, inclusive: close === ']' },
  }
}

/** Reads one end of a range; null if it is open. */
function readBound(cursor: Cursor, rangeAt: number): Omit<Bound, 'inclusive'> | null {
  skipSpace(cursor, rangeAt)
  const at = cursor.index + 1
  if (cursor.chars[cursor.index] === '"') return { text: readPhrase(cursor), at }
  const letters = readLetters(cursor, /[\]}]/)
  if (letters.pattern.length === 0) throw new SearchError(at, 'a value or "*" at each end of the range')
  return letters.pattern.join('') === '*' ? null : { text: exactText(letters, at), at }
}

function skipSpace(cursor: Cursor, rangeAt: number): void {
  while (isSpace(cursor.chars[cursor.index])) cursor.index += 1
  if (cursor.chars[cursor.index] === undefined) throw unclosedRange(rangeAt)
}

function unclosedRange(at: number): SearchError {
  return new SearchError(at, 'a range such as [1 TO 5] or [1 TO *}, closed by "]" or "}"')
}

function readComparison(cursor: Cursor): Value {
  const at = cursor.index + 1
  const sign = cursor.chars[cursor.index] === '>' ? '>' : '<'
  const operator: Comparator = cursor.chars[cursor.index + 1] === '=' ? `${sign}=` : sign
  cursor.index += operator.length
  const operandAt = cursor.index + 1
  if (cursor.chars[cursor.index] === '"') {
    const text = readPhrase(cursor)
    expectEnd(cursor)
    return { kind: 'comparison', operator, text }
  }
  const letters = readLetters(cursor)
  if (/^$|^[<>=]/.test(letters.pattern.join(''))) throw new SearchError(at, `a value after "${operator}"`)
  return { kind: 'comparison', operator, text: exactText(letters, operandAt) }
}

/** Returns the text of a value in a comparison or range, which has no wildcards. */
function exactText(letters: Letters, at: number): string {
  const wildcard = letters.pattern.findIndex((char) => char === '*' || char === '?')
  if (wildcard >= 0) throw new SearchError(at + wildcard, 'a value without wildcards')
  refuseSuffixIn(letters, at)
  return letters.text.join('')
}

function refuseSuffixIn(letters: Letters, at: number): void {
  const suffix = SUFFIX.exec(letters.pattern.join(''))?.[0]
  if (suffix !== undefined) throw unsupportedSuffix(at + letters.pattern.length - suffix.length, suffix.slice(0, 1))
}

function readWord(cursor: Cursor): Value {
  const at = cursor.index + 1
  const isUrl = URL.test(run(cursor))
  const letters = readLetters(cursor)
  refuseSuffixIn(letters, at)
  const parts: Part[] = []
  let wildcards = 0
  letters.pattern.forEach((char, index) => {
    const last = parts.at(-1)
    if (char === '*' || (char === '?' && !isUrl)) {
      if (char === '*' && last?.kind === 'run') return
      wildcards += 1
      if (wildcards > MAX_WILDCARDS) throw new SearchError(at + index, `at most ${MAX_WILDCARDS} wildcards in a term`)
      parts.push({ kind: char === '*' ? 'run' : 'one' })
    } else if (last?.kind === 'text') last.text += letters.text[index] ?? ''
    else parts.push({ kind: 'text', text: letters.text[index] ?? '' })
  })
  return wildcards === 0 ? { kind: 'word', text: letters.text.join('') } : { kind: 'wildcard', parts }
}

/** The characters of a word, and in `pattern` the same with NUL for each escaped one: special characters there are operators. */
interface Letters {
  text: string[]
  pattern: string[]
}

function readLetters(cursor: Cursor, stop?: RegExp): Letters {
  const letters: Letters = { text: [], pattern: [] }
  if (/^\\(?:AND|OR|NOT)$/.test(run(cursor))) {
    cursor.index += 1
    letters.pattern.push('\0')
  }
  for (;;) {
    const char = cursor.chars[cursor.index]
    if (char === undefined || char === ')' || isSpace(char) || stop?.test(char)) return letters
    if (char === '(' || char === '"') {
      throw new SearchError(cursor.index + 1, `a space before ${quoted(char)} (for the character write "\\${char}")`)
    }
    cursor.index += 1
    letters.text.push(char === '\\' ? readEscaped(cursor) : char)
    letters.pattern.push(char === '\\' ? '\0' : char)
  }
}
