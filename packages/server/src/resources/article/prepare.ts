/** Prepares an article before its transaction begins: sanitizes its text and stores its files. */
import type { Content } from '../../text/content.ts'
import { type Context, type FieldValues, may } from '../../kernel/context.ts'
import { type Fault, invalid } from '../../errors/fault.ts'
import { MAX_BODY_LENGTH } from '../../text/html.ts'
import { isLonger, formatValue } from '../../writing/values.ts'
import { DecodedData, FormFile } from './form-file.ts'
import { type NewFile, safeFilename } from './new-file.ts'
import { makeSafe } from './safe-html.ts'

/** An article that is ready to be inserted. */
export interface PreparedArticle {
  /** The body of the request, with the sanitized text. */
  readonly values: FieldValues
  readonly files: readonly NewFile[]
  /** Ids of the users that the text of an agent mentions. */
  readonly mentioned: readonly number[]
  /**
   * True for a received or imported mail. It may lack a valid recipient, and the caller updates the counters of the ticket,
   * once for all mails of a transaction.
   */
  readonly isReceived?: true
}

/** The key of a body that contains the files and mentions of a prepared article. Clients cannot send it. */
export const extrasKey = 'extras'

/** Returns the body with which a prepared article is created in a ticket. */
export const articleBody = (article: PreparedArticle, ticket_id: unknown): FieldValues => ({
  ...article.values,
  ticket_id,
  [extrasKey]: article,
})

/**
 * Validates an article, sanitizes its text and stores its files.
 * @throws Fault `invalid`, with the messages that existing clients expect.
 */
export async function prepareArticle(ctx: Context, article: FieldValues): Promise<PreparedArticle> {
  const { attachments, ...values } = article
  const body = readBody(values['body'])
  const content_type = readContentType(values['content_type'])
  const files = readFiles(attachments)
  const isHtml = content_type === 'text/html'
  const { text, pictures } = isHtml ? await makeSafe(body) : { text: body, pictures: [] }
  if (text.trim() === '') throw missingBody()
  const stored: NewFile[] = []
  for (const { data, ...file } of [...files, ...pictures]) {
    stored.push({ ...file, content: await ctx.desk.files.put(data) })
  }
  return {
    values: { ...values, body: text, content_type },
    files: stored,
    // Customers do not choose which agents are subscribed to their tickets.
    mentioned: isHtml && may(ctx.actor, 'ticket.agent') ? mentionedUsers(text) : [],
  }
}

/** A file whose content is in memory. */
export type UnstoredFile = Omit<NewFile, 'content'> & { readonly data: Buffer | Content }

const missingBody = (): Fault => invalid('body', `Need at least an 'article body' field.`)

function readBody(value: unknown): string {
  const body = typeof value === 'number' ? String(value) : value
  if (body === undefined || body === null || (typeof body === 'string' && body.trim() === '')) {
    throw missingBody()
  }
  if (typeof body !== 'string') throw invalid('body', `body: expected a text, got ${formatValue(body)}.`)
  if (isLonger(body, MAX_BODY_LENGTH)) {
    throw invalid('body', `body is too long (maximum is ${MAX_BODY_LENGTH} characters).`)
  }
  return body
}

/** Reads a content type. Parameters such as the charset are ignored, because JSON is always UTF-8. */
function readContentType(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'text/plain'
  const type = typeof value === 'string' ? (value.split(';')[0] ?? '').trim().toLowerCase() : ''
  if (type === 'text/plain' || type === 'text/html') return type
  throw invalid('content_type', `content_type: expected text/plain or text/html, got ${formatValue(value)}.`)
}

/** Maximum number of files in an article. */
const MAX_FILES = 1000

/** @throws Fault `invalid` for the first incomplete file. */
function readFiles(value: unknown): UnstoredFile[] {
  if (value === undefined || value === null || value === '') return []
  if (value instanceof FormFile) return [readFormFile(value)]
  // Nested keys of a form arrive as an object with the indexes as keys.
  const list = typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value
  if (!Array.isArray(list)) throw invalid('attachments', `attachments: expected a list, got ${formatValue(value)}.`)
  if (list.length > MAX_FILES) throw invalid('attachments', `attachments: at most ${MAX_FILES} at once.`)
  return list.map((file: unknown, index) => readFile(file, index))
}

function readFile(value: unknown, index: number): UnstoredFile {
  if (value instanceof FormFile) return readFormFile(value, index)
  const file = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  for (const key of ['filename', 'data', 'mime-type']) {
    if (typeof file[key] === 'string' || (key === 'data' && file[key] instanceof DecodedData)) continue
    throw refusedFile(`Attachment needs '${key}' param for attachment with index '${index}'`, index)
  }
  const { filename, 'mime-type': type, charset } = file as Record<string, string>
  return {
    filename: safeName(filename as string, index),
    content_id: null,
    preferences: {
      'Mime-Type': oneLine(type as string),
      ...(typeof charset === 'string' ? { Charset: oneLine(charset) } : {}),
    },
    data: decodeFile(file['data'] as string | DecodedData, index),
  }
}

/**
 * Reads a file of a form, with its own name and type.
 * @param index the position of the file in the request. A file without a name is named after it: `attachment-1.bin`.
 */
export const readFormFile = ({ filename, type, content }: FormFile, index = 0): UnstoredFile => ({
  filename: safeName(filename, index),
  content_id: null,
  preferences: { 'Content-Type': oneLine(type), 'Mime-Type': oneLine(type) },
  data: content,
})

/** Returns a text as one line of at most 250 characters that every database can store. */
const oneLine = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, 250)
    .toWellFormed()

const safeName = (filename: string, index: number): string => safeFilename(filename) || `attachment-${index + 1}.bin`

/** Decodes strict base64; only line breaks are ignored. */
function decodeFile(data: string | DecodedData, index: number): Buffer | Content {
  if (data instanceof DecodedData) {
    if (data.content) return data.content
    throw refusedFile(`Invalid base64 for attachment with index '${index}'`, index)
  }
  const base64 = data.replace(/[\r\n]+/g, '')
  if (base64.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return Buffer.from(base64, 'base64')
  throw refusedFile(`Invalid base64 for attachment with index '${index}'`, index)
}

const refusedFile = (message: string, index: number): Fault => invalid(`attachments[${index}]`, message)

/** Returns the users mentioned in sanitized HTML by `<a data-mention-user-id="7">`. */
function mentionedUsers(html: string): number[] {
  const ids = [...html.matchAll(/<a [^>]*?data-mention-user-id="(\d{1,15})"/g)].map(([, id]) => Number(id))
  return [...new Set(ids)].slice(0, MAX_MENTIONS)
}

/** Mentions beyond this number are ignored. */
const MAX_MENTIONS = 100
