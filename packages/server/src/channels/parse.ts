/** One raw message becomes a plain `Mail`, whatever is wrong with it. */
import { createHash } from 'node:crypto'
import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { parseAddresses } from './addresses.ts'
import { readBody } from './body.ts'
import { believableDate } from './date.ts'
import { BadMail, type Mail, type Mailbox, type Origin, type ReadMail } from './mail.ts'
import { isEmail } from '../resources/user/names.ts'
import { addressesIn, cut, oneLine } from './text.ts'
import { asPlainText, countDelimiters, declareCharsets, looksLikeMail, slimHeaders } from './mend.ts'
import { namesSevenBit } from './seven-bit.ts'
import { recodeUuParts } from './uuencode.ts'

/**
 * Reads a message. What is broken is left out or guessed, so that a person finds as much of the mail as there is.
 * @throws BadMail when it is empty or no mail at all.
 */
export async function parseMail(raw: Buffer, origin: Origin): Promise<ReadMail> {
  const message = withLines(withoutEnvelope(raw))
  refuseWhatIsNoMail(message)
  const { email, salvaged } = await readReadable(message)
  const header = headersOf(email)
  const subject = cut(oneLine(email.subject ?? ''), LONGEST_TEXT)
  const date = believableDate({
    date: header('date')[0],
    received: header('received'),
    envelope: origin.envelope?.time ?? null,
    file: origin.file_time,
    now: origin.now,
  })
  return {
    message_id: messageIds(header('message-id')[0] ?? '')[0] ?? derivedMessageId(message),
    in_reply_to: messageIds(header('in-reply-to').join(' ')),
    references: keepEnds(messageIds(header('references').join(' '))),
    date: date === null ? null : new Date(date).toISOString(),
    ...authorOf(header, origin),
    reply_to: header('reply-to').flatMap(parseAddresses),
    to: header('to').flatMap(parseAddresses),
    cc: header('cc').flatMap(parseAddresses),
    delivered_to: ['delivered-to', 'x-original-to', 'envelope-to'].flatMap(header).flatMap(addressesIn),
    list: listOf(header),
    subject,
    ...withOriginal(readBody(email, subject), salvaged ? message : null),
  }
}

/** A Message-ID for a mail that has none: from its bytes, so that importing it again finds it. */
export function derivedMessageId(message: Buffer): string {
  return `<${createHash('sha256').update(message).digest('hex').slice(0, 40)}@missing-message-id.invalid>`
}

type Headers = (name: string) => string[]

/** As long as the columns that hold headers. */
const LONGEST_TEXT = 3000

/** An mbox separator that came along, and empty lines above the header. */
function withoutEnvelope(raw: Buffer): Buffer {
  let start = 0
  while (start < raw.length && (raw[start] === 0x0a || raw[start] === 0x0d)) start += 1
  if (!/^>?From /.test(raw.toString('latin1', start, start + 6))) return raw.subarray(start)
  const end = raw.indexOf(0x0a, start)
  return end === -1 ? raw.subarray(raw.length) : raw.subarray(end + 1)
}

/** Old programs end lines with a carriage return alone, which no parser takes for an end. */
const withLines = (message: Buffer): Buffer =>
  message.includes(0x0a) ? message : Buffer.from(message.toString('latin1').replaceAll('\r', '\n'), 'latin1')

function refuseWhatIsNoMail(message: Buffer): void {
  if (message.length === 0) throw new BadMail('The message is empty.')
  if (!looksLikeMail(message.subarray(0, 256 * 1024))) throw new BadMail('There is no mail header in it.')
}

/** A parsed message; `salvaged` when the parser could only take a part of it. */
interface Reading {
  readonly email: Email
  readonly salvaged: boolean
}

/** Reads the message, and once more with declared charsets when something in it came out unreadable. */
async function readReadable(message: Buffer): Promise<Reading> {
  const recoded = recodeUuParts(message)
  const reading = await readSomehow(recoded)
  if (!isUnreadable(reading.email) && !namesSevenBit(message)) return reading
  return readSomehow(declareCharsets(recoded))
}

function isUnreadable({ subject, text, html, headers, attachments }: Email): boolean {
  const values = headers.flatMap(({ key, value }) => (SHOWN_HEADER.test(key) ? decodeWords(value) : []))
  const names = attachments.map(({ filename }) => filename)
  return [subject, text, html, ...values, ...names].some((part) => part && UNREADABLE.test(part))
}

const SHOWN_HEADER = /^(?:from|to|cc|reply-to|sender|list-id)$/

/**
 * Traces of text decoded with the wrong character set: replacement and control characters, escape sequences of ISO-2022,
 * and runs of accented Latin letters, as UTF-8 and other scripts look in Latin-1. Only the bytes show whether it was wrong.
 */
const UNREADABLE = /[\uFFFD\u0080-\u009f]|\p{Cc}\$[@AB]|[ÂÃ][^\0-\x7f]|[\u00a1-\u00ff]{4}/u

