/** Finds the lines between the parts of a multipart (RFC 2046, 5.1.1). */
import { fieldIn, fieldsIn, setField } from './fields.ts'

/** A multipart whose parts have not all been read. */
export interface Multipart {
  readonly subtype: string
  readonly boundary: string
  /** The text after the dashes of its last delimiter line. */
  readonly closing: string
}

/** Parses a `Content-Type`; undefined if it is not a multipart with a boundary. */
export function multipartOf(contentType: string): Multipart | undefined {
  const type = contentType.slice(0, MAX_TYPE_LENGTH)
  const [, subtype] = /^multipart\/([\w.+-]+)/i.exec(type) ?? []
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";]+))/i.exec(type) ?? []
  const boundary = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? ''
  if (subtype === undefined || boundary === '') return undefined
  return { subtype: subtype.toLowerCase(), boundary, closing: `${boundary}--` }
}

/**
 * Corrects the `Content-Type` of a multipart if its body has no delimiter line with the declared boundary: takes another
 * `Content-Type` of the header, or the boundary of the first line that looks like a delimiter.
 * @param from the index in `raw` at which the body begins.
 * @param open the multiparts around this one, the outermost first.
 */
export function repairBoundary(header: string, raw: Buffer, from: number, open: readonly Multipart[]): string {
  if (!/multipart\//i.test(header)) return header
  const types = fieldsIn(header, 'content-type')
    .filter((type) => /^multipart\//i.test(type))
    .slice(0, MAX_TYPES)
  const matching = types.find((type) => hasDelimiter(raw, from, open, multipartOf(type)))
  const type = matching ?? guessBoundary(types[0], raw.subarray(from, nextDelimiter(raw, from, open)?.start))
  return type === undefined || type === fieldIn(header, 'content-type')
    ? header
    : setField(header, 'Content-Type', type)
}

const hasDelimiter = (raw: Buffer, from: number, open: readonly Multipart[], own: Multipart | undefined): boolean =>
  own !== undefined && nextDelimiter(raw, from, [...open, own])?.depth === open.length

/** Maximum length of a `Content-Type`, in characters: no sensible one is longer. */
const MAX_TYPE_LENGTH = 4000

/** Maximum number of `Content-Type` fields that are tried. */
const MAX_TYPES = 3

/** A line of dashes and a boundary above the header of a part. */
const FIRST_DELIMITER = /^--(\S[^\r\n]{0,200})\r?\ncontent-(?:type|transfer-encoding|disposition)[ \t]*:/im

/** Number of bytes at the start of a body that are searched for a delimiter. */
const MAX_PREAMBLE_LENGTH = 64 * 1024

function guessBoundary(type: string | undefined, body: Buffer): string | undefined {
  const [, boundary] = FIRST_DELIMITER.exec(body.toString('latin1', 0, MAX_PREAMBLE_LENGTH)) ?? []
  if (type === undefined || boundary === undefined) return undefined
  const quoted = boundary.trimEnd().replace(/["\\]/g, '\\$&')
  // Inserted first, because `multipartOf` takes the first boundary.
  return type.replace(/^[^\s;]+/, (name) => `${name}; boundary="${quoted}"`)
}

export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d
const DASH = 0x2d

/** Returns the start of the line break before a line. */
export const breakBefore = (raw: Buffer, line: number): number =>
  raw[line - 2] === CARRIAGE_RETURN ? line - 2 : line - 1

/** A delimiter line with the line break above it. */
export interface Delimiter {
  readonly start: number
  readonly end: number
  /** The index of its multipart among the open ones. */
  readonly depth: number
  readonly isLast: boolean
}

/** Returns the next delimiter of any of these multiparts. @param open the outermost first. */
export function nextDelimiter(raw: Buffer, from: number, open: readonly Multipart[]): Delimiter | undefined {
  if (open.length === 0) return undefined
  for (let feed = raw.indexOf('\n--', Math.max(from - 1, 0)); feed !== -1; feed = raw.indexOf('\n--', feed + 1)) {
    const delimiter = delimiterAt(raw, feed + 1, open)
    if (delimiter) return { ...delimiter, start: Math.max(from, breakBefore(raw, feed + 1)) }
  }
  return undefined
}

/** Returns the delimiter of the innermost multipart whose boundary is in the line that begins at `start`. */
export function delimiterAt(
  raw: Buffer,
  start: number,
  open: readonly Multipart[],
): Omit<Delimiter, 'start'> | undefined {
  if (raw[start] !== DASH || raw[start + 1] !== DASH) return undefined
  const feed = raw.indexOf(LINE_FEED, start)
  const end = feed === -1 ? raw.length : feed + 1
  const line = raw.toString('latin1', start + 2, Math.min(end, start + MAX_LINE_LENGTH)).trimEnd()
  const depth = open.findLastIndex(({ boundary, closing }) => line === boundary || line === closing)
  return depth === -1 ? undefined : { end, depth, isLast: line !== open[depth]?.boundary }
}

/** The limit of a delimiter line, in bytes. RFC 2046 allows 70 characters, but programs write longer ones. */
const MAX_LINE_LENGTH = 500
