/**
 * The expected part of a query, by the code of the error: a phrase that follows "expected". Names in braces stand for
 * the values of the error, `{nearest}` for the suggested replacements.
 */
const phrases = {
  after_backslash: 'a special character after "\\" (for a backslash write "\\\\")',
  boolean: 'true or false after "{text}:"',
  choice: 'one of {nearest} after "{text}:"',
  close: 'a closing ")" for this "("',
  colon: 'only one ":"',
  date: 'a date such as 2026-01, 2026-01-02T10:30, now-7d or 2026-01-01||+1M/d instead of "{text}"',
  date_after: 'a date after "{text}:"',
  date_arithmetic: 'date arithmetic such as +1M, -7d or /d instead of "{text}"',
  date_steps: 'at most {limit} steps of date arithmetic',
  day: 'a day that exists instead of "{text}"',
  depth: 'at most {limit} levels of parentheses and negations',
  exact_value: 'a value without wildcards',
  field_before: 'a field before "{text}"',
  field_before_range: 'a field before the range',
  field_inside: 'only values of "{field}" inside its parentheses, not the field "{text}"',
  field_path: 'a field such as customer.fullname before ":", not "{text}" (for a colon in a word write "\\:")',
  field_unknown: 'a field of {resource} instead of "{text}"; the nearest are {nearest}',
  length: 'at most {limit} characters',
  no_regular_expression: 'a word or a phrase, not a regular expression (for a slash at the beginning write "\\/")',
  no_suffix: 'no "{text}" (fuzzy search and boosts are not supported; for the character write "\\{text}")',
  nul: 'text without NUL characters',
  number: 'a number after "{field}:" instead of "{text}"',
  number_after: 'a number after "{text}:"',
  open: '"(" somewhere before this ")"',
  operator: '{right} instead of "{text}"',
  path: 'a path of at most {limit} names',
  pattern_letters: 'letters or digits in the pattern',
  pattern_selective: 'a pattern that begins with a letter or has three letters or digits in a row',
  pattern_words: 'a pattern that fewer words match; add more letters',
  patterns: 'at most {limit} terms with wildcards elsewhere than at the end of a word',
  phrase_text: 'text between the quotes (for an empty field: _missing_:field)',
  prefixes: 'a longer prefix of a word: at most {limit} prefixes of one letter may be joined',
  presence: 'the name of a field after "{text}:"',
  quote: 'a closing quote for this one',
  range: 'a range such as [1 TO 5] or [1 TO *}, closed by "]" or "}"',
  range_end: 'a value or "*" at each end of the range',
  range_to: 'TO between the two ends of the range',
  sign_before_field: '"{sign}" before the field, as in "{text}" (in the value write "\\{sign}")',
  space_before: 'a space before "{text}"',
  space_before_sign: 'a space before "{text}" (for the character write "\\{text}")',
  term: 'a search term',
  term_after: 'a search term after "{text}"',
  term_before: 'a search term before "{text}"',
  term_inside: 'a search term between "(" and ")"',
  term_inside_unclosed: 'a search term and ")" after "("',
  term_right_after: 'a search term right after "{text}"',
  terms: 'at most {limit} terms',
  unicode: 'well-formed Unicode, not half of a surrogate pair',
  value_after: 'a value after "{text}"',
  values_inside: 'only values of "{field}" inside its parentheses',
  wildcards: 'at most {limit} wildcards in a term',
  word: 'a word or a "phrase"',
  years: 'a date between the years 0000 and 9999',
} as const

/** The code of a mistake in a query, for programs. */
export type SearchErrorCode = keyof typeof phrases

/** All codes of mistakes in a query. */
export const searchErrorCodes = Object.keys(phrases) as readonly SearchErrorCode[]

/** Parts of the query and limits that the sentence of an error names. */
export type SearchErrorValues = Readonly<Record<string, string | number>>

interface SearchErrorOptions {
  /** Number of characters of the wrong part, if it is not the word, quoted text or range at the column. */
  readonly length?: number
  /** Suggested replacements, best first. */
  readonly nearest?: readonly string[]
}

/**
 * An error in a search query, with its position and a correction. The message is one sentence for people: `Search
 * query, column 9: expected a value after "title:"`. The column is that of the wrong or incomplete part: an unclosed
 * quote, an `AND` without a right side, a field without a value. It counts characters from 1.
 */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  readonly column: number
  readonly code: SearchErrorCode
  readonly values: SearchErrorValues
  /** Number of characters of the wrong part; undefined if it is the word, quoted text or range at the column. */
  readonly length: number | undefined
  /** Suggested replacements, best first; empty for most mistakes. */
  readonly nearest: readonly string[]
  /** The correction, a phrase that follows "expected". */
  readonly expected: string

  constructor(
    column: number,
    code: SearchErrorCode,
    values: SearchErrorValues = {},
    { length, nearest = [] }: SearchErrorOptions = {},
  ) {
    const short = shortenValues(values)
    const expected = formatPhrase(code, { ...short, nearest: nearest.join(', ') })
    super(`Search query, column ${column}: expected ${expected}`)
    this.column = column
    this.code = code
    this.values = short
    this.length = length
    this.nearest = nearest
    this.expected = expected
  }
}

/** The parts of an error in a search query, as the service sends them. */
export interface SearchErrorParts {
  readonly code: SearchErrorCode
  /** The first character of the wrong part, counted from 1. */
  readonly column: number
  /** Number of characters of the wrong part; 0 if something is missing at the end of the query. */
  readonly length: number
  readonly expected: string
  readonly values: SearchErrorValues
  readonly nearest: readonly string[]
}

/** Returns the parts of an error in a query. */
export function partsOfError(query: string, error: SearchError): SearchErrorParts {
  const { code, column, expected, values, nearest } = error
  return { code, column, length: error.length ?? lengthAt(query, column), expected, values, nearest }
}

/** Returns the length of the quoted text, range, word or other character at a column; 0 at the end of the query. */
function lengthAt(query: string, column: number): number {
  const rest = Array.from(query)
    .slice(column - 1)
    .join('')
  const part = /^(?:"(?:[^"\\]|\\.)*"|[[{][^\]}]*[\]}]|[^\s()"]+|[^])/u.exec(rest)?.[0] ?? ''
  return Array.from(part).length
}

function formatPhrase(code: SearchErrorCode, values: SearchErrorValues): string {
  return phrases[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

function shortenValues(values: SearchErrorValues): SearchErrorValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? shorten(value) : value,
  ])
  return Object.fromEntries(entries) as SearchErrorValues
}

/** Cuts a text of the query to 40 characters. */
function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text
}
