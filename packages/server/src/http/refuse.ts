import { randomBytes } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FaultCode, faults } from '@deskbell/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../errors/fault.ts'
import { plainHeaders } from './reply.ts'
import type { AnyRoute } from './route.ts'

/**
 * Refuses what no route answers, before a body is read: nobody waits for what is not wanted. An address that is known,
 * but not with this method, says with which.
 */
export function refuseUnknown(prefix: string, routes: readonly AnyRoute[]) {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of routes) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  const known = [...methods].map(([path, with_]) => ({
    pattern: new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`),
    allow: [...with_, ...(with_.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }))
  return (request: FastifyRequest, _: unknown, done: (refusal?: Fault) => void): void => {
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(new Fault('bad_request'))
    if (!request.is404) return done()
    const path = pathOf(request.raw.url ?? '')
    const found = known.find(({ pattern }) => pattern.test(path))
    done(found ? new Fault('wrong_method', undefined, { headers: { allow: found.allow } }) : noRoute(request))
  }
}

/** In the sentence that existing clients know (reference, section 1.7), with as much of an address as can be read. */
export const noRoute = ({ method, raw }: FastifyRequest): Fault =>
  new Fault(
    'not_found',
    `No route matches [${method}] ${pathOf(raw.url ?? '')
      .slice(0, 200)
      .toWellFormed()}`,
  )

/** The path of an address as the router reads it. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Some programs name the format of an answer in the address, as in `/tickets/1.json`; there is only this one. */
export function withoutFormat({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.endsWith('.json') || path.endsWith('/openapi.json')) return url
  return path.slice(0, -'.json'.length) + (end < 0 ? '' : url.slice(end))
}

/** What the platform would answer without a body: `CONNECT`, and expectations, which may be passed over. */
export function answerWhatIsNoRequest({ server }: FastifyInstance): void {
  server.on('connect', (_, socket: Socket) => writeRefusal(socket, 'wrong_method', { allow: 'GET, HEAD, OPTIONS' }))
  // Whether the body is wanted is known later; see bodies/read.ts.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** What the parser of HTTP itself refuses: there is no request yet, only a socket to write to. */
export function refuseBadHttp(error: Error & { code?: string }, socket: Socket): void {
  // Whatever still comes after a refusal fails again; the socket is closed soon.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The parser knows its methods; another one is a method all the same, where the rest of the line is a request.
  if (error.code === 'HPE_INVALID_METHOD' && isRequest((error as { rawPacket?: unknown }).rawPacket)) {
    return writeRefusal(socket, 'wrong_method', { allow: 'GET, HEAD, OPTIONS' })
  }
  writeRefusal(socket, byParserCode[error.code ?? ''] ?? 'bad_request')
}

const isRequest = (bytes: unknown): boolean =>
  Buffer.isBuffer(bytes) && /^[A-Za-z][\w-]{0,40} \/[!-~]* HTTP\/1\.[01]\r?\n/.test(bytes.toString('latin1', 0, 9000))

const byParserCode: Readonly<Record<string, FaultCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
}

/** How long a refused client may go on writing, in milliseconds: closing at once would take the answer from it. */
const linger = 1000

function writeRefusal(socket: Socket, code: FaultCode, more: Readonly<Record<string, string>> = {}): void {
  const { status, sentence } = faults[code]
  const body = JSON.stringify({ error: sentence, error_human: sentence, error_id: randomBytes(6).toString('hex') })
  const head = { ...plainHeaders, ...more, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  const last = setTimeout(() => socket.destroy(), linger)
  socket.once('close', () => clearTimeout(last))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.resume()
}
