/** Finds the header and the parts of a raw message. */
import {
  breakBefore,
  type Delimiter,
  delimiterAt,
  LINE_FEED,
  type Multipart,
  multipartOf,
  nextDelimiter,
  CARRIAGE_RETURN,
  repairBoundary,
} from './delimiters.ts'
import { fieldIn, setField } from './fields.ts'
import { repairHeader } from './header-repairs.ts'

/** Returns the index of the line breaks between header and body, or the length of the text if there is no body. */
export function headerEnd(text: string): number {
  if (/^\r?\n/.test(text)) return 0
  const end = /\r?\n\r?\n/.exec(text)
  return end ? end.index : text.length
}

/** The separator line above a message of an mbox. `From :` is a field: a space may precede its colon (RFC 5322, 4.5). */
export const MBOX_LINE = /^>?From (?![ \t]*:)/

/** Returns true if a text begins with the header of a mail, that is, one with a field such as `Subject` or `From`. */
export function looksLikeMail(start: Buffer): boolean {
  const text = start.toString('latin1').trimStart()
  const header = MBOX_LINE.test(text) ? text.slice(text.indexOf('\n') + 1) : text
  return MAIL_HEADER.test(header.slice(0, headerEnd(header)))
}

const MAIL_HEADER =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|delivered-to|reply-to|sender|mime-version|content-type)[ \t]*:/im

/** A part of a message, before transfer decoding. Joining header, body and delimiter of all parts gives the message. */
export interface Part {
  /** As Latin-1, without the line break at its end. Empty for the text after the last part of a multipart. */
  readonly header: string
  /** Begins with the empty line below the header. The body of a multipart is the text above its first part. */
  readonly body: Buffer
  /** The delimiter line that ends the part, and the line breaks around this line. */
  readonly delimiter: Buffer
  /** The subtype of the multipart to which it belongs, such as `alternative`; empty outside of multiparts. */
  readonly container: string
  /** False for multiparts, and for the text after the last part of one: they have no content of their own. */
  readonly isLeaf: boolean
  /** True if its header differs from that in the message. */
  readonly isRepaired: boolean
}

/** Maximum number of parts. More of them are an attack on memory; the rest of the message belongs to the last part. */
export const MAX_PARTS = 2000

/**
 * Splits a message into its parts, and the parts of multiparts in it, in their order (RFC 2046, 5.1). An attached message is
 * one part.
 */
export function readParts(raw: Buffer): Part[] {
  const parts: Part[] = []
  const open: Multipart[] = []
  let start = 0
  let isHeader = true
  for (;;) {
    const container = open.at(-1)?.subtype ?? ''
    const headerStop: number = isHeader ? headerStopAt(raw, start, open) : start
    const original = raw.toString('latin1', start, headerStop)
    const { header: repaired, text } = repairHeader(original)
    const header = repairBoundary(repaired, raw, headerStop, open)
    const multipart = multipartOf(fieldIn(header, 'content-type') ?? '')
    if (multipart && open.length < MAX_DEPTH) open.push(multipart)
    const next: Delimiter | undefined = parts.length + 1 < MAX_PARTS ? nextDelimiter(raw, headerStop, open) : undefined
    const delimiter = next ? raw.subarray(next.start, next.end) : NO_BYTES
    const rest = raw.subarray(headerStop, next?.start)
    const body = text === '' ? rest : Buffer.concat([Buffer.from(`\n\n${text}`, 'latin1'), rest])
    const isRepaired = header !== original
    parts.push({ header, body, delimiter, container, isLeaf: isHeader && !multipart, isRepaired })
    if (!next) return parts
    // The multiparts within that of the delimiter have ended; after its last delimiter, it has ended, too.
    open.length = next.isLast ? next.depth : next.depth + 1
    start = next.end
    isHeader = !next.isLast
  }
}

/** Joins parts to a message. */
export const joinParts = (parts: readonly Part[]): Buffer =>
  Buffer.concat(parts.flatMap(({ header, body, delimiter }) => [Buffer.from(header, 'latin1'), body, delimiter]))

/** Returns the content of a part, below the empty line and before transfer decoding. */
export function contentOf({ header, body }: Part): Buffer {
  const [gap = ''] = (header === '' ? /^\r?\n/ : /^(?:\r?\n){1,2}/).exec(body.toString('latin1', 0, 4)) ?? []
  return body.subarray(gap.length)
}

/** Replaces the content of a part and encodes it as base64. */
export function encodeAsBase64(part: Part, content: Buffer): Part {
  const base64 = content.toString('base64').replace(/.{76}(?=.)/g, '$&\n')
  const header = setField(part.header, 'Content-Transfer-Encoding', 'base64')
  return { ...part, header, body: Buffer.from(`\n\n${base64}`) }
}

const NO_BYTES = Buffer.alloc(0)

/** Maximum number of nested multiparts, as in the parser. */
const MAX_DEPTH = 256

/** Returns the end of the header that begins at `start`: before an empty line, a delimiter line, or the end. */
function headerStopAt(raw: Buffer, start: number, open: readonly Multipart[]): number {
  for (let line = start; line < raw.length;) {
    const isEmpty = raw[line] === LINE_FEED || (raw[line] === CARRIAGE_RETURN && raw[line + 1] === LINE_FEED)
    if (isEmpty || delimiterAt(raw, line, open)) return Math.max(start, breakBefore(raw, line))
    const feed = raw.indexOf(LINE_FEED, line)
    line = feed === -1 ? raw.length : feed + 1
  }
  return raw.length
}
