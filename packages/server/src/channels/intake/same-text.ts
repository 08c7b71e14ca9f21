/** Compares the texts of two mails that may be copies of each other. */
import { safeHtmlToText } from '../../text/html.ts'

/** The text of an article or a mail. HTML is sanitized. */
export interface Text {
  readonly body: string
  readonly content_type: string
}

/**
 * Returns true if the words of one text begin or end with those of the other: mailing lists append a footer, and mail servers
 * insert a warning above the text.
 */
export function areSameWords(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short === '') return long === ''
  return `${long} `.startsWith(`${short} `) || ` ${long}`.endsWith(` ${short}`)
}

/** Number of characters that are compared: the rest of longer texts would only take time. */
const MAX_COMPARED = 50_000

/**
 * Returns the words with which a text begins. Only letters and digits count, because line breaks and punctuation change when
 * a text is encoded again.
 */
export function wordsOf({ body, content_type }: Text): string {
  const beginning = body.slice(0, MAX_COMPARED)
  const text = content_type === 'text/html' ? safeHtmlToText(beginning) : beginning
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
