import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AddressOf } from './address.ts'

/** A request and its response, after the response has ended. */
export interface Exchange {
  readonly request: IncomingMessage
  /** The pattern of the route, such as `/api/v1/tickets/:id`; undefined if there is none. */
  readonly route: string | undefined
  /** The status of the response; 499 if the client disconnected before there was one. */
  readonly status: number
  /** From the headers of the request to the end of the response, in milliseconds. */
  readonly duration: number
  /** Bytes of the response with its headers, before encryption. */
  readonly bytes: number
  /** The id of the user as whom the request acts; undefined without authentication. */
  readonly user: number | undefined
  /** The address of the client. */
  readonly address: string
}

/** Receives every exchange, for the access log and the metrics. */
export type Observer = (exchange: Exchange) => void

/** Records one exchange, from the arrival of its request. */
export interface Recording {
  /** Receives the id of the user as whom the request acts, when it is known. */
  readonly onActor: (user: number) => void
  /** Called once, at the end of the exchange, with the pattern of the route. */
  readonly end: (route: string | undefined) => void
}

/** The status in the log for a client that disconnected before the response. */
const CLIENT_GONE = 499

/** Starts the recording of an exchange. */
export type Recorder = (request: IncomingMessage, response: ServerResponse) => Recording

/**
 * Records the exchanges of the framework for the observers. Its hook must be the first, because rejected requests are
 * recorded, too.
 * @returns the function with which the fast path records its exchanges; undefined without observers.
 */
export function recordExchanges(
  app: FastifyInstance,
  optionalObservers: readonly (Observer | undefined)[],
  addressOf: AddressOf,
): Recorder | undefined {
  app.decorateRequest('recording', undefined)
  const observers = optionalObservers.filter((observer) => observer !== undefined)
  if (observers.length === 0) return undefined
  const record = createRecorder(observers, addressOf)
  app.addHook('onRequest', (request, reply, done) => {
    const recording = record(request.raw, reply.raw)
    request.recording = recording
    // Unlike the framework's own hook, this is also called for streams that the client ends.
    reply.raw.once('close', () => recording.end(request.is404 ? undefined : request.routeOptions.url))
    done()
  })
  return record
}

const createRecorder =
  (observers: readonly Observer[], addressOf: AddressOf): Recorder =>
  (request, response) => {
    // The address is read now, because a closed socket has none.
    const start = { time: performance.now(), bytes: request.socket.bytesWritten, address: addressOf(request) }
    let user: number | undefined
    return {
      onActor: (id) => (user = id),
      end(route) {
        const exchange = { ...exchangeOf(request, response, start), route, user }
        for (const observe of observers) observe(exchange)
      },
    }
  }

const exchangeOf = (
  request: IncomingMessage,
  response: ServerResponse,
  start: { readonly time: number; readonly bytes: number; readonly address: Exchange['address'] },
) => ({
  request,
  status: response.headersSent ? response.statusCode : CLIENT_GONE,
  duration: performance.now() - start.time,
  bytes: request.socket.bytesWritten - start.bytes,
  address: start.address,
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if exchanges are observed. */
    recording: Recording | undefined
  }
}
