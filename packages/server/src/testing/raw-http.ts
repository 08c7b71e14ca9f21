import { connect } from 'node:net'

/** The response that was received over a socket, as far as it can be parsed. */
export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** All bytes received, for several responses on one connection. */
  readonly all: string
}

/**
 * Sends raw bytes to a server and reads until it closes the connection; the request should make it close.
 * @param timeout milliseconds to wait for the response.
 * @throws Error if the server neither responds nor closes in that time.
 */
export function writeRaw(base: string, bytes: string | Uint8Array, timeout = 20_000): Promise<RawReply> {
  const { port, hostname } = new URL(base)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no response in time; received ${JSON.stringify(Buffer.concat(chunks).toString('latin1'))}`))
    }, timeout)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that rejects a request may close before everything is sent; its response still counts.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(readReply(Buffer.concat(chunks).toString('utf8')))
    })
    socket.write(bytes)
  })
}

/** A request on a connection that closes after the response: request line, header lines, body. */
export const rawRequest = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: desk.example', 'Connection: close', ...headers, '', body].join('\r\n')

function readReply(all: string): RawReply {
  const end = all.indexOf('\r\n\r\n')
  const [line = '', ...fields] = all.slice(0, end).split('\r\n')
  const headers = fields.map((field) => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: all.slice(end + 4),
    all,
  }
}
