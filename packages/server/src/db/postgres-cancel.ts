import { connect } from 'node:net'
import type { PoolClient } from 'pg'

/** Properties of a connection of the `pg` library that its types omit. */
interface Backend {
  readonly processID: number
  readonly secretKey: number
}

/** Milliseconds until the server is asked again, in case that the statement had not reached it yet. */
const REPEAT_INTERVAL = 1000

/**
 * Makes the server stop the statement of a connection when a signal aborts. The request has a connection of its own, as the
 * protocol demands, so that it does not wait for a free connection of the pool.
 * @returns a function to call after the statement.
 */
export function cancelOnAbort(client: PoolClient, signal: AbortSignal): () => void {
  let repeats: NodeJS.Timeout | undefined
  const cancel = () => requestCancel(client as PoolClient & Backend)
  const start = () => {
    cancel()
    repeats = setInterval(cancel, REPEAT_INTERVAL)
  }
  signal.addEventListener('abort', start, { once: true })
  return () => {
    signal.removeEventListener('abort', start)
    clearInterval(repeats)
  }
}

/** The code of a CancelRequest in the protocol of PostgreSQL. */
const CANCEL_REQUEST = 80_877_102

/** Sends a CancelRequest: its length, its code, and the numbers that identify the connection. It gets no response. */
function requestCancel({ host, port, processID, secretKey }: PoolClient & Backend): void {
  const message = Buffer.alloc(16)
  for (const [index, number] of [message.length, CANCEL_REQUEST, processID, secretKey].entries())
    message.writeInt32BE(number, 4 * index)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // If the server cannot be reached, the statement ends with its connection.
  socket.on('error', () => {})
  socket.end(message)
}
