import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PasswordLogins } from '../auth/password-logins.ts'
import type { LiveStreams } from '../events/live.ts'
import type { Actor, Desk } from '../kernel/context.ts'
import { withOrigin } from '../kernel/origin.ts'
import type { AddressOf } from './address.ts'
import { admitCaller, type AdmittedCaller, type ReadHandler, inputOf, type RequestParts } from './read-handler.ts'
import type { Authenticate } from './auth.ts'
import type { bodyPlans } from './bodies/read.ts'
import { hasMoreBody, respondMidBody } from './bodies/mid-body.ts'
import { sessionSecretIn } from './cookies.ts'
import { streamOpener } from './live.ts'
import { prepareResponse, send } from './reply.ts'
import type { AnyRoute, Input, LiveRoute, OpenRoute, WriteRoute } from './route.ts'
import { countRequest } from '../auth/throttle.ts'
import { runWrite } from './write.ts'

/** The parts of the service that routes need. */
export interface Service {
  readonly desk: Desk
  readonly passwords: PasswordLogins
  readonly authenticate: Authenticate
  readonly read: ReadHandler
  readonly live: LiveStreams
  readonly addressOf: AddressOf
  readonly plan: ReturnType<typeof bodyPlans>
}

/** Adds routes to the framework. A hook checks the caller before a body is read, and a handler sends the response. */
export function addRoutes(api: FastifyInstance, routes: readonly AnyRoute[], service: Service): void {
  for (const route of routes) {
    const respond = responderOf(route, service)
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const prepared = await respond(request, reply)
      reply.hijack()
      send(request.raw, reply.raw, request.id, prepared)
    }
    // A `GET` has no body, so its handler checks the caller. The hook also counts the requests to a route with `throttledBy`.
    const onRequest = route.method === 'GET' && !('throttledBy' in route) ? [] : [admissionHook(route, service)]
    api.route({ method: route.method, url: route.path, onRequest, handler })
  }
  for (const url of ['/', '/*']) {
    // The hook responds, so the handler never runs.
    api.options(url, { onRequest: respondToPreflight }, () => '')
  }
}

/**
 * Responds to the request with which a browser asks whether a page of another origin may use the API. The response is sent
 * before a body is read: the caller is unknown, so no limits would apply to the body.
 */
async function respondToPreflight({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!hasMoreBody(raw)) return reply.headers(preflight).send('')
  reply.hijack()
  respondMidBody(raw, reply.raw, { status: 200, headers: preflight, body: '' })
  return reply
}

/** Makes the hook that checks the headers before the body is read, and sets the limits of the body. */
function admissionHook(route: AnyRoute, service: Service) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isAnonymous = 'open' in route || isSignedOut(route, request)
    if (isAnonymous) await admitAnonymous(route, request, service)
    else request.admitted = await admitCaller(service.desk, route, partsOf(request, service), service.authenticate)
    request.bodyPlan = service.plan(route, isAnonymous, reply.raw)
  }
}

async function admitAnonymous(route: AnyRoute, { raw, headers }: FastifyRequest, { desk, addressOf }: Service) {
  if ('checkHeaders' in route) route.checkHeaders?.(headers)
  if ('throttledBy' in route) await countRequest(desk, 'address', addressOf(raw))
}

const isSignedOut = (route: AnyRoute, { headers }: FastifyRequest): boolean =>
  'signedOut' in route && !headers.authorization && sessionSecretIn(headers) === undefined

/** Returns the function that produces the responses of a route. */
function responderOf(route: AnyRoute, service: Service) {
  if ('open' in route)
    return async (request: FastifyRequest) => {
      const input = inputOf(partsOf(request, service))
      await throttleByName(service, route, input)
      const response = withOrigin(originOf(input), () => route.open(service.desk, input, service.passwords))
      return prepareResponse(await response)
    }
  if ('run' in route)
    return async (request: FastifyRequest, reply: FastifyReply) =>
      service.read(route, partsOf(request, service), reply.raw, await stillAdmitted(request, service))
  if ('live' in route) return async (request: FastifyRequest) => prepareResponse(await runLive(route, request, service))
  return async (request: FastifyRequest) => prepareResponse(await runWriteRoute(route, request, service))
}

async function runLive(route: LiveRoute, request: FastifyRequest, service: Service) {
  const ctx = await contextOf(route, request, service)
  return route.live(
    inputOf(partsOf(request, service)),
    streamOpener(service.live, service.authenticate, ctx, partsOf(request, service)),
  )
}

/** Runs a write; its response is sent after the commit. */
async function runWriteRoute(route: WriteRoute, request: FastifyRequest, service: Service) {
  const { signedOut } = route
  if (signedOut && isSignedOut(route, request)) {
    const input = inputOf(partsOf(request, service))
    await throttleByName(service, route, input)
    return withOrigin(originOf(input), () => signedOut(service.desk, input))
  }
  const ctx = await contextOf(route, request, service)
  const input = inputOf(partsOf(request, service))
  return withOrigin(originOf(input, ctx.actor), () => runWrite(ctx, route, input))
}

const originOf = ({ address }: Input, actor?: Actor) => ({ address: address(), caller: actor?.caller ?? actor?.id })

/** Counts a request against the limit of its account name. @throws Fault `too_many_requests`. */
async function throttleByName({ desk }: Service, { throttledBy }: WriteRoute | OpenRoute, input: Input): Promise<void> {
  const name = throttledBy?.(input).trim().toLowerCase().slice(0, 255) ?? ''
  if (name !== '') await countRequest(desk, 'name', name)
}

/** Makes the context of a request. The caller is authenticated again if there was a commit while a slow body arrived. */
async function contextOf(route: WriteRoute | LiveRoute, request: FastifyRequest, service: Service) {
  const { desk, authenticate } = service
  const admitted =
    (await stillAdmitted(request, service)) ?? (await admitCaller(desk, route, partsOf(request, service), authenticate))
  return { desk, db: desk.database, ...admitted }
}

/**
 * Milliseconds for which an admitted caller is not checked again. Most bodies have arrived by then. Without this time,
 * most requests would be checked twice while others write, because each commit begins a new state of the database.
 */
const ADMITTED_FOR = 100

/** Returns the admitted caller; undefined if the check is older than `ADMITTED_FOR` and there was a commit since. */
async function stillAdmitted({ admitted }: FastifyRequest, { desk }: Service): Promise<AdmittedCaller | undefined> {
  if (admitted === undefined || performance.now() - admitted.checkedAt < ADMITTED_FOR) return admitted
  return admitted.cache === (await desk.cache.current()) ? admitted : undefined
}

const partsOf = ({ raw, params, body, headers, recording }: FastifyRequest, { addressOf }: Service): RequestParts => ({
  address: () => addressOf(raw),
  url: raw.url ?? '',
  headers,
  params: params as Record<string, string>,
  body,
  onActor: recording?.onActor,
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set before the body is read, on routes that need credentials. */
    admitted: AdmittedCaller | undefined
  }
}

/** The headers that allow a browser to send requests from pages of other origins. */
const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, PUT, DELETE, PATCH, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, From, X-On-Behalf-Of, Idempotency-Key, If-Match, If-None-Match, Accept-Language, Cache-Control, X-Requested-With',
  'access-control-max-age': '1728000',
}
