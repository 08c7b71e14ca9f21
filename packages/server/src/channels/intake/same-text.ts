/** Compares the texts of two mails that may be copies of one. */
import { safeHtmlToText } from '../../text/html.ts'

/** A text as articles have it; HTML is sanitized. */
export interface Text {
  readonly body: string
  readonly content_type: string
}

/**
 * Returns true if the words of one text begin or end with those of the other: mailing lists add a footer, servers a warning
 * above. Only letters and digits count, because line breaks and signs change when a text is encoded again.
 */
export function isSameText(one: Text, other: Text): boolean {
  const [short = '', long = ''] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  if (short === '') return long === ''
  return `${long} `.startsWith(`${short} `) || ` ${long}`.endsWith(` ${short}`)
}

function wordsOf({ body, content_type }: Text): string {
  const text = content_type === 'text/html' ? safeHtmlToText(body) : body
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
