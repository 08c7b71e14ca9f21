import { escapeLike } from '../text/like.ts'
import {
  type Dates,
  type Field,
  type Part,
  type Resource,
  SearchError,
  type Term,
  type Value,
} from '@deskbell/contract'
import { canContinue, hasWord, wordsIn } from '../text/words.ts'
import { and, type Bound, type ColumnLeaf, type Edge, none, not, or, type PatternWord } from './bound.ts'
import { inCustom, wordColumns } from './custom-words.ts'
import { toIndexText } from './term-prefix.ts'
import { necessaryConditions, patternLeaf, wordsOfPattern } from './patterns.ts'
import { boundsOfSpans, boundsOfValues, daysOf, timesOf } from './ranges.ts'

/** The context in which values of a query are interpreted. */
export interface ResolveContext {
  readonly dates: Dates
  /** Returns a resource by its name, with the fields that the caller may read, custom ones included. */
  readonly resourceNamed: (name: string) => Resource
}

/** A condition that one of the columns of a document contains a word, phrase, prefix or pattern. */
export function textLeaf(term: Term, columns: readonly string[]): Bound {
  const { value } = term
  if (value.kind === 'word' || value.kind === 'phrase') return words(columns, value.text, false)
  if (value.kind !== 'wildcard') throw new SearchError(term.valueAt, 'word')
  const beginning = beginningOf(value.parts)
  // `nils@` ends a word, so the prefix `nils@*` does not match `nilsson@`.
  if (beginning !== undefined) return words(columns, beginning, canContinue(beginning))
  return patternLeaf(columns, wordsOfPattern(value.parts).words, term)
}

/** The text before the only `*` of a pattern, if that is its last character. */
function beginningOf(parts: readonly Part[]): string | undefined {
  const [first, second, third] = parts
  return first?.kind === 'text' && second?.kind === 'run' && third === undefined ? first.text : undefined
}

/** The condition that a field contains the words of a term, see `textLeaf`; the field may be a custom field. */
export const wordsOf = (name: string, field: Field, term: Term): Bound =>
  inCustom(textLeaf(term, wordColumns(name, field)), name, field)

/** A text without letters and digits has no words and matches nothing. */
const words = (columns: readonly string[], text: string, prefix: boolean): Bound =>
  hasWord(text) ? { kind: 'text', columns, text: toIndexText(text).trim(), prefix } : none

/** The condition of a term on a column, depending on the kind of the field. */
export function columnTest(resource: Resource, column: string, term: Term, context: ResolveContext): Bound {
  const field = resource.fields[column] as Field
  const { value } = term
  if (value.kind === 'exists') return test(column, { is: 'set' })
  if (value.kind === 'missing') return not(test(column, { is: 'set' }))
  if (field.kind === 'object') return wordsOf(column, field, term)
  switch (field.kind) {
    case 'text':
      return textTest(resource, column, term)
    case 'boolean':
      return test(column, { is: 'equal', value: booleanOf(value, term) })
    case 'one_of':
      return choiceTest(column, field, term)
    case 'time':
    case 'date':
      return timeTest(column, field.kind, term, context)
    default:
      return numberTest(column, field.kind, term)
  }
}

const test = (column: string, of: ColumnLeaf['test']): Bound => ({ kind: 'column', column, test: of })

/**
 * Words and prefixes such as `nils@*` are searched in the index. Any other pattern of letters and digits is compared with
 * each word. One with symbols, such as `*@example.com`, is compared with the whole text, and so is a value without words,
 * such as the login `-` of the system user.
 */
function textTest(resource: Resource, column: string, term: Term): Bound {
  const { value } = term
  if (value.kind === 'range' || value.kind === 'comparison') return textRangeTest(column, value, term)
  const field = resource.fields[column] as Field
  const columns = wordColumns(column, field)
  const byWords = (leaf: Bound) => (resource.indexed ? inCustom(leaf, column, field) : withoutIndex(column, leaf))
  if (value.kind !== 'wildcard') {
    const text = 'text' in value ? value.text : ''
    return hasWord(text) ? byWords(textLeaf(term, columns)) : test(column, { is: 'like', pattern: escapeLike(text) })
  }
  if (hasWord(beginningOf(value.parts) ?? '')) return byWords(textLeaf(term, columns))
  const { words, hasSymbols } = wordsOfPattern(value.parts)
  // In an indexed resource, only if the index can narrow the search, as `expandPatterns` does: otherwise every text would be
  // read, so the pattern is compared with words.
  if (hasSymbols && (!resource.indexed || necessaryConditions(columns, value.parts).length > 0))
    return test(column, { is: 'like', pattern: value.parts.map(asLike).join('') })
  return byWords(patternLeaf(columns, words, term))
}

