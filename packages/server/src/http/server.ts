import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type PasswordLogins, passwordLogins } from '../auth/password-logins.ts'
import { Live } from '../events/live.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { type AddressOf, clientAddress } from './address.ts'
import { admission, type Admitted, type Answering, answering, inputOf, type RequestParts } from './answering.ts'
import { type Authenticate, authentication } from './auth.ts'
import { bodyPlans, readBodies } from './bodies/read.ts'
import { hasMoreBody, refuseMidBody } from './bodies/refuse.ts'
import { basePath } from './base-path.ts'
import { addDocsPage } from './docs.ts'
import { listening } from './live.ts'
import { type Limits, defaultLimits } from './limits.ts'
import { handleSpecialRequests, refuseBadHttp, refuseUnknown, withoutFormat } from './refuse.ts'
import { readyFrom, refusalFor, send } from './reply.ts'
import { allRoutes } from './routes/index.ts'
import type { AnyRoute, Input, LiveRoute, OpenRoute, WriteRoute } from './route.ts'
import { sessionIn } from './cookies.ts'
import { installFastPath } from './fast-path.ts'
import { Throttle } from './throttle.ts'
import { runWrite } from './write.ts'

/** What listens for requests. Only `http/` knows which framework it is. */
export type HttpServer = FastifyInstance

/** The HTTP server over a desk; it does not listen yet. */
export async function httpServer(
  desk: Desk,
  limits: Limits = defaultLimits,
  isStarting: () => boolean = () => false,
): Promise<HttpServer> {
  const { patience, bodies } = limits
  const nextId = requestIds()
  const refuse = refusing(desk)
  const app = fastify({
    logger: false,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    // Disconnects clients that do not read their response, which would stay in memory.
    connectionTimeout: patience.silence,
    http: {
      maxHeaderSize: limits.headers,
      headersTimeout: patience.headers,
      // Node.js checks for late headers twice a minute by default.
      connectionsCheckingInterval: Math.ceil(patience.headers / 3),
      // The response of Node.js would have no body.
      requireHostHeader: false,
    },
    genReqId: nextId,
    rewriteUrl: withoutFormat,
    routerOptions: {
      // `readQuery` parses the query string, with clearer errors.
      querystringParser: () => ({}),
      maxParamLength: 500,
      ignoreTrailingSlash: true,
      // Clients join a base address that ends with a slash and a path that begins with one.
      ignoreDuplicateSlashes: true,
    },
    frameworkErrors: (error, request, reply) => void refuse(request, reply, error),
    clientErrorHandler: refuseBadHttp,
    // The 503 of the framework has another shape; see rejectWhileClosed.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: unneeded, buildSerializer: unneeded } },
  })
  readBodies(app, bodies)
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Fault('not_found')))
  app.decorateRequest('admitted', undefined)
  const live = new Live(desk)
  app.addHook('preClose', async () => live.close())
  const passwords = passwordLogins(desk)
  const addressOf = clientAddress(limits.proxies)
  app.addHook('onRequest', refuseUnknown(basePath, allRoutes))
  handleSpecialRequests(app)
  const authenticate = authentication(desk, passwords)
  const answer = answering(desk, authenticate, patience.reading)
  const isClosed = rejectWhileClosed(app, isStarting)
  installFastPath(app, { desk, prefix: basePath, routes: allRoutes, answer, nextId, addressOf, isClosed })
  addDocsPage(app)
  await app.register(
    async (api) => {
      const throttle = new Throttle(desk.now)
      const plan = bodyPlans(bodies)
      addRoutes(api, allRoutes, { desk, authenticate, passwords, answer, live, throttle, plan, addressOf })
    },
    { prefix: basePath },
  )
  return app
}

/** Makes the ids of requests, with a random prefix for each run of the service. */
function requestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

/** Sends errors, also to clients that are still sending a body. */
const refusing = (desk: Desk) => (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  const refusal = refusalFor(desk, request.id, request.raw.url ?? '', error)
  if (!hasMoreBody(request.raw)) return reply.headers(refusal.headers).code(refusal.status).send(refusal.body)
  reply.hijack()
  refuseMidBody(request.raw, reply.raw, refusal)
  return reply
}

/** Routes have no Fastify schemas. Without this, the framework would load two schema compilers. */
const unneeded = (): never => {
  throw new Error('A route has a Fastify schema, but no compiler is loaded.')
}

/**
 * Rejects new requests with 503 while the service starts or stops; requests in progress are completed.
 * @returns a function that says whether requests are rejected.
 */
