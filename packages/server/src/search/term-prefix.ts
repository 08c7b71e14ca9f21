import { fold, wordsIn } from '../text/words.ts'

/**
 * Words that must not be found by a word without a field stand in the index behind a sign that nobody can ask for: ids of
 * what a ticket refers to, custom fields, the kind of a ticket. A word is then looked for in all columns at once, twice as
 * fast as in most of them. It is a private character, which the index takes for a letter.
 */
export const prefixMarker = '\uE000'

/** Columns of documents whose words are marked with their name. */
const named: readonly string[] = ['type']

export const hasTermPrefix = (column: string): boolean => named.includes(column)

/** The words of a text as the index has them, for whoever knows the name. */
export const withTermPrefix = (name: string | number, text: string): string =>
  wordsIn(text)
    .map((each) => `${prefixMarker}${name}x${each}`)
    .join(' ')

/** The words as people know them. */
export const withoutTermPrefix = (name: string, text: string): string => text.replaceAll(`${prefixMarker}${name}x`, '')

/**
 * A text as the full-text index gets it, and what is looked for in it. The index cuts and folds the letters of western
 * Europe as `words.ts` says; of others it keeps the accents, takes signs that came to Unicode after its tables for letters
 * (`thanks🙂` for one word), and private characters, which are ours. These texts it gets folded, with blanks for signs.
 */
export const toIndexText = (text: string): string => (others.test(text) ? fold(text).replaceAll(signs, ' ') : text)

const others = /[^\0-\u017e\u2010-\u2027\u20ac]/u
const signs = /[^\0-\u007f\p{L}\p{N}]/gu

/** What is asked of marked words, as it is asked of the index. */
export function prefixedLeaf<L extends { text: string; pattern?: string }>(leaf: L, name: string | number): L {
  const { text, pattern } = leaf
  // A regular expression begins with a blank, and stands for words between blanks.
  const prefixed = pattern === undefined ? {} : { pattern: pattern.replaceAll(/ (?=\S)/g, ` ${prefixMarker}${name}x`) }
  return { ...leaf, text: withTermPrefix(name, text), ...prefixed }
}
