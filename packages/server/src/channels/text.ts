/** Small rules for text that comes from outside. */
import { isEmail } from '../resources/user/names.ts'

/** One line: control characters, NUL above all, have no meaning in a header and break databases. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim()
}

/** At most so many characters, the last of them whole. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** The addresses in a header, lower-cased. Cut into words first: looking for an `@` from every character takes for ever. */
export function addressesIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s<>(),;:"]+/)
    .filter(isEmail)
}
