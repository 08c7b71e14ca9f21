import { randomBytes } from 'node:crypto'
import { faults } from '@deskbell/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Live } from '../events/live.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import { type Answering, answering, type Asked, inputOf, keyed } from './answering.ts'
import { authentication, permit } from './auth.ts'
import { documentation, specificationRoute } from './docs.ts'
import { listening } from './live.ts'
import { readForms } from './forms.ts'
import { answerWhatIsNoRequest, refuseBadHttp, refuseUnknown, withoutFormat } from './refuse.ts'
import { readyFrom, refusalFor, send } from './reply.ts'
import { openRoutes, routes } from './routes/index.ts'
import type { AnyRoute, LiveRoute, WriteRoute } from './route.ts'
import { errorSchema } from './schemas.ts'
import { openShortWay } from './short.ts'
import { runWrite } from './write.ts'

/** Where the interface begins. The version is in the path (specification, section 9). */
export const prefix = '/api/v1'

/** What a client may take. */
export interface Limits {
  /** Milliseconds for the header section, for the whole request, between two requests, without a byte either way. */
  readonly patience: {
    readonly headers: number
    readonly request: number
    readonly idle: number
    readonly silence: number
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
  })
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = app.getDefaultJsonParser('error', 'error')
  // Clients name a type also where they send nothing, as with DELETE.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
  readForms(app)
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Fault('not_found')))
  const live = new Live(desk)
  app.addHook('preClose', async () => live.close())
  const all = [...openRoutes, specificationRoute(app), ...routes]
  app.addHook('onRequest', refuseUnknown(prefix, all))
  answerWhatIsNoRequest(app)
  const authenticate = authentication(desk)
  const answer = answering(desk, authenticate)
  openShortWay(app, { desk, prefix, routes: all, answer, nextId, isStopping: refuseWhatComesLate(app) })
  await documentation(app)
  await app.register(
    async (api) => {
      addRoutes(api, all, { desk, authenticate, answer, live })
    },
    { prefix },
  )
  return app
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
  readonly authenticate: ReturnType<typeof authentication>
  readonly answer: Answering
  readonly live: Live
}

function addRoutes(api: FastifyInstance, all: readonly AnyRoute[], service: Service): void {
  for (const route of all) {
    const make = makerOf(route, service)
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const ready = await make(request)
      reply.hijack()
      send(request.raw, reply.raw, request.id, ready)
    }
    api.route({ method: route.method, url: route.path, schema: describe(route), handler })
  }
  for (const url of ['/', '/*']) {
    api.options(url, { schema: { hide: true } }, (_, reply) => reply.headers(preflight).send(''))
  }
}

/** How the answers of a route are made. */
function makerOf(route: AnyRoute, service: Service) {
  if ('open' in route)
    return async (request: FastifyRequest) => readyFrom(await route.open(service.desk, inputOf(asked(request))))
  if ('run' in route) return (request: FastifyRequest) => service.answer(route, asked(request))
  if ('live' in route) return async (request: FastifyRequest) => readyFrom(await listened(route, request, service))
  return async (request: FastifyRequest) => readyFrom(await written(route, request, service))
}

async function listened(route: LiveRoute, request: FastifyRequest, service: Service) {
  const ctx = await contextOf(route, request, service)
  return route.live(inputOf(asked(request)), listening(service.live, service.authenticate, ctx, request.headers))
}

/** The way of a write: prepared outside, done and answered inside one transaction, sent when it is durable. */
async function written(route: WriteRoute, request: FastifyRequest, service: Service) {
  if (route.signedOut && !request.headers.authorization) {
    return route.signedOut(service.desk, inputOf(asked(request)))
  }
  return runWrite(await contextOf(route, request, service), route, inputOf(asked(request)))
}

/** Who asks, and may they. */
async function contextOf(route: WriteRoute | LiveRoute, request: FastifyRequest, service: Service) {
  const { desk, authenticate } = service
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

/** What stands in the OpenAPI document about a route. */
function describe(route: AnyRoute) {
  const ok =
    typeof route.answer === 'string'
      ? { description: 'The bytes.', content: { [route.answer]: { schema: { type: 'string', format: 'binary' } } } }
      : { description: 'The answer.', content: { 'application/json': { schema: route.answer } } }
  const failures =
    'open' in route
      ? [...(route.body ? [422] : []), 500]
      : [401, 403, 404, ...('write' in route ? [412] : []), 422, 500]
  return {
    tags: [route.tag],
    summary: route.doc,
    ...(route.parameters ? { querystring: queryschema(route) } : {}),
    ...('open' in route ? { security: [] } : {}),
    ...('body' in route ? { body: route.body } : {}),
    ...('write' in route ? { headers: headerSchema(route) } : {}),
    response: {
      [('status' in route && route.status) || 200]: ok,
      ...Object.fromEntries(failures.map((status) => [status, refusal(status, route)])),
    },
  }
}

function refusal(status: number, route: AnyRoute) {
  const fault = Object.values(faults).find((known) => known.status === status)
  const other = status === 422 && 'failed' in route ? route.failed : undefined
  const schema = other ? { anyOf: [errorSchema, other] } : errorSchema
  return { description: fault?.sentence ?? 'Refused.', content: { 'application/json': { schema } } }
}

/** The headers that make a write safe to send twice, and safe against others. */
const headerSchema = ({ method }: WriteRoute) => ({
  type: 'object',
  properties:
    method === 'POST'
      ? {
          'Idempotency-Key': {
            type: 'string',
            maxLength: 255,
            description: 'The same key and request within 24 hours get the first answer; nothing is done twice.',
          },
        }
      : {
          'If-Match': {
            type: 'string',
            description: 'The `ETag` of the record as it was read; 412 when someone was faster.',
          },
        },
})

const queryschema = ({ parameters = [] }: AnyRoute) => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, doc, schema }) => [name, { ...schema, description: doc }])),
})

const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, PUT, DELETE, PATCH, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, From, X-On-Behalf-Of, Idempotency-Key, If-Match, If-None-Match, Accept-Language, Cache-Control, X-Requested-With',
  'access-control-max-age': '1728000',
}
