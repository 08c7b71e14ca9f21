/** Reads bodies as they arrive, within the limits of their route, and after the caller is authenticated. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nextTurn } from '../../db/next-turn.ts'
import { Fault } from '../../errors/fault.ts'
import { type BodyInFlight, InFlight } from '../../text/in-flight.ts'
import { type BodyLimits, type BodyShape, largestBody } from '../limits.ts'
import type { AnyRoute } from '../route.ts'
import { MultipartReader, readUrlencoded, decodeUtf8 } from './form.ts'
import { JsonReader } from './json.ts'
import { tooLarge } from './too-large.ts'

/** The limits of a body, decided from the headers. */
export interface BodyPlan {
  /** The largest body, in bytes. */
  readonly largest: number
  /** Limits on its structure. */
  readonly shape: BodyShape
  /** Counts the memory of the body until the response ends. */
  readonly inFlight: InFlight
  readonly response: ServerResponse
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before a body is read. */
    bodyPlan: BodyPlan | undefined
  }
}

/** Makes the function that decides the limits of a body. All bodies of a service share the limits on memory. */
export function bodyPlans(limits: BodyLimits) {
  const anonymous = new InFlight(limits.inFlight.anonymous)
  const callers = new InFlight(limits.inFlight.callers)
  return (route: AnyRoute, isAnonymous: boolean, response: ServerResponse): BodyPlan => ({
    largest: isAnonymous ? limits.anonymous : largestBody(route, limits),
    shape: isAnonymous ? limits.anonymousShape : limits,
    inFlight: isAnonymous ? anonymous : callers,
    response,
  })
}

/** Adds parsers of JSON, forms and CSV; other types are rejected with 415. */
export function addBodyParsers(app: FastifyInstance, limits: BodyLimits): void {
  app.decorateRequest('bodyPlan', undefined)
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  // The parser of the framework calls back synchronously. It rejects keys that could change a prototype.
  const parse = (request: FastifyRequest) => (text: string) => {
    let parsed: unknown
    void parseSafely(request, text, (error, value) => {
      if (error)
        throw new Fault(
          'invalid_json',
          isJson(text) ? 'The body has a key that is not allowed: __proto__, or prototype in constructor.' : undefined,
        )
      parsed = value
    })
    return parsed
  }
  // Long texts that arrive at the same time are parsed in different turns of the event loop.
  let parsing = Promise.resolve()
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const { largest, shape, maxTextBytes, announcedBytes } = sizesOf(request, limits)
    // Only routes that accept files have the largest limit.
    const takesFiles = largest === limits.files
    const reader = new JsonReader(shape, maxTextBytes, takesFiles, announcedBytes)
    await eachChunk(request, (chunk, flight) => {
      reader.add(chunk)
      flight.reserveText(reader.length)
    })
    if (reader.length > BYTES_PER_TURN) await (parsing = parsing.then(nextTurn))
    return reader.finish(parse(request))
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) =>
    readUrlencoded(await readWhole(request, limits), planOf(request).shape),
  )
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    const { shape, maxTextBytes } = sizesOf(request, limits)
    const reader = new MultipartReader(request.headers['content-type'] ?? '', shape, maxTextBytes)
    await eachChunk(request, (chunk) => reader.add(chunk))
    return reader.finish()
  })
  app.addContentTypeParser('text/csv', async (request: FastifyRequest) => {
    if (!(request.routeOptions.url ?? '').endsWith('/import')) throw new Fault('wrong_content_type')
    return { data: decodeUtf8(await readWhole(request, limits), 'data') }
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** @throws Error if the request was not admitted before. */
function planOf({ bodyPlan }: FastifyRequest): BodyPlan {
  if (!bodyPlan) throw new Error('A body is read before its request was admitted.')
  return bodyPlan
}

function sizesOf(request: FastifyRequest, limits: BodyLimits) {
  const { largest, shape } = planOf(request)
  return {
    largest,
    shape,
    maxTextBytes: Math.min(largest, limits.text),
    announcedBytes: Number(request.headers['content-length'] ?? 0),
  }
}

/** Reads a whole body, for types that are parsed at once. */
async function readWhole(request: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  const { maxTextBytes } = sizesOf(request, limits)
  const chunks: Buffer[] = []
  let size = 0
  await eachChunk(request, (chunk) => {
    if ((size += chunk.length) > maxTextBytes) throw tooLarge(maxTextBytes)
    chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** Bytes of a body that are processed in one turn of the event loop. */
const BYTES_PER_TURN = 64 * 1024

/**
 * Calls a function with each chunk of a body, one after the other. The first error ends the reading, and the rest is
 * discarded.
 * @throws Fault `too_large`, `wrong_content_type` for an encoding, `busy`, `bad_request` if the body ends early, and the
 * errors of the function.
 */
async function eachChunk(
  request: FastifyRequest,
  use: (chunk: Buffer, flight: BodyInFlight) => void | Promise<void>,
): Promise<void> {
  const { raw, headers } = request
  const { largest, inFlight, response } = planOf(request)
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Fault('wrong_content_type', 'Bodies are accepted only without a content encoding.')
  }
  if (Number(headers['content-length'] ?? 0) > largest) throw tooLarge(largest)
  const flight = inFlight.begin()
  response.once('close', flight.end)
  let size = 0
  await new Promise<void>((resolve, reject) => {
    let sinceTurn = 0
    let pending: Promise<void> | undefined
    const stop = (failure?: unknown) => {
      flight.evict = undefined
      raw.off('data', receive).off('end', end).off('error', abort).off('close', abort)
      if (failure === undefined) resolve()
      else reject(failure)
    }
    const resume = () => void raw.resume()
    const abort = () => stop(new Fault('bad_request', 'The body ended early.'))
    // The stream may end while the last chunk is being processed.
    const end = () => {
      raw.off('close', abort)
      if (pending) pending.then(() => stop(), stop)
      else stop()
    }
    const receive = (chunk: Buffer) => {
      try {
        if ((size += chunk.length) > largest) throw tooLarge(largest)
        flight.add(chunk.length)
        pending = use(chunk, flight) ?? undefined
        if (!pending && (sinceTurn += chunk.length) < BYTES_PER_TURN) return
        sinceTurn = 0
        raw.pause()
        if (pending) pending.then(resume, stop)
        else setImmediate(resume)
      } catch (failure) {
        stop(failure)
      }
    }
    // Called to free memory for other bodies.
    flight.evict = stop
    if (/^100-continue$/i.test(headers.expect ?? '')) response.writeContinue()
    raw.on('data', receive).on('end', end).on('error', abort).on('close', abort)
  })
}
