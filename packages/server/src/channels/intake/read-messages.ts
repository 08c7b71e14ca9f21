/** Reads messages: parses them and stores their original bytes and attachments. */
import type { Files, StoredContent } from '../../db/files.ts'
import { pictureSize } from '../../resources/article/picture-size.ts'
import { BadMail, type Mail, type Origin, type ReadMail } from '../message/mail.ts'
import { parseMail } from '../message/parse.ts'
import type { ReadResult, RawMessage } from './reader.ts'

/** Number of files that are written concurrently, because each waits for the disk. */
const MAX_CONCURRENT_FILES = 8

/** Reads messages in this thread. */
export async function readMessages(files: Files, messages: readonly RawMessage[]): Promise<ReadResult[]> {
  const mails: (ReadMail | BadMail)[] = []
  for (const { raw, origin } of messages) mails.push(await readOne(raw, origin))
  const contents = mails.flatMap((mail, index) => {
    const { raw } = messages[index] as RawMessage
    return mail instanceof BadMail ? [] : [raw, ...mail.attachments.map(({ data }) => data)]
  })
  const stored: StoredContent[] = []
  for (let from = 0; from < contents.length; from += MAX_CONCURRENT_FILES) {
    stored.push(
      ...(await Promise.all(contents.slice(from, from + MAX_CONCURRENT_FILES).map((data) => files.put(data)))),
    )
  }
  return mails.map((mail) => {
    if (mail instanceof BadMail) return { reason: mail.message }
    const [original, ...attached] = stored.splice(0, 1 + mail.attachments.length)
    return { mail: withoutData(mail), original: original as StoredContent, files: attached }
  })
}

async function readOne(raw: Uint8Array, origin: Origin): Promise<ReadMail | BadMail> {
  try {
    return await parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), origin)
  } catch (failure) {
    if (failure instanceof BadMail) return failure
    throw failure
  }
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
