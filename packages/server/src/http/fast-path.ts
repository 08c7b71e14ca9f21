import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Desk } from '../kernel/context.ts'
import type { AddressOf } from './address.ts'
import type { Answering } from './answering.ts'
import { type Ready, refusalFor, send } from './reply.ts'
import type { AnyRoute, Route } from './route.ts'

type Way = (request: IncomingMessage, response: ServerResponse) => void

/** What the short way needs of the service. */
interface Service {
  readonly desk: Desk
  readonly prefix: string
  readonly routes: readonly AnyRoute[]
  readonly answer: Answering
  readonly nextId: () => string
  readonly addressOf: AddressOf
  readonly isClosed: () => boolean
}

/**
 * The short way, for what is asked all day: records by id and pages of lists. The framework takes as long for its part
 * of such a request as reading the row does. Here a request in the usual form is only matched: who may see what, the
 * answer and what is sent are decided by the functions of the long way, on which everything unusual goes.
 */
export function installFastPath({ server }: FastifyInstance, service: Service): void {
  const [long] = server.listeners('request') as [Way]
  const find = finder(service)
  const later = batchWrites()
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    const found = service.isClosed() ? undefined : find(request)
    if (found) short(service, found, request, response, later)
    else long(request, response)
  })
}

function short(service: Service, found: Found, request: IncomingMessage, response: ServerResponse, later: Later): void {
  const { url = '', headers } = request
  const id = service.nextId()
  const refuse = (error: unknown) => {
    const refusal = refusalFor(service.desk, id, url, error)
    response.writeHead(refusal.status, { ...refusal.headers, 'content-length': Buffer.byteLength(refusal.body) })
    response.end(refusal.body)
  }
  const write = (ready: Ready) =>
    later(() => {
      try {
        send(request, response, id, ready)
      } catch (error) {
        refuse(error)
      }
    })
  try {
    const asked = { url, headers, params: found.params, address: () => service.addressOf(request), body: undefined }
    const ready = service.answer(found.route, asked, response)
    if (ready instanceof Promise) ready.then(write).catch(refuse)
    else write(ready)
  } catch (error) {
    refuse(error)
  }
}

type Later = (write: () => void) => void

/**
 * What was answered in one turn of the event loop is sent together, after all requests of the turn were read. Who waits
 * for an answer sleeps, and to wake somebody takes longer than to write: so it is done once for a turn, not for each.
 */
function batchWrites(): Later {
  let waiting: (() => void)[] = []
  const sendAll = () => {
    const all = waiting
    waiting = []
    for (const write of all) write()
  }
  return (write) => {
    if (waiting.push(write) === 1) setImmediate(sendAll)
  }
}

interface Found {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of a plain `GET` without a body whose path is known word for word but for an id at its end. */
function finder({ prefix, routes }: Service): (request: IncomingMessage) => Found | undefined {
  const byPath = new Map<string, Route>()
  for (const route of routes) {
    if ('run' in route && route.remembered && route.method === 'GET') byPath.set(prefix + route.path, route)
  }
  return ({ method, url = '', headers }) => {
    if (method !== 'GET' || !headers.host || headers['content-length'] || headers['transfer-encoding']) return undefined
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const slash = path.lastIndexOf('/') + 1
    const id = path.slice(slash)
    const isId = /^\d{1,16}$/.test(id)
    const route = byPath.get(isId ? `${path.slice(0, slash)}:id` : path)
    return route && { route, params: isId ? { id } : {} }
  }
}
