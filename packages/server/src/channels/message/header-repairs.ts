/** Repairs headers that contain lines which are not fields. */

/** A header without malformed lines, and the beginning of the text if no empty line separates it from the header. */
export interface RepairedHeader {
  readonly header: string
  readonly text: string
}

/**
 * Repairs the lines of a header. A line that is no field continues the field above if further fields follow, because some
 * programs wrap lines without the white space that marks a continuation (RFC 5322, 2.2.3). Otherwise the text begins with
 * this line.
 */
export function repairHeader(original: string): RepairedHeader {
  if (!IRREGULAR.test(original)) return { header: withSemicolons(original), text: '' }
  const lines = original.split('\n')
  const lastField = lines.findLastIndex((line) => KNOWN_FIELD.test(line))
  const firstOfText = lines.findIndex((line, index) => index > lastField && !REGULAR.test(line))
  const end = firstOfText === -1 ? lines.length : firstOfText
  const fields = lines.slice(0, end).map((line, index) => (index === 0 || REGULAR.test(line) ? line : ` ${line}`))
  return { header: withSemicolons(fields.join('\n').replace(/\r$/, '')), text: lines.slice(end).join('\n') }
}

/** The start of a field (a name of printable characters, and a colon), of a continuation line, or of an mbox separator. */
const LINE = String.raw`[!-9;-~]+[ \t]*:|[ \t]|>?From `
const REGULAR = new RegExp(`^(?:${LINE})`)
const IRREGULAR = new RegExp(String.raw`(?:^|\n)(?!${LINE}|$)`)

/** Fields that show that the header has not ended yet: the first lines of a text hardly look like them. */
const KNOWN_FIELD =
  /^(?:from|to|cc|bcc|subject|date|message-id|in-reply-to|references|received|return-path|delivered-to|reply-to|sender|mime-version|(?:content|x|list|arc|dkim)-[\w-]+)[ \t]*:/i

/** Inserts the semicolon between a type or disposition and its first parameter (RFC 2045, 5.1). */
const withSemicolons = (header: string): string =>
  header.replace(/^(content-(?:type|disposition)[ \t]*:\s*[\w.+-]+(?:\/[\w.+-]+)?)(?=\s+[\w-]+\*?=)/gim, '$1;')
