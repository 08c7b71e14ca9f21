import { SearchError } from './error.ts'
import { MAX_WILDCARDS } from './limits.ts'
import type { Bound, Comparator, Part, Value } from './tree.ts'
import {
  type Cursor,
  URL_START,
  isSpace,
  peekWord,
  refuseSuffix,
  readPhrase,
  exactText,
  refuseSuffixIn,
  readLetters,
} from './cursor.ts'

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
  if ((first === '<' || first === '>') && !MESSAGE_ID.test(peekWord(cursor))) return readComparison(cursor)
  if (first === ':') throw new SearchError(cursor.index + 1, field === null ? 'field_before' : 'colon', { text: ':' })
  if (first === '/') throw regularExpression(cursor)
  if (field !== null && isPrefix(first, next)) throw misplacedPrefix(cursor, field, first)
  return readWord(cursor)
}

/** `<id@host>`, the form of message ids and addresses in mails: a word, not a comparison. */
const MESSAGE_ID = /^<[^<>=\\][^<>\\]*>$/

function missingValue(field: string | null, at: number): SearchError {
  return field === null ? new SearchError(at, 'term') : new SearchError(at, 'value_after', { text: `${field}:` })
}

function regularExpression(cursor: Cursor): SearchError {
  return new SearchError(cursor.index + 1, 'no_regular_expression')
}

/**
 * Returns true for `state:-open`, which looks like an exclusion but would find the opposite. `total:-5` and `login:-` are
 * values.
 */
function isPrefix(first: string, next: string | undefined): boolean {
  if (first === '!') return true
  if (first !== '-' && first !== '+') return false
  return next !== undefined && next !== ')' && !/[\s\d]/u.test(next)
}

function misplacedPrefix(cursor: Cursor, field: string, sign: string): SearchError {
  return new SearchError(cursor.index + 1, 'sign_before_field', { sign, text: `${sign}${field}:` })
}

/** Rejects text right after a complete value: `"a"b` is more likely a misplaced quote than two terms. */
function expectEnd(cursor: Cursor): void {
  const char = cursor.chars[cursor.index]
  if (char === undefined || char === ')' || isSpace(char)) return
  refuseSuffix(cursor)
  throw new SearchError(cursor.index + 1, 'space_before', { text: char })
}

function readRange(cursor: Cursor): Value {
  const at = cursor.index + 1
  const isFromInclusive = cursor.chars[cursor.index] === '['
  cursor.index += 1
  const from = readBound(cursor, at)
  skipSpace(cursor, at)
  const toAt = cursor.index + 1
  if (readLetters(cursor, /[\]}]/).pattern.join('') !== 'TO') {
    throw new SearchError(toAt, 'range_to')
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
  if (letters.pattern.length === 0) throw new SearchError(at, 'range_end')
  return letters.pattern.join('') === '*' ? null : { text: exactText(letters, at), at }
}

function skipSpace(cursor: Cursor, rangeAt: number): void {
  while (isSpace(cursor.chars[cursor.index])) cursor.index += 1
  if (cursor.chars[cursor.index] === undefined) throw unclosedRange(rangeAt)
}

function unclosedRange(at: number): SearchError {
  return new SearchError(at, 'range')
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
  if (/^$|^[<>=]/.test(letters.pattern.join(''))) throw new SearchError(at, 'value_after', { text: operator })
  return { kind: 'comparison', operator, text: exactText(letters, operandAt) }
}

function readWord(cursor: Cursor): Value {
  const at = cursor.index + 1
  const isUrl = URL_START.test(peekWord(cursor))
  const letters = readLetters(cursor)
  refuseSuffixIn(letters, at)
  const parts: Part[] = []
  let wildcards = 0
  letters.pattern.forEach((char, index) => {
    const last = parts.at(-1)
    if (char === '*' || (char === '?' && !isUrl)) {
      if (char === '*' && last?.kind === 'run') return
      wildcards += 1
      if (wildcards > MAX_WILDCARDS) throw new SearchError(at + index, 'wildcards', { limit: MAX_WILDCARDS })
      parts.push({ kind: char === '*' ? 'run' : 'one' })
    } else if (last?.kind === 'text') last.text += letters.text[index] ?? ''
    else parts.push({ kind: 'text', text: letters.text[index] ?? '' })
  })
  return wildcards === 0 ? { kind: 'word', text: letters.text.join('') } : { kind: 'wildcard', parts }
}
