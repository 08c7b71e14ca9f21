import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Live } from '../events/live.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import { type Answering, answering, type Asked, inputOf, keyed } from './answering.ts'
import { authentication, permit } from './auth.ts'
import { basePath } from './base-path.ts'
import { addDocsPage } from './docs.ts'
import { listening } from './live.ts'
import { readForms } from './forms.ts'
import { answerWhatIsNoRequest, refuseBadHttp, refuseUnknown, withoutFormat } from './refuse.ts'
import { readyFrom, refusalFor, send } from './reply.ts'
import { allRoutes } from './routes/index.ts'
import type { AnyRoute, Input, LiveRoute, OpenRoute, WriteRoute } from './route.ts'
import { type PasswordLogins, passwordLogins } from './passwords.ts'
import { checkProof, sessionIn } from './sessions.ts'
import { openShortWay } from './short.ts'
import { addressOf, Throttle } from './throttle.ts'
import { runWrite } from './write.ts'

/** What a client may take. */
export interface Limits {
  /** Milliseconds for the header section, for the whole request, between two requests, without a byte either way. */
  readonly patience: {
    readonly headers: number
    readonly request: number
    readonly idle: number
    readonly silence: number
    /** For what reader processes do; see `ended.ts` for the usual one. */
    readonly reading?: number
  }
  /** Bytes: a header section with its address beyond the first is refused, a body beyond the second. */
  readonly largest: { readonly headers: number; readonly body: number }
}

/** Slow clients are cut off instead of being waited for. */
const usualLimits: Limits = {
  patience: { headers: 15_000, request: 60_000, idle: 65_000, silence: 120_000 },
  largest: { headers: 32 * 1024, body: 64 * 1024 * 1024 },
}

/** The HTTP server over a desk; it does not listen yet. */
export async function httpServer(desk: Desk, { patience, largest }: Limits = usualLimits): Promise<FastifyInstance> {
  const run = randomBytes(4).toString('hex')
  let count = 0
  const nextId = () => `${run}-${(++count).toString(36)}`
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const { status, headers, body } = refusalFor(desk, request.id, request.raw.url ?? '', error)
    return reply.headers(headers).code(status).send(body)
  }
  const app = fastify({
    logger: false,
    bodyLimit: largest.body,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    // Whoever does not read the answer would keep it in memory for ever.
    connectionTimeout: patience.silence,
    http: {
      maxHeaderSize: largest.headers,
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
    // The framework's own 503 has another shape; see refuseWhatComesLate.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: unneeded, buildSerializer: unneeded } },
  })
  readJson(app)
  readForms(app)
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Fault('not_found')))
  const live = new Live(desk)
  app.addHook('preClose', async () => live.close())
  const passwords = passwordLogins(desk)
  app.addHook('onRequest', refuseUnknown(basePath, allRoutes))
  answerWhatIsNoRequest(app)
  const authenticate = authentication(desk, passwords)
  const answer = answering(desk, authenticate, patience.reading)
  openShortWay(app, { desk, prefix: basePath, routes: allRoutes, answer, nextId, isStopping: refuseWhatComesLate(app) })
  addDocsPage(app)
  await app.register(
    async (api) => {
      addRoutes(api, allRoutes, { desk, authenticate, passwords, answer, live, throttle: new Throttle(desk.now) })
    },
    { prefix: basePath },
  )
  return app
}

/** Bodies of JSON, in the one encoding that it has. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Clients name a type also where they send nothing, as with DELETE.
    if (body.length === 0) return done(null)
    // What is decoded all the same has other signs in the place of its letters, and nobody would be told.
    return isUtf8(body) ? parse(request, body.toString(), done) : done(new Fault('invalid_json'))
  })
}

/** No route has a schema. Without this the framework would load two compilers for schemas. */
const unneeded = (): never => {
  throw new Error('A route has a schema, and nothing that checks it.')
}

/** Requests in flight are answered while the service stops; new ones on open connections should come again later. */
function refuseWhatComesLate(app: FastifyInstance): () => boolean {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onRequest', (_, __, done) => done(stopping ? new Fault('busy') : undefined))
  return () => stopping
}

interface Service {
  readonly desk: Desk
  readonly passwords: PasswordLogins
  readonly authenticate: ReturnType<typeof authentication>
  readonly answer: Answering
  readonly live: Live
  readonly throttle: Throttle
}

function addRoutes(api: FastifyInstance, all: readonly AnyRoute[], service: Service): void {
  for (const route of all) {
    const make = makerOf(route, service)
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const ready = await make(request, reply)
      reply.hijack()
      send(request.raw, reply.raw, request.id, ready)
    }
    api.route({ method: route.method, url: route.path, handler })
  }
  for (const url of ['/', '/*']) {
    api.options(url, (_, reply) => reply.headers(preflight).send(''))
  }
}

/** How the answers of a route are made. */
function makerOf(route: AnyRoute, service: Service) {
  if ('open' in route)
    return async (request: FastifyRequest) => {
      const input = inputOf(asked(request))
      countIn(service, route, request, input)
      return readyFrom(await route.open(service.desk, input, service.passwords))
    }
  if ('run' in route)
    return (request: FastifyRequest, reply: FastifyReply) => service.answer(route, asked(request), reply.raw)
  if ('live' in route) return async (request: FastifyRequest) => readyFrom(await listened(route, request, service))
  return async (request: FastifyRequest) => readyFrom(await written(route, request, service))
}

async function listened(route: LiveRoute, request: FastifyRequest, service: Service) {
  const ctx = await contextOf(route, request, service)
  return route.live(inputOf(asked(request)), listening(service.live, service.authenticate, ctx, request.headers))
}

/** The way of a write: prepared outside, done and answered inside one transaction, sent when it is durable. */
async function written(route: WriteRoute, request: FastifyRequest, service: Service) {
  if (route.signedOut && !request.headers.authorization && sessionIn(request.headers) === undefined) {
    const input = inputOf(asked(request))
    countIn(service, route, request, input)
    return route.signedOut(service.desk, input)
  }
  return runWrite(await contextOf(route, request, service), route, inputOf(asked(request)))
}

/** @throws Fault `too_many_requests`. */
function countIn({ throttle }: Service, { throttled }: WriteRoute | OpenRoute, request: FastifyRequest, input: Input) {
  if (throttled) throttle.count(addressOf(request), throttled(input))
}

/** Who asks, and may they. */
async function contextOf(route: WriteRoute | LiveRoute, request: FastifyRequest, service: Service) {
  const { desk, authenticate } = service
  checkProof(route.method, request.headers)
  const known = desk.memory.now()
  const actor = await keyed(desk, known, route, asked(request), authenticate)
  permit(actor, route.can)
  return { desk, db: desk.database, known, actor }
}

const asked = ({ raw, params, body, headers }: FastifyRequest): Asked => ({
  url: raw.url ?? '',
  headers,
  params: params as Record<string, string>,
  body,
})

const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, PUT, DELETE, PATCH, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, From, X-On-Behalf-Of, Idempotency-Key, If-Match, If-None-Match, Accept-Language, Cache-Control, X-Requested-With',
  'access-control-max-age': '1728000',
}
