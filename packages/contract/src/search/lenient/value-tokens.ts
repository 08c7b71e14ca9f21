import { SearchError } from '../error.ts'
import type { Value } from '../tree.ts'
import type { Mistakes } from './mistakes.ts'
import { conditionValue, conditionWords, isNumber, isTime, type Names, takesChoices, timeWords } from './names.ts'
import { strictMoment, strictTime } from './times.ts'

/** A token of a lenient query: a value with its field. */
export interface ValueToken {
  readonly kind: 'value'
  readonly field: string | null
  readonly value: Value
  /** The column in the query at which the field begins, or the value if there is no field. */
  readonly at: number
  /** The column at which the value begins. */
  readonly valueAt: number
}

/** A value as it is written in the query, with its field. */
interface Written {
  /** The path of the field, or a word that is used like a field, such as `before`; null if there is none. */
  readonly path: string | null
  readonly value: Value
  readonly at: number
  readonly valueAt: number
}

/** A parenthesis, or a comma between alternatives. */
interface PunctuationToken {
  readonly kind: 'open' | 'or' | 'close'
  readonly text: string
  readonly at: number
}

interface Context {
  readonly names: Names
  readonly mistakes: Mistakes
}

/**
 * Yields the tokens of a value, interpreted as its field requires. A list such as `state:new,open` becomes alternatives
 * in parentheses.
 */
export function* valueTokens(context: Context, written: Written): Generator<ValueToken | PunctuationToken, void> {
  const { path, value, at, valueAt } = written
  const choices = path !== null && takesChoices(path) && value.kind === 'word' ? choicesIn(value.text) : []
  if (choices.length < 2) {
    yield valueToken(context, written)
    return
  }
  yield { kind: 'open', text: '(', at }
  for (const [index, text] of choices.entries()) {
    if (index > 0) yield { kind: 'or', text: ',', at: valueAt }
    yield valueToken(context, { ...written, value: { kind: 'word', text } })
  }
  yield { kind: 'close', text: ')', at: valueAt }
}

const choicesIn = (text: string): string[] => text.split(',').filter(hasWord)

function valueToken({ names, mistakes }: Context, { path, value, at, valueAt }: Written): ValueToken {
  const text = 'text' in value ? value.text : ''
  if (path === null) return { kind: 'value', field: null, value, at: valueAt, valueAt }
  if (path in timeWords) {
    const operator = timeWords[path as keyof typeof timeWords]
    const moment: Value = { kind: 'comparison', operator, text: strictMoment(text) }
    return { kind: 'value', field: 'created_at', value: moment, at, valueAt }
  }
  if (path in conditionWords) {
    const validWords = conditionWords[path as keyof typeof conditionWords]
    const choice = conditionValue(text)
    if (validWords.some((word) => word === choice))
      return { kind: 'value', field: path, value: { kind: 'word', text: choice }, at, valueAt }
    mistakes.add(() => new SearchError(valueAt, 'choice', { text: path }, { nearest: validWords }))
    return { kind: 'value', field: null, value, at: valueAt, valueAt }
  }
  const isTimeField = isTime(path, names)
  const hasRanges = isTimeField || isNumber(path, names)
  const range = (hasRanges && value.kind === 'word' && dottedRange(value.text, valueAt)) || value
  return { kind: 'value', field: path, value: isTimeField ? strictTime(range) : range, at, valueAt }
}

/** Parses a range such as `2026-01..2026-03` or `5..`. Returns undefined for other texts. */
function dottedRange(text: string, at: number): Value | undefined {
  const [, from = '', to = ''] = /^(.*?)\.\.(.*)$/u.exec(text) ?? []
  if (from === '' && to === '') return undefined
  const toBound = (end: string) => (end === '' ? null : { text: end, inclusive: true, at })
  return { kind: 'range', from: toBound(from), to: toBound(to) }
}

/** Returns true if a text contains a word: a letter or a digit. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
