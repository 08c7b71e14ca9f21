import type { IncomingMessage, ServerResponse } from 'node:http'

/** Milliseconds for which a rejected client may continue to send its body. */
const LINGER = 1000

/**
 * Returns true if a part of the body has not arrived yet. Requests that are injected without a connection, as in tests, never
 * become `complete`, so the end of the stream counts, too.
 */
export const hasMoreBody = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !complete &&
  !readableEnded &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Responds to a request whose body is still arriving. Discards the rest, and closes the connection at the end of the body,
 * but at the latest after a second: closing it at once could discard the response.
 */
export function respondMidBody(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: WholeResponse,
): void {
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
  const timer = setTimeout(end, LINGER)
  request.once('end', end).once('close', end).resume()
}

/** A response that is complete before it is sent. */
interface WholeResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
