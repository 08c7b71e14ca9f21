/** Splits texts into words and folds them. All comparisons of texts use these functions. */

/**
 * Combining characters that are ignored: accents, and the vowel points of Hebrew and Arabic. A character class for the
 * regular expressions of JavaScript and PostgreSQL.
 */
export const accents = String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]`

/** Variants of letters, and their standard forms: `ς` is `σ` at the end of a word, `ſ` is an old `s`. */
export const forms = { variants: 'ςµſϐϑϕϖϰϱϵ', standard: 'σμsβθφπκρε' } as const

/**
 * Characters of Chinese and Japanese, which are written without spaces: each is a word of its own, so that `東京` is found in
 * `東京タワー`. A character class for the regular expressions of JavaScript and PostgreSQL.
 */
export const unspaced = String.raw`[\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9\uff66-\uff9f𠀀-𪛟𪜀-𮯠𰀀-𲎯]`

/** Folds a text to lower case without accents: `Ärger` and `arger` are equal, and so are `ΣΟΦΌΣ` and `σοφος`. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (ascii.test(lower)) return lower
  const bare = lower.normalize('NFD').replaceAll(allAccents, '').normalize('NFC')
  return anyVariant.test(bare) ? Array.from(bare, standardForm).join('') : bare
}

/** Returns the folded words of a text, in their order. */
export function wordsIn(text: string): string[] {
  const folded = fold(text)
  return folded.match(ascii.test(folded) ? plainWord : foldedWord) ?? []
}

/** Returns the folded words of a text that consist of letters with hyphens between them: `wi-fi`. */
export const compoundsIn = (text: string): string[] => (text.includes('-') ? (fold(text).match(compound) ?? []) : [])

const compound = /(?<![\p{L}\p{N}-])\p{L}+(?:-\p{L}+)+(?![\p{L}\p{N}-])/gu

/** Removes the hyphens of a compound: `wi-fi` becomes `wifi`. */
export const joinCompound = (compound: string): string => compound.replaceAll('-', '')

/** Returns the words of a text, and its compounds with their hyphens in addition. */
export const vocabularyOf = (text: string): string[] => [...wordsIn(text), ...compoundsIn(text)]

/** Returns every three adjacent letters of a word. */
export function trigramsOf(text: string): string[] {
  const chars = Array.from(text)
  return chars.slice(2).map((_, index) => chars.slice(index, index + 3).join(''))
}

/** True if a text contains a word. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const wordCharacter = String.raw`[\p{L}\p{N}${accents}]`
const wordCharacterAtStart = new RegExp(`^${wordCharacter}`, 'v')

/** True if a character is part of a word. */
export const isWordCharacter = (char: string): boolean => wordCharacterAtStart.test(char)

/**
 * Matches a word in a text that is not folded. U+3099 and U+309A are the voicing marks of Japanese as separate characters.
 */
export const word = new RegExp(String.raw`${unspaced}[\u3099\u309a${accents}]*|[${wordCharacter}--${unspaced}]+`, 'gv')

const anyUnspaced = new RegExp(unspaced, 'gv')

/** Puts spaces around the characters of languages that are written without spaces. */
export const spaceOut = (text: string): string => text.replaceAll(anyUnspaced, ' $& ')

const unspacedStart = new RegExp(`^${unspaced}`, 'v')

/** True if a character is a word of its own. */
export const isWholeWord = (char: string): boolean => unspacedStart.test(char)

const openEnd = new RegExp(`[[\\p{L}\\p{M}\\p{N}]--${unspaced}]$`, 'v')

/** True if the last word of a text can be the beginning of a longer one. */
export const canContinue = (text: string): boolean => openEnd.test(text)

/** Matches a word in folded ASCII text, twice as fast as the pattern for all texts. */
const plainWord = /[a-z0-9]+/g

const foldedWord = new RegExp(String.raw`${unspaced}|[[\p{L}\p{N}]--${unspaced}]+`, 'gv')

const ascii = /^[\0-\u007f]*$/
const allAccents = new RegExp(accents, 'g')
const anyVariant = new RegExp(`[${forms.variants}]`, 'u')
const standardForm = (char: string): string => forms.standard[forms.variants.indexOf(char)] ?? char
