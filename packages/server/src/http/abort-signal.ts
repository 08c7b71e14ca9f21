import type { ServerResponse } from 'node:http'
import { Fault } from '../errors/fault.ts'

/** Maximum time for reads in workers for one request, in milliseconds, including the time in their queue. */
export const MAX_READING = 10_000

/**
 * Returns a function that creates a signal at its first call. The signal aborts if the client disconnects or if reading
 * takes too long.
 */
export function lazyAbortSignal(response: ServerResponse, milliseconds: number): () => AbortSignal {
  let signal: AbortSignal | undefined
  return () => (signal ??= createSignal(response, milliseconds))
}

function createSignal(response: ServerResponse, milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Fault('takes_too_long')), milliseconds)
  const close = () => {
    clearTimeout(timer)
    controller.abort(new Fault('client_gone'))
  }
  if (response.closed) close()
  else response.once('close', close)
  return controller.signal
}
