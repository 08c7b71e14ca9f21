import type { IncomingMessage } from 'node:http'
import type { TargetPolicy } from '../../resources/webhook/targets.ts'
import { version } from '../../version.ts'
import { readBeginning, requestError, sendGuarded, statusError } from '../../webhooks/guarded-request.ts'
import { workerPool } from '../../workers/pool.ts'
import { startThread } from '../../workers/worker.ts'
import type { FeedDays, Period } from './days-in-feed.ts'

export interface FetchOptions {
  readonly targets: TargetPolicy
  /** Milliseconds for connecting and receiving together, and again for reading the file. */
  readonly timeout: number
}

/** Maximum size of a feed, in bytes. */
const MAX_SIZE = 1024 * 1024

/** Feeds are read in a thread that can be killed, because some recurrence rules take forever to expand. */
const readers = workerPool<{ file: Uint8Array; period: Period }, FeedDays>({
  start: () =>
    startThread(new URL('./feed-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 128 } }),
  idleTimeout: 1000,
})

/**
 * Fetches an iCalendar file and returns its days in a period.
 * @param signal aborts the request and the reading.
 * @throws Error with the reason of the failure.
 */
export async function fetchDays(
  url: string,
  period: Period,
  { targets, timeout }: FetchOptions,
  signal: AbortSignal,
): Promise<FeedDays> {
  const file = await fetchFile(url, targets, timeout, signal)
  const deadline = AbortSignal.timeout(timeout)
  try {
    return await readers.run({ file, period }, { signal: AbortSignal.any([deadline, signal]) })
  } catch (error) {
    throw deadline.aborted ? new Error(`reading the file took longer than ${timeout / 1000} s`) : error
  }
}

async function fetchFile(
  endpoint: string,
  targets: TargetPolicy,
  timeout: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const headers = { 'user-agent': `Deskbell/${version}`, accept: 'text/calendar, */*;q=0.5' }
  const deadline = AbortSignal.any([AbortSignal.timeout(timeout), signal])
  try {
    const response = await sendGuarded({ endpoint, method: 'GET', headers, verifyCertificate: true }, targets, deadline)
    return await contentOf(response)
  } catch (error) {
    throw new Error(requestError(deadline.aborted ? deadline.reason : error, timeout), { cause: error })
  }
}

/** Reads the body of a response. @throws Error for a status other than 2xx, and for a body of more than `MAX_SIZE`. */
async function contentOf(response: IncomingMessage): Promise<Uint8Array> {
  const failure = statusError(response.statusCode ?? 0)
  if (failure !== null) {
    response.destroy()
    throw new Error(failure)
  }
  const { content, failure: cause } = await readBeginning(response, MAX_SIZE + 1)
  if (cause !== undefined) throw new Error('the connection ended before the file was complete', { cause })
  if (content.length > MAX_SIZE) throw new Error('the file is larger than 1 MiB')
  return new Uint8Array(content)
}
