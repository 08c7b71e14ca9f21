import { type Cursor, isSpace, run, URL } from '../cursor.ts'
import { SearchError } from '../error.ts'
import { FIELD_PATH, looksLikeField } from '../lex.ts'
import { unknownNameError } from '../names.ts'
import type { Value } from '../tree.ts'
import { readValue } from '../value.ts'
import type { Mistakes } from './mistakes.ts'
import { conditionWords, fieldMeant, isTime, type Names, timeWords, unknownField } from './names.ts'
import { referenceAt } from './references.ts'
import { momentMeant, timeMeant } from './times.ts'

/** A token with the column of its first character. */
export type Token =
  | { kind: 'and' | 'or' | 'not' | 'open' | 'close'; text: string; at: number }
  /** A field before a parenthesis. */
  | { kind: 'field'; path: string; at: number }
  | { kind: 'value'; field: string | null; value: Value; at: number; valueAt: number }

/** The tokens of a query, and the mistakes in it. */
export interface Reading {
  readonly cursor: Cursor
  readonly names: Names
  readonly mistakes: Mistakes
}

/** Splits a query into tokens. Whatever is no token is a word, and signs without a meaning are left out. */
export function* lexLeniently(reading: Reading): Generator<Token, void> {
  const { cursor } = reading
  for (;;) {
    while (isSpace(cursor.chars[cursor.index])) cursor.index += 1
    const at = cursor.index + 1
    const char = cursor.chars[cursor.index]
    if (char === undefined) return
    const reference = referenceAt(rest(cursor))
    const sign = signs.get(char)
    if (reference) {
      cursor.index += Array.from(reference.text).length
      yield { kind: 'value', field: reference.field, value: { kind: 'phrase', text: reference.text }, at, valueAt: at }
    } else if (sign === undefined) yield* clause(reading, at)
    else if (sign === 'open' || sign === 'close') {
      cursor.index += 1
      yield { kind: sign, text: char, at }
    } else if (isBeforeTerm(cursor)) {
      cursor.index += 1
      if (sign === 'not') yield { kind: 'not', text: char, at }
    } else cursor.index += Math.max(1, Array.from(run(cursor)).length)
  }
}

const signs: ReadonlyMap<string, 'open' | 'close' | 'not' | 'plus'> = new Map([
  ['(', 'open'],
  [')', 'close'],
  ['-', 'not'],
  ['!', 'not'],
  ['+', 'plus'],
])

/** Operators in the spellings of other languages. `not` in small letters is a word: `printer not working`. */
const operators: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['and', 'and'],
  ['And', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['or', 'or'],
  ['Or', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
])

const rest = (cursor: Cursor): string => cursor.chars.slice(cursor.index, cursor.index + 60).join('')

