import { randomBytes } from 'node:crypto'
import { faults } from '@deskbell/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Actor, Context, Desk } from '../kernel/context.ts'
import { Fault, invalid } from '../kernel/fault.ts'
import { authentication, permit } from './auth.ts'
import { documentation, specificationRoute } from './docs.ts'
import { readQuery } from './query.ts'
import { answerWhatIsNoRequest, refuseBadHttp, refuseUnknown } from './refuse.ts'
import { etagOf, faultOf, type Ready, send, sendFault } from './reply.ts'
import { openRoutes, routes } from './routes/index.ts'
import type { AnyRoute, Answer, Input, OpenRoute, Route, WriteRoute } from './route.ts'
import { errorSchema } from './schemas.ts'
import { runWrite } from './write.ts'

/** Where the interface begins. The version is in the path (specification, section 9). */
export const prefix = '/api/v1'

/** What a client may take. */
export interface Limits {
  /** Milliseconds for the header section, for the whole request, between two requests. */
  readonly patience: { readonly headers: number; readonly request: number; readonly idle: number }
  /** Bytes: a header section with its address beyond the first is refused, a body beyond the second. */
  readonly largest: { readonly headers: number; readonly body: number }
}

/** Slow clients are cut off instead of being waited for. */
const usualLimits: Limits = {
  patience: { headers: 15_000, request: 60_000, idle: 65_000 },
  largest: { headers: 32 * 1024, body: 64 * 1024 * 1024 },
}

/** The HTTP server over a desk; it does not listen yet. */
export async function httpServer(desk: Desk, { patience, largest }: Limits = usualLimits): Promise<FastifyInstance> {
  const run = randomBytes(4).toString('hex')
  let count = 0
  const app = fastify({
    logger: false,
    bodyLimit: largest.body,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    http: {
      maxHeaderSize: largest.headers,
      headersTimeout: patience.headers,
      // Who is late is found out by looking; Node looks only twice a minute by itself.
      connectionsCheckingInterval: Math.ceil(patience.headers / 3),
      // The platform's own refusal has no body.
      requireHostHeader: false,
    },
    genReqId: () => `${run}-${(++count).toString(36)}`,
    routerOptions: {
      // The handlers read the address themselves, with clearer errors.
      querystringParser: () => ({}),
      maxParamLength: 500,
      ignoreTrailingSlash: true,
    },
    frameworkErrors: (error, request, reply) => void sendFault(desk, request, reply, faultOf(error)),
    clientErrorHandler: refuseBadHttp,
    // The framework's own 503 has another shape; see refuseWhatComesLate.
    return503OnClosing: false,
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler((error, request, reply) => sendFault(desk, request, reply, faultOf(error)))
  app.setNotFoundHandler((request, reply) => sendFault(desk, request, reply, new Fault('not_found')))
  const all = [...openRoutes, specificationRoute(app), ...routes]
  app.addHook('onRequest', refuseUnknown(prefix, all))
  refuseWhatComesLate(app)
  answerWhatIsNoRequest(app)
  await documentation(app)
  await app.register(
    async (api) => {
      addRoutes(api, desk, all)
    },
    { prefix },
  )
  return app
}

/** Requests in flight are answered while the service stops; new ones on open connections should come again later. */
function refuseWhatComesLate(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onRequest', (_, __, done) => done(stopping ? new Fault('busy') : undefined))
}

function addRoutes(api: FastifyInstance, desk: Desk, all: readonly AnyRoute[]): void {
  const authenticate = authentication(desk)
  for (const route of all) {
    const handler =
      'open' in route
        ? openHandler(desk, route)
        : 'write' in route
          ? writeHandler(desk, route, authenticate)
          : handlerOf(desk, route, authenticate)
    api.route({ method: route.method, url: route.path, schema: describe(route), handler })
  }
  for (const url of ['/', '/*']) {
    api.options(url, { schema: { hide: true } }, (_, reply) => reply.headers(preflight).code(204).send())
  }
}

const openHandler = (desk: Desk, route: OpenRoute) => async (request: FastifyRequest, reply: FastifyReply) => {
  const answer = await route.open(desk)
  send(request, reply, { answer, etag: etagOf(answer) })
  return reply
}

/** The way of a request: who asks, may they, what do they ask for, the rows, the text. */
function handlerOf(desk: Desk, route: Route, authenticate: ReturnType<typeof authentication>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const known = desk.memory.now()
    // Who was here a moment ago is known at once; waiting for what is known costs a turn of the queue each time.
    const caller = authenticate(request.headers, known)
    const actor = caller instanceof Promise ? await caller : caller
    permit(actor, route.can)
    const ctx = { desk, db: desk.database, known, actor }
    send(request, reply, answered(ctx, route, request) ?? (await make(ctx, route, request)))
    return reply
  }
}

/** The same way for a write: prepared outside, done and answered inside one transaction, sent when it is durable. */
function writeHandler(desk: Desk, route: WriteRoute, authenticate: ReturnType<typeof authentication>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const known = desk.memory.now()
    const actor = await authenticate(request.headers, known)
    permit(actor, route.can)
    const ctx = { desk, db: desk.database, known, actor }
    const answer = await runWrite(ctx, route, inputOf(request))
    send(request, reply, { answer, etag: etagOf(answer) })
    return reply
  }
}

