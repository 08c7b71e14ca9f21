/** Splits mbox files of any size at their `From ` lines (RFC 4155, with mboxrd quoting), without loading them into memory. */
import { fstatSync, readSync } from 'node:fs'
import { parseMailDate } from '../message/date.ts'

/** A message of an mbox. Offset and length include its `From ` line. */
export interface MboxMessage {
  /** The message without the `From ` line and with `>From ` unquoted; null if it is too long. */
  readonly raw: Buffer | null
  readonly envelope: { readonly from: string; readonly time: number | null }
  readonly offset: number
  readonly length: number
}

/** Returns true if the beginning of a file is that of an mbox. */
export const isMbox = (start: Buffer): boolean => isSeparator(start, 0)

/**
 * Yields the messages of an mbox in order.
 * @param file an open file descriptor.
 * @param maxLength the longest message that is read, in bytes; longer ones have `raw: null`.
 * @param chunk bytes to read at once.
 */
export function* splitMbox(file: number, maxLength: number, chunk = 1 << 20): Generator<MboxMessage> {
  const { size } = fstatSync(file)
  let offset = 0
  for (const next of separators(file, size, chunk)) {
    if (next > 0) yield messageAt(file, offset, next - offset, maxLength)
    offset = next
  }
  if (offset < size) yield messageAt(file, offset, size - offset, maxLength)
}

/** Number of bytes from the beginning of a `From ` line that are read to check this line and the header line below it. */
const LOOK_AHEAD = 2048

/** The maximum length of a `From ` line. Longer lines are text, and would be slow to match. */
const MAX_SEPARATOR_LENGTH = 500

/** The length of the empty line before a separator, `\n\r\n`. */
const LOOK_BACK = 3

/** Yields the offsets of the separators: `From ` lines at the beginning, or after an empty line. */
function* separators(file: number, size: number, chunk: number): Generator<number> {
  let unprocessed: Buffer = Buffer.alloc(0)
  let base = 0
  let from = 0
  for (;;) {
    // The buffer is not larger than the rest of the file, because some archives are thousands of small files.
    const more = Buffer.allocUnsafe(Math.min(chunk, size - base - unprocessed.length))
    const bytesRead = readSync(file, more, 0, more.length, base + unprocessed.length)
    const buffer = Buffer.concat([unprocessed, more.subarray(0, bytesRead)])
    const end = bytesRead === 0 ? buffer.length : Math.max(buffer.length - LOOK_AHEAD, from)
    for (let start = buffer.indexOf('From ', from); start !== -1 && start < end;) {
      if ((base + start === 0 || followsEmptyLine(buffer, start)) && isSeparator(buffer, start)) yield base + start
      start = buffer.indexOf('From ', start + 5)
    }
    if (bytesRead === 0) return
    const processed = Math.max(end - LOOK_BACK, 0)
    unprocessed = buffer.subarray(processed)
    base += processed
    from = end - processed
  }
}

function followsEmptyLine(buffer: Buffer, start: number): boolean {
  if (buffer[start - 1] !== 0x0a) return false
  return buffer[start - 2] === 0x0a || (buffer[start - 2] === 0x0d && buffer[start - 3] === 0x0a)
}

/**
 * Returns true if a line separates messages: `From`, an address and a time with a year, above a header or an empty line. A
 * header may begin with a `>From ` line of an old mail program. Other lines that begin with "From " are text.
 */
function isSeparator(buffer: Buffer, start: number): boolean {
  const [line = '', next = ''] = buffer.toString('latin1', start, start + LOOK_AHEAD).split(/\r?\n/, 2)
  return (
    line.length < MAX_SEPARATOR_LENGTH &&
    /^From \S.*\d{1,2}:\d{2}.*\b\d{4}\b/.test(line) &&
    /^(?:>From |[!-9;-~]+[ \t]*:|$)/.test(next)
  )
}

function messageAt(file: number, offset: number, length: number, maxLength: number): MboxMessage {
  const buffer = Buffer.allocUnsafe(Math.min(length, maxLength))
  const bytesRead = readSync(file, buffer, 0, buffer.length, offset)
  const lineEnd = buffer.subarray(0, bytesRead).indexOf(0x0a)
  const line = buffer.toString('latin1', 0, lineEnd === -1 ? bytesRead : lineEnd)
  const from = /^From (\S+)/.exec(line)?.[1] ?? ''
  return {
    raw: length > maxLength ? null : unquote(buffer.subarray(lineEnd === -1 ? bytesRead : lineEnd + 1, bytesRead)),
    envelope: { from, time: parseMailDate(line) },
    offset,
    length,
  }
}

/** Removes one `>` from quoted `From ` lines, and the empty lines before the next separator. */
function unquote(raw: Buffer): Buffer {
  let end = raw.length
  for (let ending = lineEnding(raw, end); ending > 0 && raw[end - ending - 1] === 0x0a; ending = lineEnding(raw, end)) {
    end -= ending
  }
  const trimmed = raw.subarray(0, end)
  if (!trimmed.includes('>From ')) return trimmed
  return Buffer.from(trimmed.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
}

/** Returns the length of the line break before `end`: 0, 1 or 2. */
function lineEnding(raw: Buffer, end: number): number {
  if (raw[end - 1] !== 0x0a) return 0
  return raw[end - 2] === 0x0d ? 2 : 1
}
