import { connect } from 'node:net'

/** What came back over a socket, as far as it can be read. */
export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Everything that came, for answers to several requests on one connection. */
  readonly all: string
}

/**
 * Writes bytes to a server as they are and reads until it closes the connection, so ask it to, or give it a reason.
 * @param patience milliseconds after which a silent server counts as hanging.
 * @throws Error when the server neither answers nor closes in that time.
 */
export function writeRaw(base: string, bytes: string | Uint8Array, patience = 20_000): Promise<RawReply> {
  const { port, hostname } = new URL(base)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const hanging = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer in time; so far ${JSON.stringify(Buffer.concat(chunks).toString('latin1'))}`))
    }, patience)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that refuses may close before everything is written; what it said before still counts.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(hanging)
      resolve(readReply(Buffer.concat(chunks).toString('utf8')))
    })
    socket.write(bytes)
  })
}

/** A request that asks for one answer: the line, then more header lines, then a body. */
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
