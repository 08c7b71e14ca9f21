/** What a word is, wherever texts are compared: as the full-text index of the embedded database cuts and folds them. */

/** A text in small letters and without accents: `Ärger` and `arger` are the same. */
export function fold(text: string): string {
  const small = text.toLowerCase()
  return ascii.test(small) ? small : small.normalize('NFD').replaceAll(accents, '').normalize('NFC')
}

/** The words of a text, folded, in their order. */
export function wordsIn(text: string): string[] {
  const small = text.toLowerCase()
  if (ascii.test(small)) return small.match(plainWord) ?? []
  const found = small.match(word) ?? []
  return found.map((one) => (ascii.test(one) ? one : fold(one))).filter((one) => one !== '')
}

/** Whether there is anything in a text that counts as a word. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Whether a character belongs to a word. */
export const isOfWord = (char: string): boolean => /[\p{L}\p{N}\u0300-\u036f]/u.test(char)

/** A word with its place, for whoever looks for words in a text. */
export const word = /[\p{L}\p{N}\u0300-\u036f]+/gu

/** The same in a text of small letters without accents, found twice as fast. */
const plainWord = /[a-z0-9]+/g

const ascii = /^[\0-\u007f]*$/
const accents = /[\u0300-\u036f]/g
