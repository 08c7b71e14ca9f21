import { type Cursor, isSpace, peekWord, URL_START } from '../cursor.ts'
import { SearchError } from '../error.ts'
import { FIELD_PATH, looksLikeField } from '../lex.ts'
import { unknownNameError } from '../names.ts'
import type { Value } from '../tree.ts'
import { readValue } from '../value.ts'
import type { Mistakes } from './mistakes.ts'
import { hasWord, type ValueToken, valueTokens } from './value-tokens.ts'
import { comparandAt, isSentence } from './operators.ts'
import {
  findFieldPath,
  isSubjectPrefix,
  takesTime,
  mayBeField,
  type Names,
  takesChoices,
  unknownField,
} from './names.ts'
import { referenceAt } from './references.ts'
import { timeOfSeveralWordsAt } from './times.ts'

/** A token with the column of its first character. */
export type Token =
  | { kind: 'and' | 'or' | 'not' | 'open' | 'close'; text: string; at: number }
  /** A field before a parenthesis. The values inside have it as their field. */
  | { kind: 'field'; at: number }
  | ValueToken

/** A query that is being read, and the mistakes in it. */
export interface LexerInput {
  readonly cursor: Cursor
  readonly names: Names
  readonly mistakes: Mistakes
}

/** The path of a field and its column. The path is null for a value without a field. */
interface Field {
  readonly path: string | null
  readonly at: number
}

interface Lexer extends LexerInput {
  /** True if the query is a sentence, in which `or` in small letters is no operator: `No such file or directory`. */
  readonly isSentence: boolean
  /** The field of each open parenthesis; undefined if it has none. */
  readonly groups: (Field | undefined)[]
}

/** Splits a query into tokens. Text that is not a token is read as a word; symbols without a meaning are ignored. */
export function* lexLeniently(input: LexerInput): Generator<Token, void> {
  const lexer: Lexer = { ...input, isSentence: isSentence(input.cursor.chars.join('')), groups: [] }
  const { cursor, groups } = lexer
  const start = cursor.chars.findIndex((char) => !isSpace(char))
  for (;;) {
    while (isSpace(cursor.chars[cursor.index])) cursor.index += 1
    const at = cursor.index + 1
    const char = cursor.chars[cursor.index]
    if (char === undefined) return
    const reference = referenceAt(lookAhead(cursor), cursor.index === start)
    const sign = signs.get(char)
    if (reference) {
      cursor.index += Array.from(reference.text).length
      yield { kind: 'value', field: reference.field, value: { kind: 'phrase', text: reference.text }, at, valueAt: at }
    } else if (sign === undefined) yield* lexClause(lexer, at)
    else if (sign === 'open' || sign === 'close') {
      cursor.index += 1
      if (sign === 'open') groups.push(groups.at(-1))
      else groups.pop()
      yield { kind: sign, text: char, at }
    } else if (isBeforeTerm(cursor)) {
      cursor.index += 1
      if (sign === 'not') yield { kind: 'not', text: char, at }
    } else cursor.index += Math.max(1, Array.from(peekWord(cursor)).length)
  }
}

const signs: ReadonlyMap<string, 'open' | 'close' | 'not' | 'plus'> = new Map([
  ['(', 'open'],
  [')', 'close'],
  ['-', 'not'],
  ['!', 'not'],
  ['+', 'plus'],
])

/** Operators of the strict language and of others. In small letters, `not` is a word: `printer not working`. */
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

/** Number of characters within which references, operators and times of several words are recognized. */
const MAX_LOOKAHEAD = 60

const lookAhead = ({ chars, index }: Cursor): string => chars.slice(index, index + MAX_LOOKAHEAD).join('')

