/** Parses raw messages, including malformed ones. */
import { createHash } from 'node:crypto'
import { addressParser, decodeWords, type Email } from 'postal-mime'
import { parseAddresses } from './addresses.ts'
import { readBody } from './body.ts'
import { plausibleDate } from './date.ts'
import { BadMail, type Mail, type Mailbox, type MessageOrigin, type ParsedMail } from './mail.ts'
import { isEmail } from '../../resources/user/names.ts'
import { addressesIn, cut, oneLine } from './text.ts'
import { reportOf } from './report.ts'
import { looksLikeMail, MBOX_LINE } from './mime-structure.ts'
import { parseReadable } from './parse-readable.ts'

/**
 * Parses a message. Malformed parts are repaired, guessed or left out, so that as much as possible can be read.
 * @throws BadMail for an empty message, or one without a mail header.
 */
export async function parseMail(raw: Buffer, origin: MessageOrigin): Promise<ParsedMail> {
  const message = withLineFeeds(withoutEnvelope(raw))
  requireMail(message)
  const { email, isPartial } = await parseReadable(message)
  const header = headersOf(email)
  const subject = cut(oneLine(email.subject ?? ''), MAX_SUBJECT_LENGTH)
  const date = plausibleDate({
    date: header('date')[0],
    received: header('received'),
    envelope: origin.envelope?.time ?? null,
    file: origin.file_time,
    now: origin.now,
  })
  return {
    message_id: messageIds(header('message-id')[0] ?? '')[0] ?? derivedMessageId(message),
    in_reply_to: messageIds(header('in-reply-to').join(' ')),
    references: limitIds(messageIds(header('references').join(' '))),
    date: date === null ? null : new Date(date).toISOString(),
    ...authorOf(header, origin),
    reply_to: header('reply-to').flatMap(parseAddresses),
    to: header('to').flatMap(parseAddresses),
    cc: header('cc').flatMap(parseAddresses),
    delivered_to: ['delivered-to', 'x-original-to', 'envelope-to'].flatMap(header).flatMap(addressesIn),
    list: listOf(header),
    subject,
    headers: keptHeaders(email),
    report: reportOf(email, header),
    identity: identityOf(header, message),
    ...withOriginal(readBody(email), isPartial ? message : null),
  }
}

/** Derives a Message-ID from the bytes of a mail that has none, so that importing it again finds it. */
export function derivedMessageId(message: Buffer): string {
  return `<${createHash('sha256').update(message).digest('hex').slice(0, 40)}@missing-message-id.invalid>`
}

/** Maximum number of header fields of a mail that are kept for filters. */
const MAX_HEADERS = 300

/** Maximum length of such a field, in characters; longer fields are cut. */
const MAX_HEADER_LENGTH = 2000

/** Decodes the first fields. Cuts the encoded values first, to four times the length: encoded words are longer than their text. */
const keptHeaders = ({ headers }: Email): Mail['headers'] =>
  headers
    .slice(0, MAX_HEADERS)
    .map(({ key, value }) => [key, cut(oneLine(decodeWords(value.slice(0, 4 * MAX_HEADER_LENGTH))), MAX_HEADER_LENGTH)])

/**
 * Returns the hash of the id, authors and date of a mail; without an id or a date, that of its bytes without the trace
 * headers, in which copies from different mailboxes differ.
 */
function identityOf(header: Headers, message: Buffer): string {
  const [id = '', from = '', date = ''] = ['message-id', 'from', 'date'].map((name) => header(name)[0])
  const parts = id === '' || date === '' ? withoutTraces(message) : `${id.trim()}\n${from}\n${date.trim()}`
  return createHash('sha256').update(parts).digest('hex')
}

/** Number of bytes at the start of a message that are searched for the end of its header. */
const MAX_HEADER_BYTES = 1024 * 1024

/** Removes the header fields that mail servers add on the way. */
function withoutTraces(message: Buffer): Buffer {
  const end = /\r?\n\r?\n/.exec(message.toString('latin1', 0, MAX_HEADER_BYTES))
  if (!end) return message
  const head = message.toString('latin1', 0, end.index).replace(TRACES, '')
  return Buffer.concat([Buffer.from(head, 'latin1'), message.subarray(end.index)])
}

/** Trace headers, with their continuation lines. */
const TRACES =
  /^(?:received|return-path|delivered-to|x-original-to|envelope-to|authentication-results|arc-[\w-]+|dkim-signature|received-spf|x-spam[\w-]*|x-received)[ \t]*:.*(?:\r?\n[ \t].*)*(?:\r?\n|$)/gim

/** Returns the values of all fields with a name, which is in lower case. */
type Headers = (name: string) => string[]

/** The maximum length of the column for the subject, in characters. */
const MAX_SUBJECT_LENGTH = 3000

/** Removes a byte order mark, the `From ` line of an mbox and empty lines above the header. */
function withoutEnvelope(raw: Buffer): Buffer {
  let start = raw.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0
  while (start < raw.length && (raw[start] === 0x0a || raw[start] === 0x0d)) start += 1
  if (!MBOX_LINE.test(raw.toString('latin1', start, start + 100))) return raw.subarray(start)
  const end = raw.indexOf(0x0a, start)
  return end === -1 ? raw.subarray(raw.length) : raw.subarray(end + 1)
}

/** Replaces line ends that are a carriage return alone, as old programs write them: parsers do not recognize these. */
const withLineFeeds = (message: Buffer): Buffer =>
  message.includes(0x0a) ? message : Buffer.from(message.toString('latin1').replaceAll('\r', '\n'), 'latin1')