/** Query and body in one bag (reference, section 1.1). @throws Fault for a body that is no object. */
function inputOf(request: FastifyRequest): Input {
  const { body } = request
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw invalid('body', 'The body has to be a JSON object.')
  }
  const url = request.raw.url ?? ''
  const params = request.params as Record<string, string>
  return { params, query: { ...readQuery(url), ...body }, url, headers: request.headers }
}

const keyOf = (request: FastifyRequest, actor: Actor): string => `answer:${actor.key}:${request.raw.url}`

/** The answer that was given to the same question since the last commit. */
const answered = ({ known, actor }: Context, route: Route, request: FastifyRequest): Ready | undefined =>
  route.remembered && known.recall<Ready>(keyOf(request, actor))

async function make(ctx: Context, route: Route, request: FastifyRequest): Promise<Ready> {
  const answer = await route.run(ctx, inputOf(request))
  const ready = { answer, etag: etagOf(answer) }
  const key = route.remembered && keyOf(request, ctx.actor)
  if (!key || !ctx.known.again(key)) return ready
  const kept = { ...ready, answer: { ...answer, body: inOnePiece(answer.body as string) } }
  ctx.known.keep(key, kept, bytesOf(kept.answer))
  return kept
}

/** A text put together from many is kept by the engine as these many, at ten times its size. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

/** Characters of an ASCII text are bytes; others are two. */
const bytesOf = ({ body }: Answer): number => 2 * (body as string).length + 512

/** What stands in the OpenAPI document about a route. */
function describe(route: AnyRoute) {
  const ok =
    typeof route.answer === 'string'
      ? { description: 'The bytes.', content: { [route.answer]: { schema: { type: 'string', format: 'binary' } } } }
      : { description: 'The answer.', content: { 'application/json': { schema: route.answer } } }
  const failures = 'open' in route ? [500] : [401, 403, 404, ...('write' in route ? [412] : []), 422, 500]
  return {
    tags: [route.tag],
    summary: route.doc,
    ...(route.parameters ? { querystring: queryschema(route) } : {}),
    ...('open' in route ? { security: [] } : {}),
    ...('body' in route ? { body: route.body } : {}),
    ...('write' in route ? { headers: headerSchema(route) } : {}),
    response: {
      [('status' in route && route.status) || 200]: ok,
      ...Object.fromEntries(failures.map((status) => [status, refusal(status)])),
    },
  }
}

function refusal(status: number) {
  const fault = Object.values(faults).find((known) => known.status === status)
  return { description: fault?.sentence ?? 'Refused.', content: { 'application/json': { schema: errorSchema } } }
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
