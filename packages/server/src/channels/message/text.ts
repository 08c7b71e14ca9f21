/** Helpers for untrusted text. */
import { isEmail } from '../../resources/user/names.ts'

/** Joins lines and removes control characters, which are meaningless in headers; PostgreSQL refuses NUL. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim()
}

/** Cuts a text to a length, without splitting a surrogate pair. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/**
 * Returns the addresses in a header, in lower case. Splits the text into words first, because a single pattern would
 * backtrack.
 */
export function addressesIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s<>(),;:"]+/)
    .filter(isEmail)
}
