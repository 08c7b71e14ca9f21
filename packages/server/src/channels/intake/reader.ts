/** Reads messages in this thread or in a worker. */
import type { Files, StoredContent } from '../../db/files.ts'
import { workerPool } from '../../workers/pool.ts'
import { startThread } from '../../workers/worker.ts'
import type { StoredMail } from './article.ts'
import type { MessageOrigin } from '../message/mail.ts'

/** A message to read: its bytes, or the stored file that contains them. */
export type RawMessage = ({ readonly raw: Uint8Array } | { readonly stored: StoredContent }) & {
  readonly origin: MessageOrigin
}

/** The result of reading a message: a mail, or the reason why it cannot be imported. */
export type ReadResult = StoredMail | { readonly reason: string }

/** Reads messages, in the order of the calls. */
export interface Reader {
  /**
   * Returns the results of the messages, in the same order.
   * @param signal kills the worker that reads them.
   */
  read(messages: readonly RawMessage[], signal?: AbortSignal): Promise<ReadResult[]>
  end(): Promise<void>
}

/**
 * Reads messages in a worker while this thread writes to the database: parsing takes as long as writing.
 * @param first where the messages of the first call are read: `here` saves the start of a worker, which takes as long as reading
 * a hundred messages, but such a call cannot be aborted.
 */
export function openReader(files: Files, first: 'here' | 'in a worker' = 'here'): Reader {
  const pool = workerPool<RawMessage[], ReadResult[]>({
    start: () => startThread(new URL('./parse-worker.ts', import.meta.url), { data: files.place }),
  })
  let isFirst = first === 'here'
  return {
    async read(messages, signal) {
      if (isFirst) {
        isFirst = false
        // Loaded on demand: a service reads mail in the worker only, and does not need the parser in this thread.
        const { readMessages } = await import('./read-messages.ts')
        return readMessages(files, messages)
      }
      // Each message gets a buffer of its own, which can be transferred; a view of a shared buffer would clone the whole
      // buffer.
      const copies = messages.map((message) =>
        'raw' in message ? { ...message, raw: new Uint8Array(message.raw) } : message,
      )
      const transfer = copies.flatMap((message) => ('raw' in message ? [message.raw.buffer] : []))
      return pool.run(copies, { signal, transfer })
    },
    end: () => pool.close(),
  }
}
