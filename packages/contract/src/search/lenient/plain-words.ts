import { hasNegation, type IsAgent, type Part, partsIn } from './plain-words-parts.ts'

/** A query in plain words, such as `my open tickets` or `closed yesterday`, as conditions. */
export interface PlainWordsQuery {
  /** The query in the lenient language: `is:mine is:open`. */
  readonly query: string
  /**
   * How likely it is that the words mean conditions. `sure`: at least two words can only name conditions. `likely`: a single word
   * such as `open`, which may also be a word of a text. `possible`: conditions among other words, `printer tickets`, and
   * texts with a negation whose meaning is unknown, because their conditions may be the opposite of what is meant.
   */
  readonly certainty: 'sure' | 'likely' | 'possible'
  /** The names that stand for groups: `Linux` in `open in Linux`. If no such group exists, the text is a query for words. */
  readonly groups: readonly string[]
  /** The other names, and the words without a meaning. Some of them may be names of agents. */
  readonly names: readonly string[]
}

/** Maximum number of words. A longer text was probably pasted. */
const MAX_WORDS = 12

/**
 * Returns the conditions that the words of a text name; undefined if there are none, or if the text has operators.
 * @param isAgent returns true for names of agents; by default, none is known.
 */
export function readPlainWords(text: string, isAgent: IsAgent = () => false): PlainWordsQuery | undefined {
  const words = text.trim().split(/\s+/, MAX_WORDS + 1)
  if (words.length > MAX_WORDS || OPERATORS.test(text)) return undefined
  const parts = partsIn(words.map(withoutPunctuation), isAgent)
  const query = parts.flatMap((part) => (part.query === '' ? [] : [part.query])).join(' ')
  if (query === '' || parts.every(({ kind }) => kind === 'word')) return undefined
  return {
    query,
    certainty: certaintyOf(parts),
    groups: parts.flatMap(({ group }) => (group === undefined ? [] : [group])),
    names: parts.flatMap(({ name }) => (name === undefined ? [] : [name])),
  }
}

function certaintyOf(parts: readonly Part[]): PlainWordsQuery['certainty'] {
  const has = (kind: Part['kind']) => parts.some((part) => part.kind === kind)
  if (parts.some(({ name }) => name !== undefined && hasNegation(name))) return 'possible'
  const keywords = parts.reduce((sum, part) => sum + part.keywords, 0)
  const hasCondition = has('condition') || (has('time') && has('tickets'))
  if (keywords > 1 && hasCondition && (has('tickets') || !has('word'))) return 'sure'
  return has('word') ? 'possible' : 'likely'
}

/** The operators of the search language, which queries in plain words do not have. */
const OPERATORS = /[:"()[\]{}*<>=~|\\]|\?\S|(?:^|\s)[-+!]/u

const withoutPunctuation = (word: string): string => word.replace(/[.,;!?]+$/u, '')
