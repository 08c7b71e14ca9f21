/**
 * Parses reports about undelivered mail (RFC 3464), and the free-text notices of programs that do not follow the
 * standard.
 */
import { isUtf8 } from 'node:buffer'
import type { Email } from 'postal-mime'
import type { DeliveryReport, ReportedRecipient } from './mail.ts'
import { addressesIn, cut, oneLine } from './text.ts'
import { AUTO_SUBMITTED, NO_SENDER } from './automatic-headers.ts'

/** Returns the report in a mail about the delivery of another one; null for any other mail. */
export function reportOf(email: Email, header: (name: string) => string[]): DeliveryReport | null {
  const parts = email.attachments.map(({ mimeType, content }) => ({ type: mimeType, text: () => textOf(content) }))
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/i.test(type))
  if (!status) return unstructuredReport(email, header)
  const [message = new Map<string, string>(), ...recipients] = status
    .text()
    .split(/\n\s*\n/)
    .map(fieldsOf)
  const returned = parts.find(({ type }) => /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)$/i.test(type))
  return {
    envelope_id: message.get('original-envelope-id') ?? null,
    recipients: recipients.flatMap(recipientOf).slice(0, MAX_RECIPIENTS),
    action: 'failed',
    message_ids: idsIn(returned?.text() ?? email.text ?? '', header),
  }
}

const MAX_RECIPIENTS = 200

/** Number of bytes that are read of a part: reports are short, and of a returned mail only the header matters. */
const MAX_PART_BYTES = 256 * 1024

function textOf(content: string | ArrayBuffer | Uint8Array): string {
  if (typeof content === 'string') return content.slice(0, MAX_PART_BYTES).replaceAll('\r\n', '\n')
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content)
  const start = Buffer.from(bytes.subarray(0, MAX_PART_BYTES))
  return start.toString(isUtf8(start) ? 'utf8' : 'latin1').replaceAll('\r\n', '\n')
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.replace(/\n[ \t]+/g, ' ').split('\n')
  const fields = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    return name === '' ? [] : [[name.toLowerCase(), value.trim()] as const]
  })
  return new Map(fields)
}

function recipientOf(fields: ReadonlyMap<string, string>): ReportedRecipient[] {
  const recipient = fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''
  const address = addressesIn(recipient.replace(/^[\w-]+;/, ''))[0]
  if (address === undefined) return []
  const action = (fields.get('action') ?? 'failed').toLowerCase()
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
  const diagnostic = cut(oneLine((fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;/, '')), 500)
  return [{ address, action, status, diagnostic }]
}

const SENDER = /^(?:mailer-daemon|postmaster|mail delivery (?:sub)?system)/i

/** Words that state the outcome of a delivery in a subject. The first one counts, because the subject of the returned mail may follow. */
const OUTCOME =
  /(?<failed>undeliver|fail|returned mail|unzustellbar)|(?<delayed>delay|verzöger|incomplete|not (?:yet )?(?:been )?sent|not send)/i
/** The subject of a report that does not state the outcome. */
const NEUTRAL_SUBJECT = /delivery (?:status|notif)/i

/** Sentences above the addresses in a warning that a mail is delayed. */
const WARNING =
  /not yet been (?:delivered|sent)|still undelivered|has been delayed|warning message only|not need to resend|(?:keep|continue) (?:trying|to try)/i

/**
 * Parses a report without structure, as Exim, qmail and sendmail write it: the addresses are in a header or at the start of
 * lines.
 */
