import { type Field, type Resource, SearchError, type Span, type Term, type Value } from '@deskbell/contract'
import { type Bound, type ColumnLeaf, type Edge, none, not } from './bound.ts'
import { indexed } from './documents.ts'

/** What values depend on beside the query. */
export interface Values {
  /** The span that a date means. */
  readonly date: (text: string, at: number) => Span
}

/** A word, phrase or beginning of a word in one of the columns of a document. */
export function textLeaf(term: Term, columns: readonly string[]): Bound {
  const { value } = term
  if (value.kind === 'word' || value.kind === 'phrase') return words(columns, value.text, false)
  const [first, second] = value.kind === 'wildcard' ? value.parts : []
  if (first?.kind === 'text' && second?.kind === 'run' && value.kind === 'wildcard' && value.parts.length === 2) {
    // After `nils@` another word begins: `nils@*` does not mean `nilsson@`.
    return words(columns, first.text, /[\p{L}\p{M}\p{N}]$/u.test(first.text))
  }
  const expected = value.kind === 'wildcard' ? 'a wildcard at the end of the word only' : 'a word or a "phrase"'
  throw new SearchError(term.valueAt, expected)
}

/** Where there is nothing that counts as a word, there is nothing to find. */
const words = (columns: readonly string[], text: string, prefix: boolean): Bound =>
  hasWord(text) ? { kind: 'text', columns, text, prefix } : none

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** The condition that a term puts on a column, by the kind of the field. */
export function columnTest(resource: Resource, column: string, term: Term, values: Values): Bound {
  const field = resource.fields[column] as Field
  const { value } = term
  if (value.kind === 'exists') return test(column, { is: 'set' })
  if (value.kind === 'missing') return not(test(column, { is: 'set' }))
  switch (field.kind) {
    case 'text':
      return onText(resource, column, term)
    case 'boolean':
      return test(column, { is: 'equal', value: truth(value, term) })
    case 'one_of':
      return onChoice(column, field, term)
    case 'time':
    case 'date':
      return onTime(column, field.kind, term, values)
    default:
      return onNumber(column, field.kind, term)
  }
}

const test = (column: string, of: ColumnLeaf['test']): Bound => ({ kind: 'column', column, test: of })

/**
 * Words are found in the index. A pattern in the middle of a word is compared to the whole text, and so is what has no
 * word in it, such as the login of the system user, `-`. What has no index (message ids above all) is found by part.
 */
function onText(resource: Resource, column: string, term: Term): Bound {
  const { value } = term
  if (value.kind === 'range' || value.kind === 'comparison') {
    return test(column, { is: 'between', ...edges(value, (text) => ({ from: text, to: text }), term) })
  }
  const parts =
    value.kind === 'wildcard' ? value.parts : 'text' in value ? [{ kind: 'text', text: value.text } as const] : []
  const [first, second, third] = parts
  const isPrefix = first?.kind === 'text' && second?.kind === 'run' && third === undefined
  const isIndexed = indexed.includes(resource)
  if (isIndexed && (value.kind !== 'wildcard' || isPrefix) && first?.kind === 'text' && hasWord(first.text)) {
    return textLeaf(term, [column])
  }
  const pattern = parts
    .map((part) => (part.kind === 'run' ? '%' : part.kind === 'one' ? '_' : part.text.replace(/[\\%_]/g, '\\$&')))
    .join('')
  return test(column, { is: 'like', pattern: isIndexed || value.kind === 'wildcard' ? pattern : `%${pattern}%` })
}

function truth(value: Value, term: Term): boolean {
  const text = value.kind === 'word' || value.kind === 'phrase' ? value.text.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw new SearchError(term.valueAt, `true or false after "${term.field}:"`)
}

