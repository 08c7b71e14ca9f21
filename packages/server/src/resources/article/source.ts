import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../kernel/context.ts'
import { types } from './kinds.ts'

/** An article as a raw mail. */
export interface Source {
  readonly body: Readable
  readonly etag: string
}

/**
 * Writes an article as a mail (RFC 5322 and 2045) with headers, text and files; the files are streamed. It has the content
 * of the received mail, but not the same bytes.
 * @returns undefined if the article is not a mail.
 * @throws LostContent if a file is missing.
 */
export async function composeMail(ctx: Context, id: number): Promise<Source | undefined> {
  const mail = await ctx.db.sql
    .selectFrom('ticket_articles')
    .selectAll()
    .where('id', '=', id)
    .where('type_id', '=', types.email)
    .executeTakeFirst()
  if (!mail) return undefined
  const files = await filesOf(ctx, id)
  // Checks all files before the first byte is sent, so that a missing file is an error and not half a mail.
  for (const { sha256 } of files) await ctx.desk.files.verify(sha256)
  const head = headOf(mail)
  const text = `Content-Type: ${mail.content_type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines(Buffer.from(mail.body))}`
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

/** Joins the parts with a boundary that no line of base64 can equal, so that the content is not searched for it. */
async function* multipart(head: string, text: string, parts: readonly Part[], tag: string): AsyncGenerator<string> {
  const boundary = `=_${tag}`
  yield `${head}Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${text}`
  for (const part of parts) {
    yield `--${boundary}\r\n${part.head}\r\n`
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of part.content()) {
      const known = Buffer.concat([rest, chunk])
      const whole = known.length - (known.length % BYTES_PER_LINE)
      if (whole > 0) yield lines(known.subarray(0, whole))
      rest = known.subarray(whole)
    }
    if (rest.length > 0) yield lines(rest)
  }
  yield `--${boundary}--\r\n`
}

/** Number of bytes in a base64 line of 76 characters. */
const BYTES_PER_LINE = 57

const lines = (bytes: Buffer): string => bytes.toString('base64').replace(/.{1,76}/g, '$&\r\n')

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

function headOf(mail: Mail): string {
  const fields: [string, string | null, (text: string) => string][] = [
    ['From', mail.from, addresses],
    ['To', mail.to, addresses],
    ['Cc', mail.cc, addresses],
    ['Reply-To', mail.reply_to, addresses],
    ['Subject', mail.subject, words],
    ['Date', new Date(mail.created_at).toUTCString().replace('GMT', '+0000'), (text) => text],
    ['Message-ID', mail.message_id, words],
    ['In-Reply-To', mail.in_reply_to, words],
    ['References', mail.references, words],
    ['MIME-Version', '1.0', (text) => text],
  ]
  return fields.flatMap(([name, value, write]) => (value ? [field(name, write(oneLine(value)))] : [])).join('')
}

function fileHead(filename: string, preferences: Preferences): string {
  const given = preferences['Content-Type'] ?? preferences['Mime-Type']
  const isType = typeof given === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(given)
  // RFC 2046 forbids base64 for message/rfc822, and all files are written as base64.
  const type = isType && !/^(message|multipart)\//i.test(given) ? given : binary
  const isShown = preferences['Content-Disposition'] === 'inline'
  const cid = preferences['Content-ID']
  const name = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (sign) => `%${hex(sign)}`)
  return [
    field('Content-Type', type),
    field('Content-Disposition', `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`),
    typeof cid === 'string' ? field('Content-ID', `<${oneLine(cid).replace(/[<>\s]|[^\x20-\x7e]/g, '')}>`) : '',
    field('Content-Transfer-Encoding', 'base64'),
  ].join('')
}

const binary = 'application/octet-stream'
const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase()

/** Writes a header field. Line breaks are removed, so that a value cannot add header fields. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** Folds a long header field between words. */
function field(name: string, value: string): string {
  let line = `${name}:`
  let text = ''
  for (const word of value.split(' ').filter((one) => one !== '')) {
    if (line.length + 1 + word.length > 76 && line.trim() !== '' && line !== `${name}:`) {
      text += `${line}\r\n`
      line = ''
    }
    line += ` ${word}`
  }
  return `${text}${line}\r\n`
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Encodes non-ASCII text as words of at most 75 characters (RFC 2047). */
function words(text: string): string {
  if (isPlain(text)) return text
  const encoded: string[] = []
  let piece = ''
  for (const sign of text.toWellFormed()) {
    if (Buffer.byteLength(piece + sign) > 45) {
      encoded.push(piece)
      piece = ''
    }
    piece += sign
  }
  return [...encoded, piece].map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(' ')
}

/** Encodes the names in a list of addresses, but not the addresses. */
const addresses = (text: string): string =>
  text
    .replace(/"((?:[^"\\]|\\.)*)"|([^<>,"]+)(?=<)/g, (all, quoted: string | undefined, bare: string | undefined) => {
      const name = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? ''
      return isPlain(all) ? all : `${words(name)} `
    })
    .replace(/[^\x20-\x7e]/g, '?')