/** Returns true if the sign at the cursor belongs to a term right after it; otherwise it is punctuation. */
function isBeforeTerm({ chars, index }: Cursor): boolean {
  const text = chars.slice(index, index + 60).join('')
  return /^[-+!]+[^\s)]*?[\p{L}\p{N}("*]/u.test(text)
}

function* clause(reading: Reading, at: number): Generator<Token, void> {
  const { cursor } = reading
  const ahead = run(cursor)
  const operator = operators.get(ahead)
  if (operator !== undefined) {
    cursor.index += ahead.length
    yield { kind: operator, text: ahead, at }
  } else if (ahead === '*:*') {
    cursor.index += ahead.length
    yield { kind: 'value', field: null, value: everything, at, valueAt: at }
  } else if (!looksLikeField(ahead)) yield* valueOf(reading, null, at)
  else yield* fieldClause(reading, ahead.slice(0, ahead.indexOf(':')), at)
}

const everything: Value = { kind: 'wildcard', parts: [{ kind: 'run' }] }

function* fieldClause(reading: Reading, written: string, at: number): Generator<Token, void> {
  const { cursor, names, mistakes } = reading
  const begin = cursor.index
  cursor.index += Array.from(written).length + 1
  const valueAt = cursor.index + 1
  while (isSpace(cursor.chars[cursor.index])) cursor.index += 1
  const next = cursor.chars[cursor.index]
  const isPresence = written === '_exists_' || written === '_missing_'
  const path = isPresence ? written : fieldMeant(written, names)
  const isMissing = next === undefined || next === ')' || (cursor.index >= valueAt && operators.has(run(cursor)))
  if (path === undefined) {
    mistakes.add(() => unknownNameError(unknownField(written, at, names)))
  } else if (isMissing) mistakes.add(() => new SearchError(at, 'value_after', { text: `${written}:` }))
  else if (next === '(' && !isPresence && !Object.hasOwn(timeWords, path) && !Object.hasOwn(conditionWords, path)) {
    yield { kind: 'field', path, at }
    return
  } else {
    const isExcluded = /^[-!]$/.test(next) && !/[\d\s]/.test(cursor.chars[cursor.index + 1] ?? ' ')
    if (isExcluded) yield { kind: 'not', text: next, at: cursor.index + 1 }
    if (isExcluded) cursor.index += 1
    const values = [...(isPresence ? presenceOf(reading, written, at) : valueOf(reading, path, at))]
    if (values.length > 0) {
      yield* values
      return
    }
  }
  cursor.index = begin
  yield* wordOf(reading, null, at)
}

/** Reads a value; text that is no value is a word, and so is the value of a field that cannot have it. */
function* valueOf(reading: Reading, path: string | null, at: number): Generator<Token, void> {
  const { cursor, mistakes } = reading
  const begin = cursor.index
  const word = wordBeforeQuestionMark(run(cursor))
  if (word !== undefined) {
    cursor.index += Array.from(run(cursor)).length
    if (hasWord(word)) yield* meant(reading, path, { kind: 'word', text: word }, at, begin + 1)
    return
  }
  try {
    const value = readValue(cursor, path, at)
    const isMeaningless = 'text' in value && value.kind === 'word' && path === null && !hasWord(value.text)
    if (path === null && (value.kind === 'range' || value.kind === 'comparison')) {
      throw new SearchError(begin + 1, 'field_before_range')
    }
    if (!isMeaningless && !(path === null && isSingle(value))) yield* meant(reading, path, value, at, begin + 1)
  } catch (failure) {
    if (!(failure instanceof SearchError)) throw failure
    cursor.index = begin
    if (hasWord(run(cursor)) || cursor.chars[begin] === '"') mistakes.add(() => failure)
    yield* wordOf(reading, path, at)
  }
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** A `?` alone is punctuation. */
const isSingle = (value: Value): boolean => value.kind === 'wildcard' && value.parts.every(({ kind }) => kind === 'one')

/** Returns the word before a `?` that is punctuation: at the end, and without a wildcard before it. */
function wordBeforeQuestionMark(written: string): string | undefined {
  if (URL.test(written) || written.startsWith('"')) return undefined
  return /^([^?*\\]*?)[!.,;:]*\?[?!.,;:]*$/u.exec(written)?.[1]
}

/** Yields a value with what a field makes of it. */
function* meant(
  { names, mistakes }: Reading,
  path: string | null,
  value: Value,
  at: number,
  valueAt: number,
): Generator<Token, void> {
  if (path === null) yield { kind: 'value', field: null, value, at: valueAt, valueAt }
  else if (path in timeWords) {
    const text = 'text' in value ? value.text : ''
    const operator = timeWords[path as keyof typeof timeWords]
    yield {
      kind: 'value',
      field: 'created_at',
      value: { kind: 'comparison', operator, text: momentMeant(text) },
      at,
      valueAt,
    }
  } else if (path in conditionWords) {
    const text = 'text' in value ? value.text.toLowerCase() : ''
    const known: readonly string[] = conditionWords[path as keyof typeof conditionWords]
    if (known.includes(text)) yield { kind: 'value', field: path, value: { kind: 'word', text }, at, valueAt }
    else mistakes.add(() => new SearchError(valueAt, 'choice', { text: path }, { nearest: known }))
  } else yield { kind: 'value', field: path, value: isTime(path, names) ? timeMeant(value) : value, at, valueAt }
}

function* presenceOf(reading: Reading, written: string, at: number): Generator<Token, void> {
  const { cursor, names, mistakes } = reading
  const name = run(cursor)
  const path = fieldMeant(name, names)
  if (path !== undefined) {
    const value: Value = { kind: written === '_exists_' ? 'exists' : 'missing' }
    const valueAt = cursor.index + 1
    cursor.index += Array.from(name).length
    yield { kind: 'value', field: path, value, at: valueAt, valueAt }
  } else {
    mistakes.add(() =>
      FIELD_PATH.test(name)
        ? unknownNameError(unknownField(name, cursor.index + 1, names))
        : new SearchError(at, 'presence', { text: written }),
    )
  }
}

/** Reads the text up to the next space as a word, or the text of an unclosed quote as a phrase. */
function* wordOf({ cursor }: Reading, path: string | null, at: number): Generator<Token, void> {
  const valueAt = cursor.index + 1
  const isQuoted = cursor.chars[cursor.index] === '"'
  const end = isQuoted ? endOfQuote(cursor) : endOfWord(cursor)
  const text = cursor.chars.slice(cursor.index, end).join('')
  cursor.index = end
  const value: Value = isQuoted ? { kind: 'phrase', text: text.replaceAll('"', ' ').trim() } : { kind: 'word', text }
  if (hasWord(text)) yield { kind: 'value', field: path, value, at: path === null ? valueAt : at, valueAt }
}

/** The place after the closing quote, or the end of the query. */
function endOfQuote({ chars, index }: Cursor): number {
  const close = chars.indexOf('"', index + 1)
  return close < 0 ? chars.length : close + 1
}

/** The place of the next space, or of a parenthesis that closes one before the word. */
function endOfWord({ chars, index }: Cursor): number {
  let open = 0
  for (let end = index; ; end += 1) {
    const char = chars[end]
    if (char === undefined || isSpace(char) || (char === ')' && open === 0)) return Math.max(end, index + 1)
    if (char === '(') open += 1
    if (char === ')') open -= 1
  }
}
