import type { FastifyInstance, FastifyReply } from 'fastify'
import { isMigrated } from '../db/migrate.ts'
import type { Desk } from '../kernel/context.ts'
import { plainHeaders } from './reply.ts'

/**
 * The reason why a service does not accept requests: it starts or stops, or the database does not answer or has tables
 * of another version.
 */
type Unready = 'starting' | 'stopping' | 'database' | 'tables'

/** Milliseconds in which the database has to answer. */
const TIMEOUT = 2000

/** Milliseconds for which the result of a check is reused, so that requests without credentials cannot cause load. */
const VALIDITY = 1000

const headers = { ...plainHeaders, 'cache-control': 'no-store' }

/**
 * Adds the two addresses for orchestrators and load balancers, which need no credentials: `/healthz` succeeds while the
 * process runs, `/readyz` while the service accepts requests.
 * @param phase returns the phase in which the service does not accept requests; undefined while it does.
 */
export function addHealth(app: FastifyInstance, desk: Desk, phase: () => 'starting' | 'stopping' | undefined): void {
  const checkDatabase = createDatabaseCheck(desk)
  app.get('/healthz', { config: { isProbe: true } }, (_, reply) => reply.headers(headers).send('{"status":"alive"}'))
  app.get('/readyz', { config: { isProbe: true } }, async (_, reply) => {
    await sendStatus(reply, phase() ?? (await checkDatabase()))
    return reply
  })
}

const sendStatus = (reply: FastifyReply, reason: Unready | undefined) =>
  reason === undefined
    ? reply.headers(headers).send('{"status":"ready"}')
    : reply
        .code(503)
        .headers({ ...headers, 'retry-after': '1' })
        .send(JSON.stringify({ status: 'unavailable', reason }))

/** Returns a function that checks the database, at most once in `VALIDITY`. */
function createDatabaseCheck(desk: Desk): () => Promise<Unready | undefined> {
  let last: Promise<Unready | undefined> | undefined
  let checkedAt = -Infinity
  return () => {
    if (last === undefined || performance.now() - checkedAt > VALIDITY) {
      checkedAt = performance.now()
      last = withTimeout(isMigrated(desk.database)).then(
        (isCurrent) => (isCurrent ? undefined : 'tables'),
        (error: unknown) => {
          desk.log.warn({ error }, 'the database does not answer the readiness check')
          return 'database'
        },
      )
    }
    return last
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${TIMEOUT} ms.`)), TIMEOUT)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers while the service starts and stops, too. */
    isProbe?: true
  }
}
