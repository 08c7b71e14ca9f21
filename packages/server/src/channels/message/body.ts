/** Reads the body of a mail: text, safe HTML and attachments. */
import { type Attachment, decodeWords, type Email } from 'postal-mime'
import type { ParsedAttachment, ParsedMail } from './mail.ts'
import { htmlToText, MAX_BODY_LENGTH } from '../../text/html.ts'
import { contentId, safeFilename } from '../../resources/article/new-file.ts'
import { type DataImage, sanitizeHtml } from '../../text/sanitize.ts'
import { headerEnd } from './mime-structure.ts'
import { cut } from './text.ts'
import { eventText } from './calendar.ts'
import { filesInTnef, type TnefFile } from './tnef.ts'
import { extractUuFiles, type UuFile } from './uuencode.ts'

/** Returns the body of a parsed message. A body that is too long is cut, and attached in full. */
export function readBody(email: Email): Pick<ParsedMail, 'text' | 'html' | 'content_type' | 'attachments'> {
  const plain = extractUuFiles(email.text ?? '')
  const attachments = [...email.attachments.map(toAttachment).flatMap(unpackTnef), ...plain.files.map(packedAttachment)]
  const sanitized = email.html ? sanitizeBody(email.html, attachments) : null
  const html = sanitized !== null && isVisible(sanitized) ? sanitized : null
  const text = clean(plain.text.trim() ? plain.text : htmlToText(email.html ?? '')) || invitationIn(attachments)
  const embeddedIds = new Set([...(html ?? '').matchAll(/"cid:([^"]*)"/g)].map(([, id]) => contentId(id ?? '')))
  const original =
    html === null ? originalIfTooLong('message.txt', plain.text) : originalIfTooLong('message.html', email.html)
  return {
    text: cut(text, MAX_BODY_LENGTH),
    html,
    content_type: html === null ? 'text/plain' : 'text/html',
    attachments: [...attachments, ...original].map((attachment) => ({
      ...attachment,
      inline: attachment.content_id !== null && embeddedIds.has(attachment.content_id),
    })),
  }
}

/** Returns the text of an invitation, for a mail without any other text. */
function invitationIn(attachments: readonly ParsedAttachment[]): string {
  const calendar = attachments.find(({ mime_type }) => mime_type === 'text/calendar')
  return calendar === undefined ? '' : clean(eventText(calendar.data.toString()))
}

/** Maximum number of images in `data:` URLs. Mail has a few dozen at most; thousands would be an attack. */
const MAX_DATA_IMAGES = 200

/** Sanitizes HTML. Images in `data:` URLs are moved to `attachments`, and the HTML refers to them. */
function sanitizeBody(html: string, attachments: ParsedAttachment[]): string {
  let count = 0
  const onDataImage = ({ mime_type, data }: DataImage) => {
    count += 1
    if (count > MAX_DATA_IMAGES) return null
    const filename = `image${count}.${mime_type.slice('image/'.length).replace('jpeg', 'jpg')}`
    const content_id = `image${count}@data`
    attachments.push({ filename, mime_type, content_id, inline: true, data })
    return `cid:${content_id}`
  }
  return sanitizeHtml(clean(html), { onDataImage })
}

/** Returns true if sanitized HTML shows anything: a picture, or text between its tags. */
function isVisible(html: string): boolean {
  return /<img\s/.test(html) || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== ''
}

/** Normalizes line breaks to `\n`, removes NUL (PostgreSQL refuses it) and outer blank lines, and replaces lone surrogates. */
function clean(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
}

/** Returns the full text of a body that has to be cut, as an attachment. */
function originalIfTooLong(filename: string, text = ''): ParsedAttachment[] {
  if (text.length <= MAX_BODY_LENGTH) return []
  const mime_type = filename.endsWith('.html') ? 'text/html' : 'text/plain'
  return [{ filename, mime_type, content_id: null, inline: false, data: Buffer.from(text) }]
}

function toAttachment(attachment: Attachment, index: number): ParsedAttachment {
  const { content, mimeType, contentId: id } = attachment
  const mime_type = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType.slice(0, 100) : 'application/octet-stream'
  const data = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array<ArrayBuffer>)
  return {
    filename: safeFilename(attachment.filename ?? '') || defaultFilename(mime_type, index, data),
    mime_type,
    content_id: id ? contentId(id).slice(0, 250) : null,
    inline: false,
    data,
  }
}

/** Returns the files in a `winmail.dat`, whatever its declared type; any other attachment, or one without files, as it is. */
function unpackTnef(attachment: ParsedAttachment): ParsedAttachment[] {
  const files = filesInTnef(attachment.data)
  return files.length > 0 ? files.map(packedAttachment) : [attachment]
}

/** Returns an attachment for a file that was packed without its type. */
function packedAttachment({ filename, data }: UuFile | TnefFile, index: number): ParsedAttachment {
  const extension = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase()
  const mime_type =
    Object.entries(EXTENSIONS).find(([, candidate]) => candidate === extension)?.[0] ?? 'application/octet-stream'
  return {
    filename: safeFilename(filename) || defaultFilename(mime_type, index, data),
    mime_type,
    content_id: null,
    inline: false,
    data,
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/x-vcard': 'vcf',
}

function defaultFilename(type: string, index: number, data: Buffer): string {
  const stem = { 'message/rfc822': subjectOf(data), 'text/calendar': 'invite' }[type]
  const extension = EXTENSIONS[type] ?? (/^(?:text|message)\//.test(type) ? 'txt' : 'bin')
  return `${stem || `attachment-${index + 1}`}.${extension}`
}

/** Number of bytes at the start of an attached mail that are searched for its subject. */
const MAX_HEADER_LENGTH = 64 * 1024

/** Returns the subject of an attached mail as the name of a file; empty if it has none. */
function subjectOf(mail: Buffer): string {
  const text = mail.toString('latin1', 0, MAX_HEADER_LENGTH)
  const [, subject = ''] = /^subject:(.*(?:\r?\n[ \t].*)*)/im.exec(text.slice(0, headerEnd(text))) ?? []
  const name = decodeWords(Buffer.from(subject, 'latin1').toString()).replace(/[/\\:*?"<>|\s]+/g, ' ')
  return safeFilename(name.trim()).slice(0, 100).trim()
}
