import { fold, spaceOut, wordsIn } from '../text/words.ts'

/**
 * The first character of term prefixes. Some terms of the index must only match in a certain field: ids of referenced
 * records, words of custom fields, the type of a ticket. They begin with a prefix that no query can contain, so a word
 * without a field can be searched in all columns at once, which is twice as fast as naming most of them. The character
 * is from a private use area, which FTS5 treats as a letter.
 */
export const prefixMarker = '\uE000'

/** Columns of documents whose words have the name of the column as a prefix. */
const prefixedColumns: readonly string[] = ['type']

/** Returns true if the words of a column have its name as a prefix. */
export const hasTermPrefix = (column: string): boolean => prefixedColumns.includes(column)

/**
 * Returns the words of a text with the prefix of a column or custom field, separated by spaces. The `x` ends the id of a custom
 * field, because a word may begin with a digit.
 */
export const withTermPrefix = (name: string | number, text: string): string =>
  wordsIn(text)
    .map((word) => `${prefixMarker}${name}x${word}`)
    .join(' ')

/** Removes the prefix from all words of a text. */
export const withoutTermPrefix = (name: string, text: string): string => text.replaceAll(`${prefixMarker}${name}x`, '')

/**
 * Prepares a text for the full-text index, or for a query of it. FTS5 splits and folds western European letters as
 * `text/words.ts` does. For other scripts it keeps accents, takes newer symbols for letters (`thanks🙂` would be one word),
 * and would accept `prefixMarker` in a text. Such texts are folded here, with spaces instead of symbols and between all
 * words.
 */
export const toIndexText = (text: string): string =>
  unsupported.test(text) ? spaceOut(fold(text).replaceAll(symbols, ' ')) : text

/** A character other than western European letters, common punctuation and the euro sign. */
const unsupported = /[^\0-\u017e\u2010-\u2027\u20ac]/u
const symbols = /[^\0-\u007f\p{L}\p{N}]/gu

/** Adds the prefix to the words of a condition. */
export const prefixedLeaf = <L extends { text: string }>(leaf: L, name: string | number): L => ({
  ...leaf,
  text: withTermPrefix(name, leaf.text),
})
