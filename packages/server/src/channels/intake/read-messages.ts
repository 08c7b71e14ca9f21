/** Reads messages: parses them and stores their original bytes and attachments. */
import type { Files, StoredContent } from '../../db/files.ts'
import { LostContent } from '../../db/verified-content.ts'
import { pictureSize } from '../../resources/article/picture-size.ts'
import { BadMail, type Mail, type ParsedMail } from '../message/mail.ts'
import { parseMail } from '../message/parse.ts'
import type { ReadResult, RawMessage } from './reader.ts'

/** Number of files that are written concurrently, because each waits for the disk. */
const MAX_CONCURRENT_FILES = 8

/** Reads messages in this thread. */
export async function readMessages(files: Files, messages: readonly RawMessage[]): Promise<ReadResult[]> {
  const parsed: (ParsedMessage | BadMail | LostContent)[] = []
  for (const message of messages) parsed.push(await parseMessage(files, message))
  const contents = parsed.flatMap((result) =>
    result instanceof Error ? [] : [result.original, ...result.mail.attachments.map(({ data }) => data)],
  )
  const stored: StoredContent[] = []
  for (let from = 0; from < contents.length; from += MAX_CONCURRENT_FILES) {
    const batch = contents.slice(from, from + MAX_CONCURRENT_FILES)
    const storing = batch.map(async (content) => ('sha256' in content ? content : files.put(content)))
    stored.push(...(await Promise.all(storing)))
  }
  return parsed.map((result) => {
    if (result instanceof Error) return { reason: result.message }
    const [original, ...attachments] = stored.splice(0, 1 + result.mail.attachments.length)
    return { mail: withoutData(result.mail), original: original as StoredContent, files: attachments }
  })
}

/** A parsed message, with its original bytes or the stored file that contains them. */
interface ParsedMessage {
  readonly mail: ParsedMail
  readonly original: Uint8Array | StoredContent
}

async function parseMessage(files: Files, message: RawMessage): Promise<ParsedMessage | BadMail | LostContent> {
  try {
    const raw = 'raw' in message ? bufferOver(message.raw) : await bytesOf(files, message.stored)
    const mail = await parseMail(raw, message.origin)
    return { mail, original: 'raw' in message ? message.raw : message.stored }
  } catch (failure) {
    if (failure instanceof BadMail || failure instanceof LostContent) return failure
    throw failure
  }
}

const bufferOver = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Reads a stored file into one buffer of its size: collecting its chunks would take twice the memory. */
async function bytesOf(files: Files, { sha256, size }: StoredContent): Promise<Buffer> {
  const { body } = await files.open(sha256)
  const bytes = Buffer.alloc(size)
  let position = 0
  for await (const chunk of body as AsyncIterable<Buffer>) position += chunk.copy(bytes, position)
  return bytes
}

const withoutData = (mail: ParsedMail): Mail => ({
  ...mail,
  attachments: mail.attachments.map(({ filename, mime_type, content_id, inline, data }) => ({
    filename,
    mime_type,
    content_id,
    inline,
    size: pictureSize(data),
  })),
})