/** The parser gives up on what is nested or inflated beyond reason; then the message is read with less and less of its structure. */
async function readSomehow(message: Buffer): Promise<Reading> {
  if (isBearable(message)) {
    const whole = await tryToParse(message)
    if (whole && !lacksParts(whole, message)) return { email: whole, salvaged: false }
    const slim = whole ? null : await tryToParse(slimHeaders(message))
    if (slim) return { email: slim, salvaged: true }
  }
  const { header, text } = asPlainText(message)
  return { email: { ...(await PostalMime.parse(header)), text }, salvaged: true }
}

/** Whether a message has nothing to show because the delimiters it announces are nowhere in it, or are not named. */
function lacksParts({ text, html, attachments, headers }: Email, message: Buffer): boolean {
  if (text || html || attachments.length > 0) return false
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  return /^\s*multipart\//i.test(type) && countDelimiters(message, 1) === 0
}

const tryToParse = (message: Buffer): Promise<Email | null> =>
  PostalMime.parse(message, { forceRfc822Attachments: true }).catch(() => null)

/** More parts than this are no attachments but an attack on memory. */
const MOST_PARTS = 2000

/** The parser keeps two objects for each line: a million short lines took 3 GB. Base64 lines are longer and not kept. */
const MOST_LINES = 250_000
const SHORT_LINE = 50

function isBearable(message: Buffer): boolean {
  let lines = 0
  for (let at = message.indexOf(0x0a); at !== -1; at = message.indexOf(0x0a, at + 1)) lines += 1
  if (lines > MOST_LINES && message.length < lines * SHORT_LINE) return false
  return countDelimiters(message, MOST_PARTS) < MOST_PARTS
}

/** What could not be read in full goes along whole, so that nothing is lost. */
function withOriginal(body: ReturnType<typeof readBody>, original: Buffer | null): ReturnType<typeof readBody> {
  if (original === null) return body
  const attachment = { filename: 'original-message.eml', mime_type: 'message/rfc822', content_id: null, inline: false }
  return { ...body, attachments: [...body.attachments, { ...attachment, data: original }] }
}

function headersOf(email: Email): Headers {
  const values = new Map<string, string[]>()
  for (const { key, value } of email.headers) values.set(key, [...(values.get(key) ?? []), value].slice(0, 200))
  return (name) => values.get(name) ?? []
}

/** The first valid address in `From`; without one, an address from the next best header, with the name from `From`. */
function authorOf(header: Headers, origin: Origin): Pick<Mail, 'from' | 'sender'> {
  const from = header('from').flatMap(parseAddresses)
  const author = firstValid(from)
  if (author) return { from, sender: author }
  const envelope = { name: '', address: origin.envelope?.from ?? '' }
  const others = ['sender', 'reply-to', 'return-path'].flatMap(header).flatMap(parseAddresses)
  const { name = '', address = '' } = firstValid([...others, envelope]) ?? from[0] ?? others[0] ?? {}
  const sender = { name: from[0]?.name || name, address }
  return { from: [sender], sender }
}

const firstValid = (mailboxes: readonly Mailbox[]): Mailbox | undefined =>
  mailboxes.find(({ address }) => isEmail(address))

/** `<id>` wherever it stands; a value without brackets counts as one id when it looks like one. */
function messageIds(text: string): string[] {
  const marked = [...text.matchAll(/<([^<>\s]{1,900})>/g)].map(([, id]) => `<${id}>`)
  if (marked.length > 0) return [...new Set(marked)]
  const bare = /[^\s<>;,"]{1,450}@[^\s<>;,"]{1,450}/.exec(text.slice(0, 2000))
  return bare ? [`<${bare[0]}>`] : []
}

/** Long threads: the first message and the latest ones say where a mail belongs. */
function keepEnds(ids: readonly string[]): string[] {
  return ids.length <= 50 ? [...ids] : [ids[0] ?? '', ...ids.slice(-49)]
}

/** A description that can stand as a name: short, with letters, and no address of a page. */
const LIST_NAME = /^(?=.*\p{L})(?!.*:\/\/).{1,60}$/u

function listOf(header: Headers): Mail['list'] {
  const id = /^(.*?)<([^<>\s]+)>/.exec(decodeWords(header('list-id')[0] ?? ''))
  const address = ['list-post', 'x-beenthere', 'x-mailing-list', 'mailing-list', 'delivered-to']
    .flatMap((name) => header(name).filter((value) => name !== 'delivered-to' || /^mailing list /i.test(value)))
    .flatMap(addressesIn)
    .map((found) => found.replace(/-(?:help|owner)@/, '@'))[0]
  const description = oneLine((id?.[1] ?? '').replaceAll('"', '')).replace(/[.:\s]+$/, '')
  if (LIST_NAME.test(description)) return { name: description, address: address ?? null }
  const local = id?.[2]?.split('.')[0] ?? address?.split('@')[0]
  return local ? { name: local, address: address ?? null } : null
}
