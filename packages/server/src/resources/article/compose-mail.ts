import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../kernel/context.ts'
import { types } from './kinds.ts'

/** An article as a raw mail. */
export interface RawMail {
  readonly body: Readable
  readonly etag: string
}

/**
 * Formats an article as a mail (RFC 5322 and 2045) with headers, text and files, for articles whose original mail is not
 * stored. The files are streamed.
 * @returns undefined if the article is not a mail.
 * @throws LostContent if a file is missing or damaged.
 */
export async function composeMail(ctx: Context, id: number): Promise<RawMail | undefined> {
  const mail = await ctx.db.sql
    .selectFrom('ticket_articles')
    .selectAll()
    .where('id', '=', id)
    .where('type_id', '=', types.email)
    .executeTakeFirst()
  if (!mail) return undefined
  const files = await filesOf(ctx, id)
  // Checks all files before the first byte is sent, so that a lost file is an error and not half a mail.
  for (const { sha256 } of files) await ctx.desk.files.verify(sha256)
  const head = headerOf(mail)
  const text = `Content-Type: ${mail.content_type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(Buffer.from(mail.body))}`
  const tag = hash('sha256', JSON.stringify([head, text, files])).slice(0, 32)
  const parts = files.map(({ filename, preferences, sha256 }) => ({
    head: fileHead(filename, preferences as unknown as Preferences),
    content: () => ctx.desk.files.read(sha256),
  }))
  return {
    body: Readable.from(parts.length === 0 ? [head + text] : multipart(head, text, parts, tag)),
    etag: `"${tag}"`,
  }
}

const filesOf = ({ db }: Context, article: number) =>
  db.sql
    .selectFrom('attachments')
    .innerJoin('stored_files', 'stored_files.id', 'attachments.store_file_id')
    .select(['attachments.filename', 'attachments.preferences', 'stored_files.sha256'])
    .where('article_id', '=', article)
    .orderBy('attachments.id')
    .execute()

type Preferences = Readonly<Record<string, unknown>>

interface Part {
  readonly head: string
  readonly content: () => AsyncIterable<Buffer>
}

/** Joins the parts with a boundary that no line of base64 can equal, so the content need not be searched for it. */
async function* multipart(head: string, text: string, parts: readonly Part[], tag: string): AsyncGenerator<string> {
  const boundary = `=_${tag}`
  yield `${head}Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${text}`
  for (const part of parts) {
    yield `--${boundary}\r\n${part.head}\r\n`
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of part.content()) {
      const available = Buffer.concat([rest, chunk])
      const encodable = available.length - (available.length % BYTES_PER_LINE)
      if (encodable > 0) yield base64Lines(available.subarray(0, encodable))
      rest = available.subarray(encodable)
    }
    if (rest.length > 0) yield base64Lines(rest)
  }
  yield `--${boundary}--\r\n`
}

/** Number of bytes in a base64 line of 76 characters. */
const BYTES_PER_LINE = 57

const base64Lines = (bytes: Buffer): string => bytes.toString('base64').replace(/.{1,76}/g, '$&\r\n')

interface Mail {
  readonly from: string | null
  readonly to: string | null
  readonly cc: string | null
  readonly reply_to: string | null
  readonly subject: string | null
  readonly message_id: string | null
  readonly in_reply_to: string | null
  readonly references: string | null
  readonly created_at: string
}

function headerOf(mail: Mail): string {
  const fields: [string, string | null, (text: string) => string][] = [
    ['From', mail.from, encodeAddresses],
    ['To', mail.to, encodeAddresses],
    ['Cc', mail.cc, encodeAddresses],
    ['Reply-To', mail.reply_to, encodeAddresses],
    ['Subject', mail.subject, encodeWords],
    ['Date', new Date(mail.created_at).toUTCString().replace('GMT', '+0000'), (text) => text],
    ['Message-ID', mail.message_id, encodeWords],
    ['In-Reply-To', mail.in_reply_to, encodeWords],
    ['References', mail.references, encodeWords],
    ['MIME-Version', '1.0', (text) => text],
  ]
  return fields.flatMap(([name, value, encode]) => (value ? [headerField(name, encode(oneLine(value)))] : [])).join('')
}

function fileHead(filename: string, preferences: Preferences): string {
  const declaredType = preferences['Content-Type'] ?? preferences['Mime-Type']
  const isType = typeof declaredType === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(declaredType)
  // RFC 2045 forbids base64 for the types `message` and `multipart`, and all files are written as base64.
  const type = isType && !/^(message|multipart)\//i.test(declaredType) ? declaredType : BINARY_TYPE
  const isInline = preferences['Content-Disposition'] === 'inline'
  const cid = preferences['Content-ID']
  // RFC 5987 allows fewer characters unencoded than `encodeURIComponent`.
  const name = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (character) => `%${hex(character)}`)
  return [
    headerField('Content-Type', type),
    headerField('Content-Disposition', `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`),
    typeof cid === 'string' ? headerField('Content-ID', `<${oneLine(cid).replace(/[<>\s]|[^\x20-\x7e]/g, '')}>`) : '',
    headerField('Content-Transfer-Encoding', 'base64'),
  ].join('')
}

const BINARY_TYPE = 'application/octet-stream'
const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase()

/** Removes line breaks and other control characters, so that a value cannot add header fields. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** Formats a header field. A long one is folded between words. */
function headerField(name: string, value: string): string {
  let line = `${name}:`
  let text = ''
  for (const word of value.split(' ').filter((part) => part !== '')) {
    if (line.length + 1 + word.length > 76 && line !== '' && line !== `${name}:`) {
      text += `${line}\r\n`
      line = ''
    }
    line += ` ${word}`
  }
  return `${text}${line}\r\n`
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Maximum number of bytes in an encoded word: with prefix and suffix, their base64 has 72 of the 75 allowed characters. */
const BYTES_PER_WORD = 45

/** Encodes non-ASCII text as words of at most 75 characters (RFC 2047). */
function encodeWords(text: string): string {
  if (isAscii(text)) return text
  const encoded: string[] = []
  let chunk = ''
  for (const character of text.toWellFormed()) {
    if (Buffer.byteLength(chunk + character) > BYTES_PER_WORD) {
      encoded.push(chunk)
      chunk = ''
    }
    chunk += character
  }
  return [...encoded, chunk].map((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`).join(' ')
}

/** Encodes the names in a list of addresses. Non-ASCII characters of the addresses cannot be encoded and become `?`. */
const encodeAddresses = (text: string): string =>
  text
    .replace(/"((?:[^"\\]|\\.)*)"|([^<>,"]+)(?=<)/g, (match, quoted: string | undefined, bare: string | undefined) => {
      const name = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? ''
      return isAscii(match) ? match : `${encodeWords(name)} `
    })
    .replace(/[^\x20-\x7e]/g, '?')
