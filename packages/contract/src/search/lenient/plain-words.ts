import { hasNegation, type IsAgent, type Part, partsIn } from './plain-words-parts.ts'

/** The conditions of a query in plain words, such as `my open tickets` or `closed yesterday`. */
export interface PlainWordsQuery {
  /** The query in the lenient language: `is:mine is:open`. */
  readonly query: string
  /**
   * How likely it is that the user means these conditions.
   *
   * - `sure`: one of the conditions is hardly ever searched for as words, such as `last week`; or at least two words express
   *   conditions (`tickets` counts as one of them), and there are no other words, except in a text with `tickets`.
   * - `likely`: there are only conditions, but the user may also look for their words in texts, such as `open`.
   * - `possible`: there are other words (`open printer`), or a negation that is not understood, so that the conditions may be
   *   the opposite of what is meant.
   */
  readonly certainty: 'sure' | 'likely' | 'possible'
  /** The names that stand for groups: `Linux` in `open in Linux`. If no such group exists, the text is a query for words. */
  readonly groups: readonly string[]
  /** The names after the word `tag`. If no such tag exists, the text is a query for words. */
  readonly tags: readonly string[]
  /**
   * The names of people, organizations and tags, and words that are not understood. Any of them may be the name of an
   * agent.
   */
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
    tags: parts.flatMap(({ tag }) => (tag === undefined ? [] : [tag])),
    names: parts.flatMap(({ name }) => (name === undefined ? [] : [name])),
  }
}

function certaintyOf(parts: readonly Part[]): PlainWordsQuery['certainty'] {
  const has = (kind: Part['kind']) => parts.some((part) => part.kind === kind)
  if (parts.some(({ name }) => name !== undefined && hasNegation(name))) return 'possible'
  const keywords = parts.reduce((sum, part) => sum + part.keywords, 0)
  // A single word, such as `yesterday`, may be searched in texts.
  if (parts.some(({ isUnmistakable, length }) => isUnmistakable && (length > 1 || has('word')))) return 'sure'
  const hasCondition = has('condition') || (has('time') && has('tickets'))
  if (keywords > 1 && hasCondition && (has('tickets') || !has('word'))) return 'sure'
  return has('word') ? 'possible' : 'likely'
}

/** The operators of the search language, which queries in natural language do not have. */
const OPERATORS = /[:"()[\]{}*<>=~|\\]|\?\S|(?:^|\s)[-+!]/u

const withoutPunctuation = (word: string): string => word.replace(/[.,;!?]+$/u, '')
