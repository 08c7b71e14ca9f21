/** Messages become letters: parsed, their original bytes and attachments stored, ready to be written. */
import { Worker } from 'node:worker_threads'
import type { Files, StoredContent } from '../db/files.ts'
import type { Letter } from './article.ts'
import { BadMail, type Mail, type Origin, type ReadMail } from './mail.ts'
import { parseMail } from './parse.ts'

/** A message that was found. */
export interface Unread {
  readonly raw: Uint8Array
  readonly origin: Origin
}

/** What came of a message: a letter, or why there is none. */
export type Outcome = Letter | { readonly reason: string }

/** Reads messages; what was asked for first comes back first. */
export interface Reader {
  /** An outcome for each message, in their order. */
  read(messages: readonly Unread[]): Promise<Outcome[]>
  end(): Promise<void>
}

/** Files that are written at the same time: each waits for the disk. */
const atOnce = 8

/** Reads messages in this thread. */
export async function readMessages(files: Files, messages: readonly Unread[]): Promise<Outcome[]> {
  const mails: (ReadMail | BadMail)[] = []
  for (const { raw, origin } of messages) mails.push(await readOne(raw, origin))
  const contents = mails.flatMap((mail, index) => {
    const { raw } = messages[index] as Unread
    return mail instanceof BadMail ? [] : [raw, ...mail.attachments.map(({ data }) => data)]
  })
  const stored: StoredContent[] = []
  for (let from = 0; from < contents.length; from += atOnce) {
    stored.push(...(await Promise.all(contents.slice(from, from + atOnce).map((data) => files.put(data)))))
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
  attachments: mail.attachments.map(({ filename, mime_type, content_id, inline }) => ({
    filename,
    mime_type,
    content_id,
    inline,
  })),
})

/**
 * Reads the first messages in this thread and, when there are more, those in a thread of their own, while this one
 * writes what was read before: reading takes as long as writing. A thread takes as long to begin as a hundred messages.
 */
export function openReader(files: Files): Reader {
  let thread: Reader | undefined
  let isFirst = true
  return {
    read(messages) {
      if (!isFirst) return (thread ??= startThread(files.folder)).read(messages)
      isFirst = false
      return readMessages(files, messages)
    },
    end: async () => thread?.end(),
  }
}

/** What waits for an answer of the thread. */
interface Waiting {
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (failure: unknown) => void
}

function startThread(folder: string): Reader {
  // The options of the process are about its own first file.
  const file = new URL('./reader-thread.ts', import.meta.url)
  const thread = new Worker(file, { workerData: folder, execArgv: [] })
  const waiting: Waiting[] = []
  let ended: { readonly why: unknown } | undefined
  thread.on('message', (outcomes: Outcome[]) => waiting.shift()?.resolve(outcomes))
  thread.on('error', (why) => {
    ended = { why }
    for (const one of waiting.splice(0)) one.reject(why)
  })
  return {
    async read(messages) {
      if (ended) throw ended.why
      // A message of its own memory is handed over; what shares memory with others would be copied with all of it.
      const own = messages.map((message) => ({ ...message, raw: new Uint8Array(message.raw) }))
      thread.postMessage(
        own,
        own.map(({ raw }) => raw.buffer),
      )
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    end: async () => void (await thread.terminate()),
  }
}