function onChoice(column: string, field: Field, term: Term): Bound {
  const { value } = term
  const text = value.kind === 'word' || value.kind === 'phrase' ? value.text : ''
  if (field.values?.includes(text)) return test(column, { is: 'equal', value: text })
  throw new SearchError(term.valueAt, `one of ${field.values?.join(', ')} after "${term.field}:"`)
}

function onNumber(column: string, kind: Field['kind'], term: Term): Bound {
  const number = (text: string, at: number) => {
    const value = Number(text)
    const fits = kind === 'decimal' ? Number.isFinite(value) : Number.isSafeInteger(value)
    if (text.trim() === '' || !/^-?[\d.]+$/.test(text) || !fits) {
      throw new SearchError(at, `a number after "${term.field}:" instead of "${text.slice(0, 40)}"`)
    }
    return { from: value, to: value }
  }
  const { value } = term
  if (value.kind === 'word' || value.kind === 'phrase') {
    return test(column, { is: 'equal', value: number(value.text, term.valueAt).from })
  }
  if (value.kind === 'range' || value.kind === 'comparison') {
    return test(column, { is: 'between', ...edges(value, number, term) })
  }
  throw new SearchError(term.valueAt, `a number after "${term.field}:"`)
}

/** A day compares by its first ten characters: days are kept as `YYYY-MM-DD`. */
function onTime(column: string, kind: 'time' | 'date', term: Term, { date }: Values): Bound {
  const span = (text: string, at: number) => {
    const { from, to } = date(text, at)
    return kind === 'time' ? { from, to } : { from: from.slice(0, 10), to: to.slice(0, 10) }
  }
  const { value } = term
  if (value.kind === 'word' || value.kind === 'phrase') {
    const { from, to } = span(value.text, term.valueAt)
    return test(column, {
      is: 'between',
      from: { value: from, inclusive: true },
      to: { value: to, inclusive: from === to },
    })
  }
  if (value.kind === 'range' || value.kind === 'comparison') {
    return test(column, { is: 'between', ...spans(value, span, term) })
  }
  throw new SearchError(term.valueAt, `a date after "${term.field}:"`)
}

type Bounds = { from?: Edge; to?: Edge }
type Ends<T> = (text: string, at: number) => { from: T; to: T }

/** The ends of a range or comparison over single values. */
function edges<T extends string | number>(value: Value, read: Ends<T>, term: Term): Bounds {
  if (value.kind === 'comparison') {
    const edge = { value: read(value.text, term.valueAt).from, inclusive: value.operator.endsWith('=') }
    return value.operator.startsWith('>') ? { from: edge } : { to: edge }
  }
  if (value.kind !== 'range') return {}
  const { from, to } = value
  return {
    ...(from ? { from: { value: read(from.text, from.at).from, inclusive: from.inclusive } } : {}),
    ...(to ? { to: { value: read(to.text, to.at).to, inclusive: to.inclusive } } : {}),
  }
}

/** The same over spans: behind a month is behind its end, until a month is until its end. */
function spans(value: Value, read: Ends<string>, term: Term): Bounds {
  if (value.kind === 'comparison') {
    const { from, to } = read(value.text, term.valueAt)
    if (value.operator === '>') return { from: after({ from, to }) }
    if (value.operator === '>=') return { from: { value: from, inclusive: true } }
    if (value.operator === '<') return { to: { value: from, inclusive: false } }
    return { to: until({ from, to }) }
  }
  if (value.kind !== 'range') return {}
  const { from, to } = value
  const first = from && read(from.text, from.at)
  const last = to && read(to.text, to.at)
  return {
    ...(first && from ? { from: from.inclusive ? { value: first.from, inclusive: true } : after(first) } : {}),
    ...(last && to ? { to: to.inclusive ? until(last) : { value: last.from, inclusive: false } } : {}),
  }
}

/** A span without length is a moment. */
const after = ({ from, to }: Span): Edge => ({ value: to, inclusive: from !== to })
const until = ({ from, to }: Span): Edge => ({ value: to, inclusive: from === to })
