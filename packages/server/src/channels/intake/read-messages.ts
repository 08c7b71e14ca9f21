/** Reads messages: parses them and stores their original bytes and attachments. */
import type { Files, StoredContent } from '../../db/files.ts'
import { LostContent } from '../../db/verified-content.ts'
import { pictureSize } from '../../resources/article/picture-size.ts'
import { BadMail, type Mail, type ReadMail } from '../message/mail.ts'
import { parseMail } from '../message/parse.ts'
import type { ReadResult, RawMessage } from './reader.ts'

/** Number of files that are written concurrently, because each waits for the disk. */
const MAX_CONCURRENT_FILES = 8

/** Reads messages in this thread. */
export async function readMessages(files: Files, messages: readonly RawMessage[]): Promise<ReadResult[]> {
  const parsed: (ParsedMessage | BadMail | LostContent)[] = []
  for (const message of messages) parsed.push(await readOne(files, message))
  const contents = parsed.flatMap((one) =>
    one instanceof Error ? [] : [one.original, ...one.mail.attachments.map(({ data }) => data)],
  )
  const stored: StoredContent[] = []
  for (let from = 0; from < contents.length; from += MAX_CONCURRENT_FILES) {
    const some = contents.slice(from, from + MAX_CONCURRENT_FILES)
    stored.push(...(await Promise.all(some.map(async (each) => ('sha256' in each ? each : files.put(each))))))
  }
  return parsed.map((one) => {
    if (one instanceof Error) return { reason: one.message }
    const [original, ...attached] = stored.splice(0, 1 + one.mail.attachments.length)
    return { mail: withoutData(one.mail), original: original as StoredContent, files: attached }
  })
}

/** A parsed message, with its original bytes or the stored file that contains them. */
interface ParsedMessage {
  readonly mail: ReadMail
  readonly original: Uint8Array | StoredContent
}

async function readOne(files: Files, message: RawMessage): Promise<ParsedMessage | BadMail | LostContent> {
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
  let at = 0
  for await (const chunk of body as AsyncIterable<Buffer>) at += chunk.copy(bytes, at)
  return bytes
}

const withoutData = (mail: ReadMail): Mail => ({
  ...mail,
  attachments: mail.attachments.map(({ filename, mime_type, content_id, inline, data }) => ({
    filename,
    mime_type,
    content_id,
    inline,
    size: pictureSize(data),
  })),
})
