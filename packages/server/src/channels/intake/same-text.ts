/** Compares the texts of two mails that may be copies of one. */
import { safeHtmlToText } from '../../text/html.ts'

/** A text as articles have it; HTML is sanitized. */
export interface Text {
  readonly body: string
  readonly content_type: string
}

/**
 * Returns true if the words of one text begin or end with those of the other: mailing lists add a footer, servers a warning
 * above.
 */
export function areSameWords(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  if (short === '') return long === ''
  return `${long} `.startsWith(`${short} `) || ` ${long}`.endsWith(` ${short}`)
}

/** Number of characters that are compared: the rest of longer texts would only take time. */
const LONGEST_COMPARED = 50_000

/**
 * Returns the words with which a text begins. Only letters and digits count, because line breaks and signs change when a text
 * is encoded again.
 */
export function wordsOf({ body, content_type }: Text): string {
  const beginning = body.slice(0, LONGEST_COMPARED)
  const text = content_type === 'text/html' ? safeHtmlToText(beginning) : beginning
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