function requireMail(message: Buffer): void {
  if (message.length === 0) throw new BadMail('The message is empty.')
  // One of the usual fields is near the beginning of any mail.
  if (!looksLikeMail(message.subarray(0, 256 * 1024))) throw new BadMail('The message has no mail header.')
}

/** Attaches the original of a message that could only be read in part. */
function withOriginal(body: ReturnType<typeof readBody>, original: Buffer | null): ReturnType<typeof readBody> {
  if (original === null) return body
  const attachment = { filename: 'original-message.eml', mime_type: 'message/rfc822', content_id: null, inline: false }
  return { ...body, attachments: [...body.attachments, { ...attachment, data: original }] }
}

/** Maximum number of fields with the same name that are read. */
const MAX_REPETITIONS = 200

function headersOf(email: Email): Headers {
  const values = new Map<string, string[]>()
  for (const { key, value } of email.headers)
    values.set(key, [...(values.get(key) ?? []), value].slice(0, MAX_REPETITIONS))
  return (name) => values.get(name) ?? []
}

/** Returns the first valid address in `From`, or one from another header with the name from `From`. */
function authorOf(
  header: Headers,
  origin: MessageOrigin,
): Pick<Mail, 'from' | 'sender' | 'sender_header' | 'author_domain'> {
  const from = header('from').flatMap(parseAddresses)
  const author_domain = authorDomainIn(header('from'))
  const author = firstValid(from)
  if (author) return { from, sender: author, sender_header: 'From', author_domain }
  const envelope = { name: '', address: origin.envelope?.from ?? '', source: 'the envelope' as const }
  const others = OTHER_HEADERS.flatMap((source) =>
    header(source.toLowerCase())
      .flatMap(parseAddresses)
      .map((mailbox) => ({ ...mailbox, source })),
  )
  const valid = firstValid([...others, envelope])
  const { name = '', address = '' } = valid ?? from[0] ?? others[0] ?? {}
  const sender = { name: from[0]?.name || name, address }
  return { from: [sender], sender, sender_header: valid?.source ?? 'From', author_domain }
}

/** The headers that name the author if `From` has no valid address, the most reliable first. */
const OTHER_HEADERS = ['Sender', 'Reply-To', 'Return-Path'] as const

const firstValid = <M extends Mailbox>(mailboxes: readonly M[]): M | undefined =>
  mailboxes.find(({ address }) => isEmail(address))

/**
 * Returns the domain of all addresses; null unless there is one `From` field with one domain. The addresses are read strictly,
 * as DMARC reads them: one in a comment or in an encoded word does not count.
 */
function authorDomainIn(fields: readonly string[]): string | null {
  if (fields.length !== 1) return null
  const mailboxes = addressParser(fields.join(), { flatten: true })
  const domains = new Set(mailboxes.flatMap(({ address }) => address?.toLowerCase().split('@').at(-1) || []))
  return domains.size === 1 ? ([...domains][0] ?? null) : null
}

/**
 * Returns all ids in angle brackets; if there are none, the first text that looks like an id. Some programs encode ids as
 * if they were text, or fold a line within an id (RFC 5322, 4.5.4).
 */
function messageIds(value: string): string[] {
  const text = decodeWords(value).replace(/<[^<>@]{1,450}@[^<>]{1,450}>/g, (id) => id.replace(/\s+/g, ''))
  const bracketed = [...text.matchAll(/<([^<>\s]{1,900})>/g)].map(([, id]) => `<${id}>`)
  if (bracketed.length > 0) return [...new Set(bracketed)]
  const bare = /[^\s<>;,"]{1,450}@[^\s<>;,"]{1,450}/.exec(text.slice(0, 2000))
  return bare ? [`<${bare[0]}>`] : []
}

/** Maximum number of references of a mail. */
const MAX_REFERENCES = 50

/** Shortens the references of long threads to the first message and the latest ones. */
function limitIds(ids: readonly string[]): string[] {
  return ids.length <= MAX_REFERENCES ? [...ids] : [ids[0] ?? '', ...ids.slice(1 - MAX_REFERENCES)]
}

/** A description that is suitable as a name: short, with letters, and not a URL. */
const LIST_NAME = /^(?=.*\p{L})(?!.*:\/\/).{1,60}$/u

/**
 * Returns the mailing list of a mail. Its name is its description if that is suitable, else a part of its id or address.
 * The program ezmlm writes `Delivered-To: mailing list ADDRESS`, and `Mailing-List` with the address for help.
 */
function listOf(header: Headers): Mail['list'] {
  const id = /^(.*?)<([^<>\s]+)>/.exec(decodeWords(header('list-id')[0] ?? ''))
  const address = ['list-post', 'x-beenthere', 'x-mailing-list', 'mailing-list', 'delivered-to']
    .flatMap((field) => header(field).filter((value) => field !== 'delivered-to' || /^mailing list /i.test(value)))
    .flatMap(addressesIn)
    .map((listed) => listed.replace(/-(?:help|owner)@/, '@'))[0]
  const description = oneLine((id?.[1] ?? '').replaceAll('"', '')).replace(/[.:\s]+$/, '')
  if (LIST_NAME.test(description)) return { name: description, address: address ?? null }
  const name = id?.[2]?.split('.')[0] ?? address?.split('@')[0]
  return name ? { name, address: address ?? null } : null
}