/** Returns true if the sign at the cursor belongs to a term right after it; otherwise it is punctuation. */
function isBeforeTerm(cursor: Cursor): boolean {
  return /^[-+!]+[^\s)]*?[\p{L}\p{N}("*]/u.test(lookAhead(cursor))
}

function* lexClause(lexer: Lexer, at: number): Generator<Token, void> {
  const { cursor, groups, names } = lexer
  const word = peekWord(cursor)
  const operator = operators.get(word)
  const comparand = comparandAt(lookAhead(cursor), names)
  if (operator !== undefined) {
    cursor.index += word.length
    if (!lexer.isSentence || word !== 'or') yield { kind: operator, text: word, at }
  } else if (word === '*:*') {
    cursor.index += word.length
    yield { kind: 'value', field: null, value: everything, at, valueAt: at }
  } else if (comparand) {
    if (comparand.isExcluded) yield { kind: 'not', text: '!', at }
    yield* lexFieldClause(lexer, comparand.written, at, comparand.length)
  } else if (!looksLikeField(word)) yield* lexBareValue(lexer, groups.at(-1) ?? { path: null, at })
  else yield* lexFieldClause(lexer, word.slice(0, word.indexOf(':')), at)
}

const everything: Value = { kind: 'wildcard', parts: [{ kind: 'run' }] }

/** Reads a field with its value, or a word if they are not valid. @param length number of characters before the value. */
function* lexFieldClause(
  lexer: Lexer,
  written: string,
  at: number,
  length = Array.from(written).length + 1,
): Generator<Token, void> {
  const { cursor, names, mistakes } = lexer
  const start = cursor.index
  cursor.index += length
  const valueAt = cursor.index + 1
  while (isSpace(cursor.chars[cursor.index])) cursor.index += 1
  const next = cursor.chars[cursor.index]
  const isPresence = written === '_exists_' || written === '_missing_'
  const path = isPresence ? written : findFieldPath(written, names)
  // After a space, an operator is not the value of the field: `title: OR printer`.
  const isMissing = next === undefined || next === ')' || (cursor.index >= valueAt && operators.has(peekWord(cursor)))
  if (path === undefined && isSubjectPrefix(written) && !isMissing) return
  if (path === undefined) {
    if (mayBeField(written, names)) mistakes.add(() => unknownNameError(unknownField(written, at, names)))
  } else if (isMissing) mistakes.add(() => new SearchError(at, 'value_after', { text: `${written}:` }))
  else if (next === '(' && !isPresence) {
    yield* lexGroup(lexer, { path, at })
    return
  } else {
    // `status:-open` excludes the value; `total:-5` is a negative number.
    const isExcluded = /^[-!]$/.test(next) && !/[\d\s]/.test(cursor.chars[cursor.index + 1] ?? ' ')
    if (isExcluded) yield { kind: 'not', text: next, at: cursor.index + 1 }
    if (isExcluded) cursor.index += 1
    const values = [...(isPresence ? lexPresence(lexer, written, at) : lexValue(lexer, { path, at }))]
    if (values.length > 0) {
      yield* values
      return
    }
  }
  cursor.index = start
  yield* lexWord(lexer, { path: null, at })
}

function* lexGroup({ cursor, groups }: Lexer, field: Field): Generator<Token, void> {
  yield { kind: 'field', at: field.at }
  cursor.index += 1
  groups.push(field)
  yield { kind: 'open', text: '(', at: cursor.index }
}

/** Reads a value with the field right before it. Text that is not a value is read as a word. */
function* lexValue(lexer: Lexer, field: Field): Generator<Token, void> {
  const { cursor, names, mistakes } = lexer
  const start = cursor.index
  const time = takesTime(field.path ?? '', names) ? timeOfSeveralWordsAt(lookAhead(cursor)) : undefined
  const call = FUNCTION_CALL.exec(lookAhead(cursor))?.[0]
  const text = time ?? call ?? wordBeforeQuestionMark(peekWord(cursor))
  if (text !== undefined) {
    cursor.index += Array.from(time ?? call ?? peekWord(cursor)).length
    const value: Value = { kind: time === undefined ? 'word' : 'phrase', text }
    if (hasWord(text)) yield* valueTokens(lexer, { ...field, value, valueAt: start + 1 })
    return
  }
  try {
    yield* valueTokens(lexer, { ...field, value: readValue(cursor, field.path, field.at), valueAt: start + 1 })
  } catch (failure) {
    if (!(failure instanceof SearchError)) throw failure
    cursor.index = start
    if (isMistake(cursor)) mistakes.add(() => failure)
    yield* lexWord(lexer, field)
  }
}

/** A function of another language: `assignee = currentUser()`. */
const FUNCTION_CALL = /^\p{L}+\(\)(?=[\s)]|$)/u

