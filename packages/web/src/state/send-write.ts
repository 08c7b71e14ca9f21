import { client } from './client.ts'
import type { WriteResult } from './write-queue.ts'
import type { NewWrite, QueuedWrite } from './write-types.ts'
import { writes } from './writes.ts'

/**
 * Sends a write exactly once, even if the page is closed. Resolves to undefined if it waits for the connection, or if the
 * service has refused it after another tab sent it. A write that the service refuses at once is removed from the queue,
 * because the caller shows the reason.
 */
export async function sendWrite(write: NewWrite): Promise<WriteResult | undefined> {
  const result = await resultOf(write)
  if (result?.refusal !== undefined) await writes.remove(result.write.id)
  return result
}

async function resultOf(write: NewWrite): Promise<WriteResult | undefined> {
  const results: WriteResult[] = []
  const stop = writes.onResult((result) => results.push(result))
  try {
    const queued = await writes.add(write)
    const areSent = await writes.flush()
    const own = results.find((result) => result.write.id === queued.id)
    return own ?? (areSent ? await resultOfOtherTab(queued) : undefined)
  } finally {
    stop()
  }
}

/** Returns the result of a write that another tab has sent; undefined if the service refused it. */
async function resultOfOtherTab(write: QueuedWrite): Promise<WriteResult | undefined> {
  await writes.refresh()
  if (writes.snapshot().some(({ id }) => id === write.id)) return undefined
  const { method, path, json, idempotencyKey } = write
  if (method !== 'POST') return { write, isLate: false }
  try {
    // The service does not execute it again, but returns the first response to the same key.
    const response = await client.request(method, path, { ...(json && { json }), idempotencyKey, retry: false })
    return { write, response, isLate: false }
  } catch {
    return undefined
  }
}
