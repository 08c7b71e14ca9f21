/** Finds the lines between the parts of a multipart (RFC 2046, 5.1.1). */
import { fieldIn, fieldsIn, withField } from './fields.ts'

/** A multipart whose parts have not all been read. */
export interface Multipart {
  readonly subtype: string
  readonly boundary: string
  /** What follows the dashes in its last delimiter line. */
  readonly closing: string
}

/** Returns the multipart of a type with its boundary; undefined for any other type. */
export function multipartOf(written: string): Multipart | undefined {
  const type = written.slice(0, LONGEST_TYPE)
  const [, subtype] = /^multipart\/([\w.+-]+)/i.exec(type) ?? []
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";]+))/i.exec(type) ?? []
  const boundary = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? ''
  if (subtype === undefined || boundary === '') return undefined
  return { subtype: subtype.toLowerCase(), boundary, closing: `${boundary}--` }
}

/**
 * Returns the header of a multipart with a type whose delimiter lines its body has: that of another `Content-Type`, or the
 * declared one with the boundary of the first line that looks like a delimiter.
 * @param open the multiparts to which it belongs.
 */
export function withBoundary(header: string, raw: Buffer, from: number, open: readonly Multipart[]): string {
  if (!/multipart\//i.test(header)) return header
  const types = fieldsIn(header, 'content-type')
    .filter((type) => /^multipart\//i.test(type))
    .slice(0, MAX_TYPES)
  const own = types.find((type) => hasDelimiter(raw, from, open, multipartOf(type)))
  const type = own ?? withGuess(types[0], raw.subarray(from, nextDelimiter(raw, from, open)?.start))
  return type === undefined || type === fieldIn(header, 'content-type')
    ? header
    : withField(header, 'Content-Type', type)
}

const hasDelimiter = (raw: Buffer, from: number, open: readonly Multipart[], own: Multipart | undefined): boolean =>
  own !== undefined && nextDelimiter(raw, from, [...open, own])?.depth === open.length

/** Length of a type that is read, and number of types that are tried: nothing sensible is longer, or has more. */
const LONGEST_TYPE = 4000
const MAX_TYPES = 3

/** A line of dashes and a boundary above the header of a part. */
const FIRST_DELIMITER = /^--(\S[^\r\n]{0,200})\r?\ncontent-(?:type|transfer-encoding|disposition)[ \t]*:/im

/** The part of a body in which a delimiter is searched, in bytes. */
const LONGEST_PREAMBLE = 64 * 1024

function withGuess(type: string | undefined, body: Buffer): string | undefined {
  const [, boundary] = FIRST_DELIMITER.exec(body.toString('latin1', 0, LONGEST_PREAMBLE)) ?? []
  if (type === undefined || boundary === undefined) return undefined
  const quoted = boundary.trimEnd().replace(/["\\]/g, '\\$&')
  return type.replace(/^[^\s;]+/, (name) => `${name}; boundary="${quoted}"`)
}

export const [LINE_FEED, RETURN] = [0x0a, 0x0d]
const DASH = 0x2d

/** Returns the start of the line break before a line. */
export const breakBefore = (raw: Buffer, line: number): number => (raw[line - 2] === RETURN ? line - 2 : line - 1)

/** A delimiter line with the line break above it. */
export interface Delimiter {
  readonly start: number
  readonly end: number
  /** The level of the multipart to which it belongs. */
  readonly depth: number
  readonly isLast: boolean
}

/** Returns the next delimiter of any of these multiparts. */
export function nextDelimiter(raw: Buffer, from: number, open: readonly Multipart[]): Delimiter | undefined {
  if (open.length === 0) return undefined
  for (let at = raw.indexOf('\n--', Math.max(from - 1, 0)); at !== -1; at = raw.indexOf('\n--', at + 1)) {
    const found = delimiterAt(raw, at + 1, open)
    if (found) return { ...found, start: Math.max(from, breakBefore(raw, at + 1)) }
  }
  return undefined
}

/** Returns the delimiter of the innermost multipart that has its boundary in this line. */
export function delimiterAt(raw: Buffer, at: number, open: readonly Multipart[]): Omit<Delimiter, 'start'> | undefined {
  if (raw[at] !== DASH || raw[at + 1] !== DASH) return undefined
  const feed = raw.indexOf(LINE_FEED, at)
  const end = feed === -1 ? raw.length : feed + 1
  const line = raw.toString('latin1', at + 2, Math.min(end, at + LONGEST_LINE)).trimEnd()
  const depth = open.findLastIndex(({ boundary, closing }) => line === boundary || line === closing)
  return depth === -1 ? undefined : { end, depth, isLast: line !== open[depth]?.boundary }
}

/** The limit of a delimiter line, in bytes. RFC 2046 allows 70 characters, but programs write longer ones. */
const LONGEST_LINE = 500