/**
 * Reads a value without a field right before it. Symbols that stand alone are ignored.
 * @param field the field of the enclosing parentheses.
 */
function* lexBareValue(lexer: Lexer, field: Field): Generator<Token, void> {
  const { cursor, mistakes } = lexer
  const start = cursor.index
  const word = wordBeforeQuestionMark(peekWord(cursor))
  if (word !== undefined) {
    cursor.index += Array.from(peekWord(cursor)).length
    if (hasWord(word)) yield* valueTokens(lexer, { ...field, value: { kind: 'word', text: word }, valueAt: start + 1 })
    return
  }
  try {
    const value = readValue(cursor, null, field.at)
    if (isMeaningless(value)) return
    if (field.path === null && (value.kind === 'range' || value.kind === 'comparison'))
      throw new SearchError(start + 1, 'field_before_range')
    yield* valueTokens(lexer, { ...field, value, valueAt: start + 1 })
    // Values in a list are alternatives: `state IN (new, open)`.
    const isListed = value.kind === 'word' && value.text.endsWith(',') && takesChoices(field.path ?? '')
    if (isListed) yield { kind: 'or', text: ',', at: cursor.index }
  } catch (failure) {
    if (!(failure instanceof SearchError)) throw failure
    cursor.index = start
    // A name in brackets, as in the subjects of mailing lists, is not an incomplete range.
    const isName =
      field.path === null && /^\[[^\]]*\]/u.test(lookAhead(cursor)) && failure.code !== 'field_before_range'
    if (!isName && isMistake(cursor)) mistakes.add(() => failure)
    yield* lexWord(lexer, field)
  }
}

/** Returns true if a notice should say that the text at the cursor is not a value. Signs and paths need none. */
function isMistake(cursor: Cursor): boolean {
  const word = peekWord(cursor)
  return cursor.chars[cursor.index] === '"' || (hasWord(word) && !PATH.test(word))
}

/** The path of a file, such as `/dev/lp0`: it begins like a regular expression, but has no operators of one. */
const PATH = /^\/[^*+?^$|[\]{}\\]*$/u

/** Returns true for symbols without letters or digits, such as a single `?`. */
const isMeaningless = (value: Value): boolean =>
  value.kind === 'wildcard'
    ? value.parts.every(({ kind }) => kind === 'one')
    : value.kind === 'word' && !hasWord(value.text)

/** Returns the word before a `?` that is punctuation: at the end, and without a wildcard before it. */
function wordBeforeQuestionMark(written: string): string | undefined {
  if (URL_START.test(written) || written.startsWith('"')) return undefined
  return /^([^?*\\]*?)[!.,;:]*\?[?!.,;:]*$/u.exec(written)?.[1]
}

function* lexPresence(input: LexerInput, written: string, at: number): Generator<Token, void> {
  const { cursor, names, mistakes } = input
  const name = peekWord(cursor)
  const path = findFieldPath(name, names)
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
function* lexWord(lexer: Lexer, { path, at }: Field): Generator<Token, void> {
  const { cursor } = lexer
  const valueAt = cursor.index + 1
  const isQuoted = cursor.chars[cursor.index] === '"'
  const end = isQuoted ? findEndOfQuote(cursor) : findEndOfWord(cursor)
  const text = cursor.chars.slice(cursor.index, end).join('')
  cursor.index = end
  const value: Value = isQuoted ? { kind: 'phrase', text: text.replaceAll('"', ' ').trim() } : { kind: 'word', text }
  if (hasWord(text)) yield* valueTokens(lexer, { path, value, at, valueAt })
}

/** Returns the position after the closing quote, or the end of the query. */
function findEndOfQuote({ chars, index }: Cursor): number {
  const close = chars.indexOf('"', index + 1)
  return close < 0 ? chars.length : close + 1
}

/** Returns the position of the next space, or of a parenthesis that closes one before the word. */
function findEndOfWord({ chars, index }: Cursor): number {
  let open = 0
  for (let end = index; ; end += 1) {
    const char = chars[end]
    if (char === undefined || isSpace(char) || (char === ')' && open === 0)) return Math.max(end, index + 1)
    if (char === '(') open += 1
    if (char === ')') open -= 1
  }
}
