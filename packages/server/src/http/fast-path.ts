import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Desk } from '../kernel/context.ts'
import type { AddressOf } from './address.ts'
import type { ReadHandler } from './read-handler.ts'
import type { Recorder } from './exchange.ts'
import { type PreparedResponse, refusalFor, send } from './reply.ts'
import type { AnyRoute, Route } from './route.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The parts of the service that the fast path needs. */
interface Service {
  readonly desk: Desk
  readonly prefix: string
  readonly routes: readonly AnyRoute[]
  readonly read: ReadHandler
  readonly nextId: () => string
  readonly addressOf: AddressOf
  readonly isReady: () => boolean
  /** Undefined if exchanges are not observed. */
  readonly record: Recorder | undefined
}

/**
 * Installs the fast path for the most frequent requests: records by id, lists and other reads with `cached`. It bypasses
 * the framework, which takes a third of the processor time of such a request. It only matches the request; authentication,
 * permissions, response and headers come from the functions that answer all other requests. See docs/decisions/fast-path.md.
 */
export function installFastPath({ server }: FastifyInstance, service: Service): void {
  const [framework] = server.listeners('request') as [Listener]
  const match = createMatcher(service)
  const defer = batchWrites()
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    const matched = service.isReady() ? match(request) : undefined
    if (matched) respond(service, matched, request, response, defer)
    else framework(request, response)
  })
}

function respond(
  service: Service,
  matched: Match,
  request: IncomingMessage,
  response: ServerResponse,
  defer: Defer,
): void {
  const { url = '', headers } = request
  const id = service.nextId()
  const recording = service.record?.(request, response)
  const refuse = (error: unknown) => {
    const refusal = refusalFor(service.desk, id, url, error)
    response.writeHead(refusal.status, { ...refusal.headers, 'content-length': Buffer.byteLength(refusal.body) })
    response.end(refusal.body)
    recording?.end(matched.pattern)
  }
  const write = (prepared: PreparedResponse) =>
    defer(() => {
      try {
        send(request, response, id, prepared)
        recording?.end(matched.pattern)
      } catch (error) {
        refuse(error)
      }
    })
  try {
    const parts = {
      url,
      headers,
      params: matched.params,
      address: () => service.addressOf(request),
      body: undefined,
      onActor: recording?.onActor,
    }
    const prepared = service.read(matched.route, parts, response)
    if (prepared instanceof Promise) prepared.then(write).catch(refuse)
    else write(prepared)
  } catch (error) {
    refuse(error)
  }
}

type Defer = (write: () => void) => void

/**
 * Collects the responses of one turn of the event loop, and writes them after all requests of the turn have been read.
 * Waking up a waiting client takes longer than the write itself. A client with several connections is woken up once
 * for each turn, not for each response.
 */
function batchWrites(): Defer {
  let waiting: (() => void)[] = []
  const writeAll = () => {
    const writes = waiting
    waiting = []
    for (const write of writes) write()
  }
  return (write) => {
    if (waiting.push(write) === 1) setImmediate(writeAll)
  }
}

interface Match {
  readonly route: Route
  /** The path of the route with the prefix of the API. */
  readonly pattern: string
  readonly params: Readonly<Record<string, string>>
}

/**
 * Makes the function that finds the route for a `GET` without a body, among those with `cached`. A number at the end of
 * the path stands for `:id`. Requests without `Host` are left to the framework, which rejects most of them.
 */
function createMatcher({ prefix, routes }: Service): (request: IncomingMessage) => Match | undefined {
  const byPath = new Map<string, Route>()
  for (const route of routes) {
    if ('run' in route && route.cached && route.method === 'GET') byPath.set(prefix + route.path, route)
  }
  return ({ method, url = '', headers }) => {
    if (method !== 'GET' || !headers.host || headers['content-length'] || headers['transfer-encoding']) return undefined
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const idStart = path.lastIndexOf('/') + 1
    const id = path.slice(idStart)
    const isId = /^\d{1,16}$/.test(id)
    const pattern = isId ? `${path.slice(0, idStart)}:id` : path
    const route = byPath.get(pattern)
    return route && { route, pattern, params: isId ? { id } : {} }
  }
}
