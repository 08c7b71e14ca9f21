/** Finds the header and the parts of a raw message. */

/** Returns the index of the empty line after the header, or the length of the text if there is no body. */
export function headerEnd(text: string): number {
  if (/^\r?\n/.test(text)) return 0
  const end = /\r?\n\r?\n/.exec(text)
  return end ? end.index : text.length
}

/** The line above a message of an mbox. A space may also precede the colon of a field (RFC 5322, 4.5). */
export const MBOX_LINE = /^>?From (?![ \t]*:)/

/** Returns true if a text begins with the header of a mail, that is, with a line such as `Subject:` or `From:`. */
export function looksLikeMail(start: Buffer): boolean {
  const text = start.toString('latin1').trimStart()
  const header = MBOX_LINE.test(text) ? text.slice(text.indexOf('\n') + 1) : text
  return MAIL_HEADER.test(header.slice(0, headerEnd(header)))
}

/** Counts the delimiter lines of a message, up to `limit`. */
export function countDelimiters(raw: Buffer, limit: number): number {
  const names = new Set([...sections(raw)].flatMap((text) => [...boundaries(text)]))
  if (names.size === 0) return 0
  let count = 0
  for (let at = raw.indexOf('\n--'); at !== -1 && count < limit; at = raw.indexOf('\n--', at + 3)) {
    const line = raw.toString('latin1', at + 3, at + 3 + LONGEST_BOUNDARY).split(/[\r\n]/, 1)[0] ?? ''
    if (names.has(line.replace(/(?:--)?[ \t]*$/, '')) || names.has(line)) count += 1
  }
  return count
}

/** Bytes of a section, and of the overlap of two sections. */
const SECTION = 1024 * 1024
const OVERLAP = 1024

/** Yields the text of a message in overlapping sections: a string of a whole large message would take as much memory again. */
export function* sections(raw: Buffer): Generator<string> {
  for (let at = 0; at < raw.length; at += SECTION) yield raw.toString('latin1', at, at + SECTION + OVERLAP)
}

const MAIL_HEADER =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|delivered-to|reply-to|sender|mime-version|content-type)[ \t]*:/im

/** RFC 2046 allows 70 characters, but programs write longer ones. */
const LONGEST_BOUNDARY = 300

function boundaries(text: string): Set<string> {
  const names = text.matchAll(/boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi)
  return new Set([...names].map(([, quoted, bare]) => quoted ?? bare ?? ''))
}

/** Splits a message after its delimiter lines. Joining the parts gives the message. */
export function splitParts(text: string): string[] {
  const names = boundaries(text)
  const parts: string[] = []
  let start = 0
  for (const match of text.matchAll(/^--([^\r\n]{1,300})\r?\n/gm)) {
    const line = (match[1] ?? '').trimEnd()
    if (!names.has(line) && !names.has(line.replace(/--$/, ''))) continue
    const end = match.index + match[0].length
    parts.push(text.slice(start, end))
    start = end
  }
  parts.push(text.slice(start))
  return parts
}

/** Returns the delimiter line at the end of a part. */
export const delimiterOf = (part: string): string => /\r?\n--[^\r\n]*(?:\r?\n)?$/.exec(part)?.[0] ?? ''