function unstructuredReport(email: Email, header: (name: string) => string[]): DeliveryReport | null {
  const { name = '', address = '' } = email.from ?? {}
  const listed = header('x-failed-recipients').flatMap(addressesIn)
  // Some programs put the empty address of the envelope (RFC 5321, 4.5.5) into From, too.
  const hasNoSender = !(address || name) && (header('from').length > 0 || listed.length > 0 || isAutomatic(header))
  const isFromProgram = SENDER.test(address ?? '') || SENDER.test(name) || hasNoSender
  // People write as postmaster, too, and reply to mail about failures.
  if (!isFromProgram || (listed.length === 0 && REPLY.test(email.subject ?? '') && !isAutomatic(header))) return null
  const outcome = OUTCOME.exec(email.subject ?? '')?.groups
  if (listed.length === 0 && !outcome && !NEUTRAL_SUBJECT.test(email.subject ?? '')) return null
  const text = (email.text ?? '').slice(0, MAX_PART_BYTES)
  const recipients = [...new Set([...listed, ...addressesAtLines(text)])].slice(0, MAX_RECIPIENTS)
  const isWarning = outcome ? outcome['delayed'] !== undefined : WARNING.test(beforeAddress(text, recipients[0]))
  const action = isWarning ? 'delayed' : 'failed'
  const returned = email.attachments.find(({ mimeType }) => mimeType === 'message/rfc822')
  return {
    envelope_id: null,
    recipients: recipients.map((recipient) => ({ address: recipient, action, ...reasonFor(recipient, text) })),
    action,
    message_ids: idsIn(returned ? textOf(returned.content) : text, header),
  }
}

const REPLY = /^\s*(?:re|aw|antw|sv)\s*:/i

/** Returns true for mail that a program has written (RFC 3834), or that has the empty sender of reports on its envelope. */
const isAutomatic = (header: (name: string) => string[]): boolean =>
  header('auto-submitted').some((value) => AUTO_SUBMITTED.test(value.trim())) ||
  header('return-path').some((path) => NO_SENDER.test(path.trim()))

/** Returns the addresses before the header of a returned mail: those alone in a line, and those in brackets before a colon. */
function addressesAtLines(text: string): string[] {
  const [notice = ''] = text.split(/^(?:received|return-path|message-id|from|to|subject|date):/im, 1)
  const lines = notice.matchAll(/^[ \t]*(?:<([^<>\s]{3,320})>:|<?([^<>\s:]{3,320})>?:?[ \t]*$)/gm)
  return [...lines].flatMap(([, bracketed, alone]) => addressesIn(bracketed ?? alone ?? ''))
}

/** Returns the beginning of a text, before an address. */
function beforeAddress(text: string, address: string | undefined): string {
  const end = address === undefined ? -1 : text.toLowerCase().indexOf(address)
  return text.slice(0, end === -1 ? MAX_REASON_LENGTH : end)
}

/** Returns the statement of a text about an address: the rest of its paragraph, and the status code in it. */
function reasonFor(address: string, text: string): Pick<ReportedRecipient, 'status' | 'diagnostic'> {
  const start = text.toLowerCase().indexOf(address)
  if (start === -1) return { status: '', diagnostic: '' }
  const [paragraph = ''] = text.slice(start + address.length, start + MAX_REASON_LENGTH).split(/\n\s*\n/, 1)
  const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(paragraph)?.[0] ?? ''
  return { status, diagnostic: cut(oneLine(paragraph.replace(/^[>:\s]+/, '')), 500) }
}

/** Number of characters after an address, or at the start of a text without addresses, that are searched for the reason. */
const MAX_REASON_LENGTH = 2000

/** Maximum number of ids that are looked for. */
const MAX_IDS = 50

/** Returns the Message-ID of a returned mail, and those of the mails that it and the report itself answer. */
function idsIn(text: string, header: (name: string) => string[]): string[] {
  const answered = ['in-reply-to', 'references'].flatMap((name) => header(name).map((ids) => `\n${name}: ${ids}`))
  const unfolded = (text + answered.join('')).replace(/\n[ \t]+/g, ' ')
  const idsInField = (name: string) =>
    [...unfolded.matchAll(new RegExp(`^${name}:(.*)$`, 'gim'))].flatMap(([, value = '']) =>
      [...value.matchAll(/<[^<>\s]{1,900}>/g)].map(([id]) => id),
    )
  return [
    ...new Set([...idsInField('message-id'), ...idsInField('in-reply-to'), ...idsInField('references').toReversed()]),
  ].slice(0, MAX_IDS)
}
