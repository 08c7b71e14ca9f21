import { SearchError } from './error.ts'

/** The reading position in a query. The characters are code points, so that `index + 1` is the column. */
export interface Cursor {
  readonly chars: readonly string[]
  index: number
}

/** The suffix for fuzziness, slop or boost in Lucene: `heat~`, `heat~2`, `heat^1.5`. */
export const SUFFIX = /[~^][\d.]*$/

/** The beginning of a URL. In a URL, `?` begins the query string and is not a wildcard. */
export const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i

/** Returns true for white space, which ends words, and false at the end of the text. */
export function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/u.test(char)
}

/** Returns the characters up to the next space, parenthesis or quote, with escapes, and does not move the cursor. */
export function peekWord(cursor: Cursor): string {
  let end = cursor.index
  for (let char = cursor.chars[end]; char !== undefined && !/[\s()"]/u.test(char); char = cursor.chars[end]) end += 1
  return cursor.chars.slice(cursor.index, end).join('')
}

/** Rejects `~` and `^` right after a complete value or group. @throws SearchError. */
export function refuseSuffix(cursor: Cursor): void {
  const sign = cursor.chars[cursor.index]
  if (sign === '~' || sign === '^') throw unsupportedSuffix(cursor.index + 1, sign)
}

function unsupportedSuffix(at: number, sign: string): SearchError {
  return new SearchError(at, 'no_suffix', { text: sign })
}

/** Returns the text between the quotes at the cursor. @throws SearchError for an unclosed or empty phrase. */
export function readPhrase(cursor: Cursor): string {
  const at = cursor.index + 1
  let text = ''
  cursor.index += 1
  for (;;) {
    const char = cursor.chars[cursor.index]
    if (char === undefined) throw new SearchError(at, 'quote')
    cursor.index += 1
    if (char === '"') break
    text += char === '\\' ? readEscaped(cursor) : char
  }
  if (text.trim() === '') throw new SearchError(at, 'phrase_text')
  return text
}

/** Reads the character after a backslash; the cursor is past the backslash. */
function readEscaped(cursor: Cursor): string {
  const char = cursor.chars[cursor.index]
  // Before a letter the backslash would be dropped silently, as in DOMAIN\user.
  if (char === undefined || /[\p{L}\p{N}]/u.test(char)) {
    throw new SearchError(cursor.index, 'after_backslash')
  }
  cursor.index += 1
  return char
}

/** Returns the text of a value in a comparison or range. @throws SearchError for wildcards, which are not allowed there. */
export function exactText(letters: Letters, at: number): string {
  const wildcard = letters.pattern.findIndex((char) => char === '*' || char === '?')
  if (wildcard >= 0) throw new SearchError(at + wildcard, 'exact_value')
  refuseSuffixIn(letters, at)
  return letters.text.join('')
}

/** Rejects `~` and `^` at the end of a value that begins at column `at`. */
export function refuseSuffixIn(letters: Letters, at: number): void {
  const suffix = SUFFIX.exec(letters.pattern.join(''))?.[0]
  if (suffix !== undefined) throw unsupportedSuffix(at + letters.pattern.length - suffix.length, suffix.slice(0, 1))
}

/**
 * The characters of a word, without the backslashes of escapes. In `pattern`, escaped characters are replaced by NUL, so
 * that a special character in it is always an operator.
 */
export interface Letters {
  text: string[]
  pattern: string[]
}

/**
 * Returns the characters up to the next space or closing parenthesis, or to a character that `stop` matches.
 * @throws SearchError for a quote or an opening parenthesis within a word.
 */
export function readLetters(cursor: Cursor, stop?: RegExp): Letters {
  const letters: Letters = { text: [], pattern: [] }
  // An operator after a backslash is a word: `\AND`. Elsewhere, a backslash before a letter is an error. The NUL in `pattern`
  // stands for the backslash.
  if (/^\\(?:AND|OR|NOT)$/.test(peekWord(cursor))) {
    cursor.index += 1
    letters.pattern.push('\0')
  }
  for (;;) {
    const char = cursor.chars[cursor.index]
    if (char === undefined || char === ')' || isSpace(char) || stop?.test(char)) return letters
    if (char === '(' || char === '"') {
      throw new SearchError(cursor.index + 1, 'space_before_sign', { text: char })
    }
    cursor.index += 1
    letters.text.push(char === '\\' ? readEscaped(cursor) : char)
    letters.pattern.push(char === '\\' ? '\0' : char)
  }
}
