import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { commandLine } from '../../packages/server/src/testing/cli.ts'

/** A service in a separate process, with the requests that the benchmark sends to it. */
export interface BodyService {
  readonly url: string
  /** The API token of the administrator. */
  readonly admin: string
  /** Memory of the service in megabytes: current (`VmRSS`) or peak (`VmHWM`). */
  readonly memory: (name: 'VmRSS' | 'VmHWM') => number
  /** Sends JSON, as the administrator by default. */
  readonly request: (path: string, body: object, token?: string) => Promise<Response>
  /** Sends a request over a socket. Returns the status of the answer, or 0 if the connection ended without one. */
  readonly send: (head: readonly string[], body: Iterable<Buffer | string>, isChunked?: boolean) => Promise<number>
  /** Opens a connection to the service. */
  readonly open: () => ReturnType<typeof connect>
  /** Creates an API token for a user. */
  readonly tokenFor: (user: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Starts a service with an empty data folder. */
export async function startService(): Promise<BodyService> {
  const cli = commandLine()
  const service = await cli.start()
  const { hostname, port } = new URL(service.url)
  const admin = /token +(\S+)/.exec(service.out())?.[1] ?? ''
  const open = () => connect(Number(port), hostname).on('error', () => {})
  return {
    url: service.url,
    admin,
    memory: (name) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024,
    request: (path, body, token = admin) =>
      fetch(`${service.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    send: (head, body, isChunked = false) => send(open(), head, body, isChunked),
    open,
    async tokenFor(user) {
      const { out } = await cli.run(['token', 'create', '--user', user])
      return /\S{20,}/.exec(out)?.[0] ?? ''
    },
    async close() {
      service.signal('SIGKILL')
      await cli.close()
    },
  }
}

/** Returns the head of a `POST`. @param bytes the length of the body; negative for a chunked one. */
export const postHead = (path: string, type: string, bytes: number, token?: string, more: readonly string[] = []) => [
  `POST /api/v1/${path} HTTP/1.1`,
  `Content-Type: ${type}`,
  bytes < 0 ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`,
  ...(token === undefined ? [] : [`Authorization: Token token=${token}`]),
  ...more,
]

function send(
  socket: ReturnType<typeof connect>,
  head: readonly string[],
  body: Iterable<Buffer | string>,
  isChunked: boolean,
): Promise<number> {
  return new Promise((resolve) => {
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      const status = /HTTP\/1\.1 ([2-5]\d\d) /.exec(answer)?.[1]
      if (status === undefined || status === '100') return
      socket.destroy()
      resolve(Number(status))
    })
    socket.once('close', () => resolve(0))
    socket.write(`${head.join('\r\n')}\r\nHost: desk.example\r\n\r\n`)
    void writeBody(socket, body, isChunked)
  })
}

/** Writes a body as fast as the service reads it, until the connection is closed. */
async function writeBody(socket: ReturnType<typeof connect>, body: Iterable<Buffer | string>, isChunked: boolean) {
  const closed = once(socket, 'close')
  for (const part of body) {
    if (socket.destroyed) return
    if (isChunked) socket.write(`${part.length.toString(16)}\r\n`)
    const hasRoom = socket.write(part)
    if (isChunked) socket.write('\r\n')
    if (!hasRoom) await Promise.race([once(socket, 'drain'), closed])
  }
  if (isChunked) socket.write('0\r\n\r\n')
}
