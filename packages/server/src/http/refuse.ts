import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type FaultCode, faults } from '@deskbell/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../errors/fault.ts'
import { plainHeaders } from './reply.ts'
import type { AnyRoute } from './route.ts'
import { STATUS_CODES } from './status-codes.ts'

/**
 * Makes the hook that rejects requests before their body is read: those of HTTP/1.1 without `Host`, those with a NUL
 * character in the path, and those without a route. If the path has routes with other methods, the response lists them.
 */
export function refuseBeforeBody(prefix: string, routes: readonly AnyRoute[]) {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of routes) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  const paths = [...methods].map(([path, allowed]) => ({
    pattern: new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`),
    allow: [...allowed, ...(allowed.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '),
  }))
  return (request: FastifyRequest, _: unknown, done: (refusal?: Fault) => void): void => {
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(new Fault('bad_request'))
    // No record has a name with the NUL character, and not every database accepts it in a query.
    if (/^[^?#]*%00/.test(request.raw.url ?? '')) return done(noRoute(request))
    if (!request.is404) return done()
    const path = pathOf(request.raw.url ?? '')
    const match = paths.find(({ pattern }) => pattern.test(path))
    done(match ? new Fault('wrong_method', undefined, { headers: { allow: match.allow } }) : noRoute(request))
  }
}

/** Returns an error with the message that existing Zammad clients parse, and the beginning of the path. */
export const noRoute = ({ method, raw }: FastifyRequest): Fault =>
  new Fault(
    'not_found',
    `No route matches [${method}] ${pathOf(raw.url ?? '')
      .slice(0, 200)
      .toWellFormed()}`,
  )

/** Returns the path of an address, decoded as by the router. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Returns the address without the suffix `.json`, with which some programs ask for the format of the response. */
export function withoutJsonSuffix({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.endsWith('.json') || path.endsWith('/openapi.json')) return url
  return path.slice(0, -'.json'.length) + (end < 0 ? '' : url.slice(end))
}

/**
 * Handles what Node.js would answer without a body: `CONNECT`, and `Expect`, which is ignored apart from
 * `100-continue`.
 */
export function handleSpecialRequests({ server }: FastifyInstance): void {
  server.on('connect', (_, socket: Socket) => writeRefusal(socket, 'wrong_method', { allow: 'GET, HEAD, OPTIONS' }))
  // bodies/read.ts decides later whether to continue.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * Responds to what the HTTP parser rejects. There is no request object yet, so the response is written to the socket.
 */
export function refuseBadHttp(error: Error & { code?: string }, socket: Socket): void {
  // The socket is closing after an earlier error.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The parser has a fixed list of methods. The response to another one is 405 if the rest is a request line.
  if (error.code === 'HPE_INVALID_METHOD' && isRequest((error as { rawPacket?: unknown }).rawPacket)) {
    return writeRefusal(socket, 'wrong_method', { allow: 'GET, HEAD, OPTIONS' })
  }
  const message = error.code === 'HPE_INVALID_URL' ? invalidAddress : undefined
  writeRefusal(socket, byParserCode[error.code ?? ''] ?? 'bad_request', {}, message)
}

/** The parser accepts no characters beyond ASCII, which some programs send as they are. */
const invalidAddress = 'The URL is not valid; characters that are not ASCII have to be percent-encoded.'

/** Bytes in which the end of a request line is looked for; an address of 8 KiB fits. */
const MAX_REQUEST_LINE = 9000

const isRequest = (bytes: unknown): boolean =>
  Buffer.isBuffer(bytes) &&
  /^[A-Za-z][\w-]{0,40} \/[!-~]* HTTP\/1\.[01]\r?\n/.test(bytes.toString('latin1', 0, MAX_REQUEST_LINE))

const byParserCode: Readonly<Record<string, FaultCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
}

/** Milliseconds until the socket of a rejected client is closed: closing it at once could discard the response. */
const LINGER = 1000

function writeRefusal(
  socket: Socket,
  code: FaultCode,
  headers: Readonly<Record<string, string>> = {},
  message: string = faults[code].message,
): void {
  const { status } = faults[code]
  const body = JSON.stringify({ error: message, error_human: message, error_id: randomBytes(6).toString('hex') })
  const allHeaders = {
    ...plainHeaders,
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(timer))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.resume()
}
