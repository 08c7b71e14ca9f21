import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../reply.ts'

/** How long a refused client may go on sending its body, in milliseconds. */
const linger = 1000

/**
 * Whether a request has a body of which some has not arrived yet. Injected requests never become `complete`, so the end
 * of the stream counts too.
 */
export const hasMoreBody = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !complete &&
  !readableEnded &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Refuses a request whose body is still arriving. The rest is thrown away as it arrives, and the connection is closed
 * when it has arrived or after a second: closing at once would take the answer from a client that is still sending.
 */
export function refuseMidBody(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = refusal
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.write(body)
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, linger)
  request.once('end', end).once('close', end).resume()
}
