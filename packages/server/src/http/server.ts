import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { faults } from '@deskbell/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Actor, Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import { authentication, permit } from './auth.ts'
import { documentation } from './docs.ts'
import { etagOf, faultOf, plainHeaders, send, sendFault } from './reply.ts'
import { openRoutes, routes } from './routes/index.ts'
import { readQuery } from './query.ts'
import type { Answer, OpenRoute, Route } from './route.ts'
import { errorSchema } from './schemas.ts'

/** Where the interface begins. The version is in the path (specification, section 9). */
export const prefix = '/api/v1'

/** How long a client may take, in milliseconds. Slow ones are cut off instead of being waited for. */
const patience = { headers: 15_000, request: 60_000, idle: 65_000 }
/** Bytes. A header section with its address beyond the first is refused, a body beyond the second. */
const largest = { headers: 32 * 1024, body: 64 * 1024 * 1024 }

/** The HTTP server over a desk; it does not listen yet. */
export async function httpServer(desk: Desk): Promise<FastifyInstance> {
  const run = randomBytes(4).toString('hex')
  let count = 0
  const app = fastify({
    logger: false,
    bodyLimit: largest.body,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    http: { maxHeaderSize: largest.headers, headersTimeout: patience.headers },
    genReqId: () => `${run}-${(++count).toString(36)}`,
    routerOptions: {
      // The handlers read the address themselves, with clearer errors.
      querystringParser: () => ({}),
      maxParamLength: 500,
      ignoreTrailingSlash: true,
    },
    frameworkErrors: (error, request, reply) => sendFault(desk, request, reply, faultOf(error)),
    clientErrorHandler: refuseBadHttp,
    return503OnClosing: true,
  })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler((error, request, reply) => sendFault(desk, request, reply, faultOf(error)))
  app.setNotFoundHandler((request, reply) => sendFault(desk, request, reply, new Fault('not_found')))
  await documentation(app)
  await app.register(
    async (api) => {
      addRoutes(api, desk)
    },
    { prefix },
  )
  return app
}

function addRoutes(api: FastifyInstance, desk: Desk): void {
  const authenticate = authentication(desk)
  const methods = new Map<string, string[]>()
  for (const route of [...openRoutes, ...routes]) {
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method])
    const handler = 'open' in route ? openHandler(desk, route) : handlerOf(desk, route, authenticate)
    api.route({ method: route.method, url: route.path, schema: describe(route), handler })
  }
  for (const [path, known] of methods) refuseOthers(api, desk, path, known)
  api.options('/*', { schema: { hide: true } }, (_, reply) => reply.headers(preflight).code(204).send())
}

const openHandler = (desk: Desk, route: OpenRoute) => async (request: FastifyRequest, reply: FastifyReply) => {
  const answer = await route.open(desk)
  return send(request, reply, answer, etagOf(answer))
}

/** The way of a request: who asks, may they, what do they ask for, the rows, the text. */
function handlerOf(desk: Desk, route: Route, authenticate: (headers: FastifyRequest['headers']) => Promise<Actor>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    desk.memory.refresh()
    const actor = await authenticate(request.headers)
    permit(actor, route.can)
    const url = request.raw.url ?? ''
    const make = async () => {
      const body = typeof request.body === 'object' ? request.body : {}
      const query = { ...readQuery(url), ...body }
      const params = request.params as Record<string, string>
      const answer = await route.run({ desk, db: desk.database, actor }, { params, query, url })
      return { answer, etag: etagOf(answer) }
    }
    const { answer, etag } =
      route.remembered && route.method === 'GET'
        ? await desk.memory.remember(`answer:${actor.key}:${url}`, make, bytesOf)
        : await make()
    return send(request, reply, answer, etag)
  }
}

/** Characters of an ASCII text are bytes; others are two. */
const bytesOf = ({ answer }: { answer: Answer }): number => 2 * (answer.body as string).length + 512

/** An address that is known, but not with this method, says with which. */
function refuseOthers(api: FastifyInstance, desk: Desk, path: string, known: readonly string[]): void {
  const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method))
  api.route({
    method: others,
    url: path,
    schema: { hide: true },
    // Before the body is read: nobody waits for what is not wanted.
    onRequest: async (request, reply) =>
      sendFault(desk, request, reply, new Fault('wrong_method', undefined, { headers: { allow } })),
    handler: () => {},
  })
}

/** What stands in the OpenAPI document about a route. */
function describe(route: Route | OpenRoute) {
  const ok =
    typeof route.answer === 'string'
      ? { description: 'The bytes.', content: { [route.answer]: { schema: { type: 'string', format: 'binary' } } } }
      : { description: 'The answer.', content: { 'application/json': { schema: route.answer } } }
  const failures = 'open' in route ? [500] : [401, 403, 404, 422, 500]
  const refusal = (status: number) => {
    const fault = Object.values(faults).find((known) => known.status === status)
    return { description: fault?.sentence ?? 'Refused.', content: { 'application/json': { schema: errorSchema } } }
  }
  return {
    tags: [route.tag],
    summary: route.doc,
    ...(route.parameters ? { querystring: queryschema(route) } : {}),
    ...('open' in route ? { security: [] } : {}),
    response: { 200: ok, ...Object.fromEntries(failures.map((status) => [status, refusal(status)])) },
  }
}

const queryschema = ({ parameters = [] }: Route | OpenRoute) => ({
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

/** What the parser of HTTP itself refuses: there is no request yet, only a socket to write to. */
function refuseBadHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'too_slow'
        : 'bad_request'
  const { status, sentence } = faults[code]
  const body = JSON.stringify({ error: sentence, error_human: sentence, error_id: randomBytes(6).toString('hex') })
  const head = Object.entries({ ...plainHeaders, 'content-length': String(Buffer.byteLength(body)) })
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\n${head.map(([k, v]) => `${k}: ${v}\r\n`).join('')}connection: close\r\n\r\n${body}`,
  )
}
