import type { ServerResponse } from 'node:http'
import { Fault } from '../errors/fault.ts'

/** How long the reader processes may work for a request, in milliseconds; waiting for one counts too. */
export const longestReading = 10_000

/** A signal that aborts when the client goes away or when reading has taken too long; made for those who ask for it. */
export function endOf(response: ServerResponse, milliseconds: number): () => AbortSignal {
  let signal: AbortSignal | undefined
  return () => (signal ??= begin(response, milliseconds))
}

function begin(response: ServerResponse, milliseconds: number): AbortSignal {
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
