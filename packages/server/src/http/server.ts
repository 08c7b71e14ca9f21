import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type PasswordLogins, passwordLogins } from '../auth/password-logins.ts'
import { Live } from '../events/live.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { type AddressOf, clientAddress } from './address.ts'
import { admission, type Admitted, type Answering, answering, type Asked, inputOf } from './answering.ts'
import { type Authenticate, authentication } from './auth.ts'
import { bodyPlans, readBodies } from './bodies/read.ts'
import { hasMoreBody, refuseMidBody } from './bodies/refuse.ts'
import { basePath } from './base-path.ts'
import { addDocsPage } from './docs.ts'
import { listening } from './live.ts'
import { type Limits, usualLimits } from './limits.ts'
import { answerWhatIsNoRequest, refuseBadHttp, refuseUnknown, withoutFormat } from './refuse.ts'
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
  limits: Limits = usualLimits,
  isStarting: () => boolean = () => false,
): Promise<HttpServer> {
  const { patience, bodies } = limits
  const nextId = requestIds()
  const refuse = refusing(desk)
  const app = fastify({
    logger: false,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    // Whoever does not read the answer would keep it in memory for ever.
    connectionTimeout: patience.silence,
    http: {
      maxHeaderSize: limits.headers,
      headersTimeout: patience.headers,
      // Who is late is found out by looking; Node looks only twice a minute by itself.
      connectionsCheckingInterval: Math.ceil(patience.headers / 3),
      // The platform's own refusal has no body.
      requireHostHeader: false,
    },
    genReqId: nextId,
    rewriteUrl: withoutFormat,
    routerOptions: {
      // The handlers read the address themselves, with clearer errors.
      querystringParser: () => ({}),
      maxParamLength: 500,
      ignoreTrailingSlash: true,
      // A base address that ends in a slash, put before a path that begins with one.
      ignoreDuplicateSlashes: true,
    },
    frameworkErrors: (error, request, reply) => void refuse(request, reply, error),
    clientErrorHandler: refuseBadHttp,
    // The framework's own 503 has another shape; see refuseWhileClosed.
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
  answerWhatIsNoRequest(app)
  const authenticate = authentication(desk, passwords)
  const answer = answering(desk, authenticate, patience.reading)
  const isClosed = refuseWhileClosed(app, isStarting)
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

/** Makes ids of requests, which differ between runs of the service. */
function requestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

/** Sends refusals, also to clients that are still sending a body. */
const refusing = (desk: Desk) => (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  const refusal = refusalFor(desk, request.id, request.raw.url ?? '', error)
  if (!hasMoreBody(request.raw)) return reply.headers(refusal.headers).code(refusal.status).send(refusal.body)
  reply.hijack()
  refuseMidBody(request.raw, reply.raw, refusal)
  return reply
}

/** No route has a schema. Without this the framework would load two compilers for schemas. */
const unneeded = (): never => {
  throw new Error('A route has a schema, and nothing that checks it.')
}

/**
 * Refuses requests while the service starts or stops: they should come again later. Requests in flight are answered.
 * @returns whether requests are refused.
 */
function refuseWhileClosed(app: FastifyInstance, isStarting: () => boolean): () => boolean {
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

/** Decides from the headers whether a body is read at all, and how much of it. */
function admit(route: AnyRoute, service: Service) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isStranger = 'open' in route || isSignedOut(route, request)
    if (isStranger) admitStranger(route, request, service)
    else request.admitted = await admission(service.desk, route, asked(request, service), service.authenticate)
    request.bodyPlan = service.plan(route, isStranger, reply.raw)
  }
}

function admitStranger(route: AnyRoute, { raw, headers }: FastifyRequest, { throttle, addressOf }: Service): void {
  if ('checkHeaders' in route) route.checkHeaders?.(headers)
  if ('throttled' in route) throttle.count('address', addressOf(raw))
}

const isSignedOut = (route: AnyRoute, { headers }: FastifyRequest): boolean =>
  'signedOut' in route && !headers.authorization && sessionIn(headers) === undefined

/** How the answers of a route are made. */
function makerOf(route: AnyRoute, service: Service) {
  if ('open' in route)
    return async (request: FastifyRequest) => {
      const input = inputOf(asked(request, service))
      countName(service, route, input)
      return readyFrom(await route.open(service.desk, input, service.passwords))
    }
  if ('run' in route)
    return (request: FastifyRequest, reply: FastifyReply) =>
      service.answer(route, asked(request, service), reply.raw, admittedNow(request, service))
  if ('live' in route) return async (request: FastifyRequest) => readyFrom(await listened(route, request, service))
  return async (request: FastifyRequest) => readyFrom(await written(route, request, service))
}

async function listened(route: LiveRoute, request: FastifyRequest, service: Service) {
  const ctx = await contextOf(route, request, service)
  return route.live(
    inputOf(asked(request, service)),
    listening(service.live, service.authenticate, ctx, asked(request, service)),
  )
}

/** The way of a write: prepared outside, done and answered inside one transaction, sent when it is durable. */
async function written(route: WriteRoute, request: FastifyRequest, service: Service) {
  if (route.signedOut && isSignedOut(route, request)) {
    const input = inputOf(asked(request, service))
    countName(service, route, input)
    return route.signedOut(service.desk, input)
  }
  return runWrite(await contextOf(route, request, service), route, inputOf(asked(request, service)))
}

/** @throws Fault `too_many_requests`. */
function countName({ throttle }: Service, { throttled }: WriteRoute | OpenRoute, input: Input): void {
  const name = throttled?.(input).trim().toLowerCase().slice(0, 255) ?? ''
  if (name !== '') throttle.count('name', name)
}

/** Who asks, and may they: as the headers said, where nothing was written while the body arrived. */
async function contextOf(route: WriteRoute | LiveRoute, request: FastifyRequest, service: Service) {
  const { desk, authenticate } = service
  const admitted =
    admittedNow(request, service) ?? (await admission(desk, route, asked(request, service), authenticate))
  return { desk, db: desk.database, ...admitted }
}

function admittedNow({ admitted }: FastifyRequest, { desk }: Service): Admitted | undefined {
  return admitted && admitted.cache === desk.cache.current() ? admitted : undefined
}

const asked = ({ raw, params, body, headers }: FastifyRequest, { addressOf }: Service): Asked => ({
  address: () => addressOf(raw),
  url: raw.url ?? '',
  headers,
  params: params as Record<string, string>,
  body,
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before the body is read, by routes that ask for credentials. */
    admitted: Admitted | undefined
  }
}

const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, PUT, DELETE, PATCH, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, From, X-On-Behalf-Of, Idempotency-Key, If-Match, If-None-Match, Accept-Language, Cache-Control, X-Requested-With',
  'access-control-max-age': '1728000',
}
