import type { WriteResult } from './write-queue.ts'
import type { NewWrite } from './write-types.ts'
import { writes } from './writes.ts'

/**
 * Sends a write exactly once, even if the page is closed. Resolves to undefined if it waits for the connection, or if
 * another tab sends it. A write that the service refuses at once is removed from the queue, because the caller shows the
 * reason.
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
    const { id } = await writes.add(write)
    await writes.flush()
    return results.find((result) => result.write.id === id)
  } finally {
    stop()
  }
}
