/** Parses a message so that the result is readable: repairs it first, and reduces it if parsing fails. */
import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { declareCharsets, declaresDoubtfulCharset } from './declare-charsets.ts'
import { readParts } from './mime-structure.ts'
import { repairParts } from './part-repairs.ts'
import { asPlainText, reduceHeaders } from './reduce.ts'

/** A parsed message; `isPartial` if the parser could read only a part of it. */
export interface ParsedMessage {
  readonly email: Email
  readonly isPartial: boolean
}

/**
 * Parses a message. If it declares a charset that the parser may decode wrongly, or if the result is unreadable, its charsets
 * are corrected.
 */
export async function parseReadable(message: Buffer): Promise<ParsedMessage> {
  const repaired = hasTooManyLines(message) ? undefined : attempt(() => repairParts(message))
  if (repaired === undefined) return parsePlain(message)
  const parseWithCharsets = () => parseWithFallbacks(attempt(() => declareCharsets(repaired)) ?? repaired.raw)
  if (declaresDoubtfulCharset(repaired)) return parseWithCharsets()
  const parsed = await parseWithFallbacks(repaired.raw)
  return isUnreadable(parsed.email) ? parseWithCharsets() : parsed
}

/** Returns the result of a repair; undefined if the message is so strange that the repair fails. */
function attempt<T>(repair: () => T): T | undefined {
  try {
    return repair()
  } catch {
    return undefined
  }
}

function isUnreadable({ subject, text, html, headers, attachments }: Email): boolean {
  const values = headers.flatMap(({ key, value }) => (SHOWN_HEADER.test(key) ? decodeWords(value) : []))
  const names = attachments.map(({ filename }) => filename)
  return [subject, text, html, ...values, ...names].some((part) => part && UNREADABLE.test(part))
}

const SHOWN_HEADER = /^(?:from|to|cc|reply-to|sender|list-id)$/

/**
 * Traces of text that may have been decoded with the wrong character set: replacement and control characters, escape
 * sequences of ISO-2022, and runs of accented Latin letters, as UTF-8 and other scripts look in Latin-1.
 */
const UNREADABLE = /[\uFFFD\u0080-\u009f]|\p{Cc}\$[@AB]|[ÂÃ][^\0-\x7f]|[\u00a1-\u00ff]{4}/u

/** Parses a message: with reduced headers if that fails, and as plain text if that fails, too, or if its text was lost. */
async function parseWithFallbacks(message: Buffer): Promise<ParsedMessage> {
  const whole = await tryToParse(message)
  if (whole && !hasLostText(whole, message)) return { email: whole, isPartial: false }
  const reduced = whole ? null : await tryToParse(reduceHeaders(message))
  return reduced ? { email: reduced, isPartial: true } : parsePlain(message)
}

async function parsePlain(message: Buffer): Promise<ParsedMessage> {
  const { header, text } = asPlainText(message)
  return { email: { ...(await PostalMime.parse(header)), text }, isPartial: true }
}

/** Returns true if the parser found nothing in a body that is not empty, such as a multipart without its parts. */
function hasLostText({ text, html, attachments }: Email, message: Buffer): boolean {
  if (text || html || attachments.length > 0) return false
  const parts = readParts(message)
  const bodies = parts.length === 1 ? parts : parts.filter(({ isLeaf }) => isLeaf)
  return bodies.some(({ body }) => body.toString('latin1').trim() !== '')
}

const tryToParse = (message: Buffer): Promise<Email | null> =>
  PostalMime.parse(message, { forceRfc822Attachments: true }).catch(() => null)

/** Maximum number of short lines. The parser keeps two objects for each of them: a million took 3 GB. */
const MAX_LINES = 250_000
/** The average length below which lines are short, in bytes. Lines in base64 are longer, and the parser does not keep them. */
const SHORT_LINE = 50

function hasTooManyLines(message: Buffer): boolean {
  let lines = 0
  for (let feed = message.indexOf(0x0a); feed !== -1; feed = message.indexOf(0x0a, feed + 1)) lines += 1
  return lines > MAX_LINES && message.length < lines * SHORT_LINE
}
