import type { Query, Term } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { wordsIn } from '../../text/words.ts'
import { mapTerms } from './map-terms.ts'
import { knownWords } from './similar-words.ts'

/*
 * Inflected forms: in a lenient search, `printers` also finds `printer`. The forms that the desk knows are added to the
 * query, not to the index, so that quoted words and the strict language stay exact.
 */

/** Endings that a stem can have. Forms that are no words, such as `printering`, are not searched: the vocabulary lacks them. */
type Endings = readonly string[]

const english: readonly Endings[] = [
  ['', 's', 'es', 'ed', 'ing'],
  ['e', 'es', 'ed', 'ing'],
  ['y', 'ies', 'ied', 'ying'],
]
/** Letters without accents, as in the vocabulary: `Anhänge` is `anhange`. */
const german: readonly Endings[] = [['', 'e', 'en', 'er', 'es', 'em', 'n', 's']]

/** Maximum number of words without a field in a query that are searched in other forms; a longer text was pasted. */
const MAX_WORDS = 12
/** Minimum length of a stem in letters. */
const MIN_STEM = 3

/**
 * Adds the other forms of the words that a lenient query has without a field.
 * @param read the query as it was typed.
 * @param completed the same query, in which the last word may have become a prefix.
 */
export async function withWordForms(ctx: Context, read: Query, completed: Query): Promise<Query> {
  const words = bareWordsIn(read)
  if (words.length === 0 || words.length > MAX_WORDS) return completed
  const languages = (await settingOf(ctx, 'search_german_spelling')) ? [...english, ...german] : english
  const forms = new Map(words.map((word) => [word, formsOf(word, languages)]))
  const known = await knownWords(ctx.db, [...forms.values()].flat())
  const withForms = await mapTerms(completed, (term): Query => {
    const word = wordIn(term)
    const others = (word === undefined ? [] : (forms.get(word) ?? [])).filter((form) => known.has(form))
    const terms = others.map((text): Term => ({ ...term, value: { kind: 'word', text } }))
    return terms.length === 0 ? term : { kind: 'or', of: [term, ...terms], at: term.at }
  })
  return withForms ?? completed
}

/** Returns the words without a field, except those in quotes and in patterns. */
function bareWordsIn(query: Query): string[] {
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(bareWordsIn)
  if (query.kind === 'not') return bareWordsIn(query.of)
  return query.kind === 'term' && query.field === null && query.value.kind === 'word' ? [query.value.text] : []
}

/** Returns the word of a term without a field, also if the word has become a prefix. */
function wordIn({ field, value }: Term): string | undefined {
  if (field !== null) return undefined
  if (value.kind === 'word') return value.text
  const [first] = value.kind === 'wildcard' ? value.parts : []
  return first?.kind === 'text' ? first.text : undefined
}

/** Returns words that may be other forms of a word, folded. Words joined by other characters, such as `wi-fi`, have none. */
export function formsOf(text: string, languages: readonly Endings[] = english): string[] {
  const [word = '', ...others] = wordsIn(text)
  if (others.length > 0 || !/^\p{L}+$/u.test(word)) return []
  const forms = languages.flatMap((endings) =>
    endings
      .filter((ending) => word.endsWith(ending))
      .map((ending) => word.slice(0, word.length - ending.length))
      .filter((stem) => stem.length >= MIN_STEM)
      .flatMap((stem) => endings.map((ending) => stem + ending)),
  )
  return [...new Set([...forms, ...withDoubledConsonant(word)])].filter((form) => form !== word)
}

/** Returns the forms of `stop` and `stopped`, whose last consonant is doubled before an ending. */
function withDoubledConsonant(word: string): string[] {
  const stem = /^(\p{L}+([bdgmnprt]))\2(?:ed|ing)$/u.exec(word)?.[1] ?? word
  const [, last] = /[aeiou]([bdgmnprt])$/u.exec(stem) ?? []
  if (last === undefined) return []
  const forms = [`${stem}${last}ed`, `${stem}${last}ing`]
  return stem === word ? forms : [stem, `${stem}s`, ...forms]
}
