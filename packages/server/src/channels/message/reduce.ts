/** Reduces messages that the parser cannot read as they are, such as messages whose headers exceed its limits. */
import { isUtf8 } from 'node:buffer'
import { headerEnd } from './mime-structure.ts'

/** Reduces the headers of a message to the essential ones, each cut, for messages with too many or too long headers. */
export function reduceHeaders(raw: Buffer): Buffer {
  const { header, end } = headerLines(raw)
  return Buffer.concat([
    reduceHeader(header, (line) => ESSENTIAL.test(line) || STRUCTURE.test(line)),
    raw.subarray(end),
  ])
}

/** Splits a message into a reduced header for the parser and the beginning of its body as plain text, including markup. */
export function asPlainText(raw: Buffer): { readonly header: Buffer; readonly text: string } {
  const { header, end } = headerLines(raw)
  const body = raw.subarray(end, end + MAX_BODY_BYTES)
  return {
    header: reduceHeader(header, (line) => ESSENTIAL.test(line)),
    text: body.toString(isUtf8(body) ? 'utf8' : 'latin1'),
  }
}

const ESSENTIAL =
  /^(?:from|sender|reply-to|to|cc|subject|date|message-id|in-reply-to|references|list-id|delivered-to|received|return-path):/i
const STRUCTURE = /^(?:mime-version|content-[\w-]+):/i

/** Number of bytes at the start of a message that are searched for its header. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024

/** Maximum number of bytes of a body that is shown as plain text. */
const MAX_BODY_BYTES = 1_000_000

function headerLines(raw: Buffer): { readonly header: string[]; readonly end: number } {
  const text = raw.toString('latin1', 0, MAX_HEADER_BYTES)
  const end = headerEnd(text)
  return { header: text.slice(0, end).split(/\r?\n(?![ \t])/), end }
}

/** Maximum number of lines that are kept, and of characters of each. Together they are below the limit of the parser, 2 MiB. */
const [MAX_LINES, MAX_LINE_LENGTH] = [100, 20_000]

function reduceHeader(header: readonly string[], keep: (line: string) => boolean): Buffer {
  const lines = header.filter(keep).slice(0, MAX_LINES)
  return Buffer.from(`${lines.map((line) => line.slice(0, MAX_LINE_LENGTH)).join('\n')}\n\n`, 'latin1')
}
