/** What a word is, wherever texts are compared: the one place that says how they are cut and folded. */

/**
 * Signs that go with a letter and that one may leave out: accents, and the vowels of Hebrew and Arabic. As a class of
 * characters for regular expressions, here and in PostgreSQL.
 */
export const accents = String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]`

/** Forms of one letter, and the usual ones: `ς` is `σ` at the end of a word, `µ` and `ſ` are so in old texts. */
export const forms = { of: 'ςµſϐϑϕϖϰϱϵ', usual: 'σμsβθφπκρε' } as const

/** A text in small letters and without accents: `Ärger` and `arger` are the same, and so are `ΣΟΦΌΣ` and `σοφος`. */
export function fold(text: string): string {
  const small = text.toLowerCase()
  if (ascii.test(small)) return small
  const bare = small.normalize('NFD').replaceAll(allAccents, '').normalize('NFC')
  return allForms.test(bare) ? Array.from(bare, usual).join('') : bare
}

/** The words of a text, folded, in their order. */
export function wordsIn(text: string): string[] {
  const folded = fold(text)
  return folded.match(ascii.test(folded) ? plainWord : foldedWord) ?? []
}

/** Whether there is anything in a text that counts as a word. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const ofWord = String.raw`[\p{L}\p{N}${accents}]`
const charOfWord = new RegExp(`^${ofWord}`, 'v')

/** Whether a character belongs to a word. */
export const isOfWord = (char: string): boolean => charOfWord.test(char)

/** A word with its place, for whoever looks for words in a text. */
export const word = new RegExp(`${ofWord}+`, 'gv')

/** The same in a text of small letters without accents, found twice as fast. */
const plainWord = /[a-z0-9]+/g

const foldedWord = /[\p{L}\p{N}]+/gu

const ascii = /^[\0-\u007f]*$/
const allAccents = new RegExp(accents, 'g')
const allForms = new RegExp(`[${forms.of}]`, 'u')
const usual = (char: string): string => forms.usual[forms.of.indexOf(char)] ?? char