function rejectWhileClosed(app: FastifyInstance, isStarting: () => boolean): () => boolean {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  const isClosed = () => stopping || isStarting()
  app.addHook('onRequest', (_, __, done) => done(isClosed() ? new Fault('busy') : undefined))
  return isClosed
}

interface Service {
  readonly desk: Desk
  readonly passwords: PasswordLogins
  readonly authenticate: Authenticate
  readonly answer: Answering
  readonly live: Live
  readonly throttle: Throttle
  readonly addressOf: AddressOf
  readonly plan: ReturnType<typeof bodyPlans>
}

function addRoutes(api: FastifyInstance, all: readonly AnyRoute[], service: Service): void {
  for (const route of all) {
    const make = makerOf(route, service)
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const ready = await make(request, reply)
      reply.hijack()
      send(request.raw, reply.raw, request.id, ready)
    }
    const onRequest = route.method === 'GET' && !('throttled' in route) ? [] : [admit(route, service)]
    api.route({ method: route.method, url: route.path, onRequest, handler })
  }
  for (const url of ['/', '/*']) {
    api.options(url, (_, reply) => reply.headers(preflight).send(''))
  }
}

/** Checks the headers before the body is read, and sets the limits of the body. */
function admit(route: AnyRoute, service: Service) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isAnonymous = 'open' in route || isSignedOut(route, request)
    if (isAnonymous) admitAnonymous(route, request, service)
    else request.admitted = await admission(service.desk, route, partsOf(request, service), service.authenticate)
    request.bodyPlan = service.plan(route, isAnonymous, reply.raw)
  }
}

function admitAnonymous(route: AnyRoute, { raw, headers }: FastifyRequest, { throttle, addressOf }: Service): void {
  if ('checkHeaders' in route) route.checkHeaders?.(headers)
  if ('throttled' in route) throttle.count('address', addressOf(raw))
}

const isSignedOut = (route: AnyRoute, { headers }: FastifyRequest): boolean =>
  'signedOut' in route && !headers.authorization && sessionIn(headers) === undefined

/** Returns the function that makes the responses of a route. */
function makerOf(route: AnyRoute, service: Service) {
  if ('open' in route)
    return async (request: FastifyRequest) => {
      const input = inputOf(partsOf(request, service))
      countName(service, route, input)
      return readyFrom(await route.open(service.desk, input, service.passwords))
    }
  if ('run' in route)
    return (request: FastifyRequest, reply: FastifyReply) =>
      service.answer(route, partsOf(request, service), reply.raw, admittedNow(request, service))
  if ('live' in route) return async (request: FastifyRequest) => readyFrom(await listened(route, request, service))
  return async (request: FastifyRequest) => readyFrom(await written(route, request, service))
}

async function listened(route: LiveRoute, request: FastifyRequest, service: Service) {
  const ctx = await contextOf(route, request, service)
  return route.live(
    inputOf(partsOf(request, service)),
    listening(service.live, service.authenticate, ctx, partsOf(request, service)),
  )
}

/** Runs a write; its response is sent after the commit. */
async function written(route: WriteRoute, request: FastifyRequest, service: Service) {
  if (route.signedOut && isSignedOut(route, request)) {
    const input = inputOf(partsOf(request, service))
    countName(service, route, input)
    return route.signedOut(service.desk, input)
  }
  return runWrite(await contextOf(route, request, service), route, inputOf(partsOf(request, service)))
}

/** @throws Fault `too_many_requests`. */
function countName({ throttle }: Service, { throttled }: WriteRoute | OpenRoute, input: Input): void {
  const name = throttled?.(input).trim().toLowerCase().slice(0, 255) ?? ''
  if (name !== '') throttle.count('name', name)
}

/** Makes the context of a request. The caller is authenticated again if there was a commit while the body arrived. */
async function contextOf(route: WriteRoute | LiveRoute, request: FastifyRequest, service: Service) {
  const { desk, authenticate } = service
  const admitted =
    admittedNow(request, service) ?? (await admission(desk, route, partsOf(request, service), authenticate))
  return { desk, db: desk.database, ...admitted }
}

function admittedNow({ admitted }: FastifyRequest, { desk }: Service): Admitted | undefined {
  return admitted && admitted.cache === desk.cache.current() ? admitted : undefined
}

const partsOf = ({ raw, params, body, headers }: FastifyRequest, { addressOf }: Service): RequestParts => ({
  address: () => addressOf(raw),
  url: raw.url ?? '',
  headers,
  params: params as Record<string, string>,
  body,
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set before the body is read, on routes that need credentials. */
    admitted: Admitted | undefined
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
