import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { passwordLogins } from '../auth/password-logins.ts'
import { LiveStreams } from '../events/live.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { clientAddressReader } from './address.ts'
import { accessLog as accessLogObserver, type WriteLine } from './access-log.ts'
import { readHandler } from './read-handler.ts'
import { authentication } from './auth.ts'
import { bodyPlans, addBodyParsers } from './bodies/read.ts'
import { hasMoreBody, respondMidBody } from './bodies/mid-body.ts'
import { basePath } from './base-path.ts'
import { addDocsPage } from './docs.ts'
import { recordExchanges } from './exchange.ts'
import { addHealth } from './health.ts'
import { addPage, readPage, sendPageForUnknownAddress } from './page.ts'
import { type Limits, defaultLimits } from './limits.ts'
import type { ConnectMetrics, Metrics } from './metrics.ts'
import { handleSpecialRequests, refuseBadHttp, refuseBeforeBody, withoutJsonSuffix } from './refuse.ts'
import { refusalFor } from './reply.ts'
import { allRoutes } from './routes/index.ts'
import { addRoutes } from './routing.ts'
import { installFastPath } from './fast-path.ts'

/** The server that listens for requests. Only `http/` knows which framework it uses. */
export type HttpServer = FastifyInstance

/** The recording of requests: an access log and metrics, each only if it is present. */
export interface Observation {
  readonly accessLog?: WriteLine | undefined
  readonly metrics?:
    | {
        readonly values: Metrics
        readonly token: string
        /** Combines the metrics of the processes that share the port. */
        readonly connect?: ConnectMetrics | undefined
      }
    | undefined
}

/** Builds the HTTP server of a desk, which does not listen yet. */
export async function httpServer(
  desk: Desk,
  limits: Limits = defaultLimits,
  isStarting: () => boolean = () => false,
  { accessLog, metrics }: Observation = {},
): Promise<HttpServer> {
  const { timeouts, bodies } = limits
  const nextId = requestIds()
  const refuse = errorSender(desk)
  const app = fastify(frameworkOptions(limits, nextId, refuse))
  addBodyParsers(app, bodies)
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Fault('not_found')))
  // Fastify requires that keys which hooks add to requests are declared. `routing.ts` sets this one.
  app.decorateRequest('admitted', undefined)
  const live = new LiveStreams(desk)
  app.addHook('preClose', async () => live.close())
  const passwords = passwordLogins(desk)
  const addressOf = clientAddressReader(limits.proxies)
  const observers = [accessLog && accessLogObserver(accessLog, desk.now), metrics?.values.observe]
  const record = recordExchanges(app, observers, addressOf)
  const page = readPage()
  app.addHook('onRequest', sendPageForUnknownAddress(page))
  app.addHook('onRequest', refuseBeforeBody(basePath, allRoutes))
  handleSpecialRequests(app)
  const authenticate = authentication(desk, passwords)
  const read = readHandler(desk, authenticate, timeouts.reading)
  const phase = rejectUnlessReady(app, isStarting)
  const isReady = () => phase() === undefined
  installFastPath(app, { desk, prefix: basePath, routes: allRoutes, read, nextId, addressOf, isReady, record })
  addHealth(app, desk, phase)
  metrics?.values.addServiceMetrics(desk, live)
  metrics?.values.serve(app, metrics.token, metrics.connect)
  addDocsPage(app)
  await addPage(app, page)
  await app.register(
    async (api) => {
      const plan = bodyPlans(bodies)
      addRoutes(api, allRoutes, { desk, authenticate, passwords, read, live, plan, addressOf })
    },
    { prefix: basePath },
  )
  return app
}

/** The options of the framework. */
const frameworkOptions = (
  { timeouts, headers }: Limits,
  nextId: () => string,
  refuse: ReturnType<typeof errorSender>,
): FastifyHttpOptions<Server> => ({
  logger: false,
  requestTimeout: timeouts.request,
  keepAliveTimeout: timeouts.idle,
  // Disconnects clients that do not read their response, which would stay in memory.
  connectionTimeout: timeouts.silence,
  http: {
    maxHeaderSize: headers,
    headersTimeout: timeouts.headers,
    // Node.js checks for late headers twice a minute by default.
    connectionsCheckingInterval: Math.ceil(timeouts.headers / 3),
    // Node.js would answer a request that has no `Host` header with a 400 without a body.
    requireHostHeader: false,
  },
  genReqId: nextId,
  rewriteUrl: withoutJsonSuffix,
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
  // `rejectUnlessReady` sends the 503 instead, with the usual body of errors.
  return503OnClosing: false,
  schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
})

/** Makes the ids of requests, with a random prefix for each run of the service. */
function requestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

/** Makes the function that sends errors, even to clients that are still sending a body. */
const errorSender = (desk: Desk) => (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
  const refusal = refusalFor(desk, request.id, request.raw.url ?? '', error)
  if (!hasMoreBody(request.raw)) return reply.headers(refusal.headers).code(refusal.status).send(refusal.body)
  reply.hijack()
  respondMidBody(request.raw, reply.raw, refusal)
  return reply
}

/** Routes have no Fastify schemas. Without this, the framework would load two schema compilers. */
const noCompiler = (): never => {
  throw new Error('A route has a Fastify schema, but no compiler is loaded.')
}

/**
 * Rejects new requests with 503 while the service starts or stops; requests in progress are completed.
 * @returns a function that returns the phase; undefined while requests are accepted.
 */
function rejectUnlessReady(app: FastifyInstance, isStarting: () => boolean): () => 'starting' | 'stopping' | undefined {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  const phase = () => {
    if (isStopping) return 'stopping'
    return isStarting() ? 'starting' : undefined
  }
  app.addHook('onRequest', ({ routeOptions }, _, done) =>
    done(phase() === undefined || routeOptions.config.isProbe ? undefined : new Fault('busy')),
  )
  return phase
}