/**
 * The condition that a text without an index contains the words of a leaf. Most texts are excluded by a faster comparison
 * with their letters.
 */
function withoutIndex(column: string, leaf: Bound): Bound {
  if (leaf.kind !== 'text' && leaf.kind !== 'pattern') return leaf
  const words: readonly PatternWord[] =
    leaf.kind === 'pattern' ? leaf.words : wordsIn(leaf.text).map((text) => [{ kind: 'text', text }])
  const pattern = `%${words.map((word) => word.map(asLike).join('')).join('%')}%`.replaceAll(/%+/g, '%')
  return and([test(column, { is: 'like', pattern }), test(column, { is: 'words', words, prefix: leaf.prefix })])
}

const asLike = (part: Part): string => (part.kind === 'run' ? '%' : part.kind === 'one' ? '_' : escapeLike(part.text))

/**
 * If the ends are whole numbers, texts are compared as numbers: `number:[67001 TO 67010]`. Otherwise they are compared
 * by code point.
 */
function textRangeTest(column: string, value: Value, term: Term): Bound {
  const bounds = boundsOfValues(value, (text) => text, term)
  const limits = [bounds.from, bounds.to].filter((edge) => edge !== undefined)
  if (!limits.every((edge) => /^\d+$/.test(String(edge.value)))) return test(column, { is: 'between', ...bounds })
  return or([withDigits('number', column, bounds), withDigits('long number', column, bounds)])
}

/** The numbers in a range that have up to 15 digits, or those that have more. */
function withDigits(is: 'number' | 'long number', column: string, { from, to }: { from?: Edge; to?: Edge }): Bound {
  const edge = (of: Edge): Edge => ({ ...of, value: is === 'number' ? Number(of.value) : digitsOf(of.value) })
  if (is === 'number') {
    if (from && isLong(from)) return none
    // 0 is the default of the lower end: with neither end, the condition would also match texts that are not numbers.
    const least = from ? edge(from) : { value: 0, inclusive: true }
    return test(column, { is, from: least, ...(to && !isLong(to) ? { to: edge(to) } : {}) })
  }
  if (to && !isLong(to)) return none
  return test(column, { is, ...(from ? { from: edge(from) } : {}), ...(to ? { to: edge(to) } : {}) })
}

const isLong = ({ value }: Edge): boolean => digitsOf(value).length > 15

const digitsOf = (value: string | number): string => String(value).replace(/^0+(?=\d)/, '')

function booleanOf(value: Value, term: Term): boolean {
  const text = value.kind === 'word' || value.kind === 'phrase' ? value.text.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw new SearchError(term.valueAt, 'boolean', { text: term.field ?? '' }, { nearest: ['true', 'false'] })
}

function choiceTest(column: string, field: Field, term: Term): Bound {
  const { value } = term
  const text = value.kind === 'word' || value.kind === 'phrase' ? value.text : ''
  if (field.values?.includes(text)) return test(column, { is: 'equal', value: text })
  throw new SearchError(term.valueAt, 'choice', { text: term.field ?? '' }, { nearest: field.values ?? [] })
}

function numberTest(column: string, kind: Field['kind'], term: Term): Bound {
  const number = (text: string, at: number) => {
    const value = Number(text)
    const fits = kind === 'decimal' ? Number.isFinite(value) : Number.isSafeInteger(value)
    if (text.trim() === '' || !/^-?[\d.]+$/.test(text) || !fits) {
      throw new SearchError(at, 'number', { field: term.field ?? '', text })
    }
    return value
  }
  const { value } = term
  if (value.kind === 'word' || value.kind === 'phrase') {
    return test(column, { is: 'equal', value: number(value.text, term.valueAt) })
  }
  if (value.kind === 'range' || value.kind === 'comparison') {
    return test(column, { is: 'between', ...boundsOfValues(value, number, term) })
  }
  throw new SearchError(term.valueAt, 'number_after', { text: term.field ?? '' })
}

function timeTest(column: string, kind: 'time' | 'date', term: Term, { dates }: ResolveContext): Bound {
  const readSpan = kind === 'time' ? timesOf(dates) : daysOf(dates)
  const { value } = term
  if (value.kind === 'word' || value.kind === 'phrase') {
    const { from, until } = readSpan(value.text, term.valueAt)
    return test(column, { is: 'between', from, to: until })
  }
  if (value.kind === 'range' || value.kind === 'comparison') {
    return test(column, { is: 'between', ...boundsOfSpans(value, readSpan, term) })
  }
  throw new SearchError(term.valueAt, 'date_after', { text: term.field ?? '' })
}
