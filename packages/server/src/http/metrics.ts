import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { isSameSecret } from '../auth/is-same-secret.ts'
import type { Connection, Database } from '../db/dialect.ts'
import { Fault } from '../errors/fault.ts'
import { readExtent } from '../events/batch.ts'
import type { LiveStreams } from '../events/live.ts'
import type { Desk } from '../kernel/context.ts'
import { countDue } from '../webhooks/deliveries.ts'
import type { Observer } from './exchange.ts'
import { plainHeaders } from './reply.ts'
import type { MetricsSnapshot } from './summed-metrics.ts'

/** Upper bounds in seconds. A cached record takes microseconds, a statement in a worker up to ten seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics of all processes that serve one port. */
export interface CombinedMetrics {
  /** Returns the sums in the format of Prometheus. */
  read(): Promise<string>
  /** Hands over the metrics of this process before it ends. */
  end(): Promise<void>
}

/** Connects the metrics of this process with those of the others. */
export type ConnectMetrics = (readOwn: () => Promise<MetricsSnapshot>) => CombinedMetrics

/** The metrics of one process, in the format of Prometheus. Loaded only if `/metrics` is switched on. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'deskbell_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response, by the pattern of the route.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [this.#registry],
  })
  readonly #database = new Histogram({
    name: 'deskbell_database_duration_seconds',
    help: 'Time of statements that read records, of searches, of statements in read workers, and of transactions.',
    labelNames: ['work'],
    buckets,
    registers: [this.#registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Counts an exchange. Live streams are left out, because they last as long as their clients listen. */
  readonly observe: Observer = ({ request, route = 'none', status, duration }) => {
    if (route.endsWith('/events/stream') && status === 200) return
    const labels = { method: request.method ?? '', route, status: `${Math.floor(status / 100)}xx` }
    this.#requests.observe(labels, duration / 1000)
  }

  /** Returns a database whose work is measured. */
  timed(database: Database): Database {
    const { snapshot, replica } = database
    return {
      ...database,
      ...this.#timedReads('read', database),
      ...(snapshot && {
        snapshot: () => {
          const opened = snapshot()
          return { db: this.#timedReads('search', opened.db), release: () => opened.release() }
        },
      }),
      ...(replica && {
        replica: {
          counts: replica.counts,
          current: async () => {
            const db = await replica.current()
            return db && this.#timedReads('read', db)
          },
        },
      }),
      transaction: (work, beforeCommit) => this.#time('transaction', () => database.transaction(work, beforeCommit)),
    }
  }

  #timedReads(work: string, connection: Connection, inWorker = 'worker'): Connection {
    const { readInWorker, forSearches } = connection
    return {
      ...connection,
      arrays: (query) => this.#time(work, () => connection.arrays(query)),
      ...(readInWorker && {
        readInWorker: (query, options) => this.#time(inWorker, () => readInWorker(query, options)),
      }),
      ...(forSearches && { forSearches: this.#timedReads('search', forSearches, 'search') }),
    }
  }

  #time<R>(work: string, run: () => R): R {
    const begin = performance.now()
    const end = () => this.#database.observe({ work }, (performance.now() - begin) / 1000)
    const result = run()
    if (result instanceof Promise) result.then(end, end)
    else end()
    return result
  }

  /** Adds the metrics whose values are read from the service when they are requested. */
  addServiceMetrics({ database, cache, now }: Desk, live: LiveStreams): void {
    this.#gauge('deskbell_live_streams', 'Open streams of events.', () => live.size)
    const unsent =
      'Committed events that have not been sent to the open streams yet, in the process that is furthest behind.'
    const readUnsent = async () =>
      live.size === 0 ? 0 : Math.max(0, (await readExtent({ database })).committedUpTo - live.position)
    this.#gauge('deskbell_events_unsent', unsent, readUnsent, 'max')
    const due = () => countDue(database, now())
    this.#gauge('deskbell_webhook_deliveries_due', 'Webhook deliveries that are due, of all processes.', due, 'max')
    this.#gauges('deskbell_queue_length', 'Work that waits.', 'queue', () => database.load?.().waiting ?? {})
    const lookups = 'Look-ups in the cache that is valid until the next commit.'
    this.#counter('deskbell_cache_lookups_total', lookups, 'result', () => ({
      hit: cache.counts.hits,
      miss: cache.counts.misses,
    }))
    this.#addServerMetrics(database)
  }

  /** Measures a database server and its replica; the embedded database has neither. */
  #addServerMetrics(database: Database): void {
    const connections = () => database.load?.().connections
    if (connections() !== undefined) {
      const help = 'Connections to the database server, and work that waits for one.'
      this.#gauges('deskbell_database_connections', help, 'state', () => connections() ?? {})
    }
    const reads = () => database.replica?.counts
    if (reads() !== undefined)
      this.#counter('deskbell_replica_reads_total', 'Reads that a replica could answer.', 'by', () => reads() ?? {})
  }

  #counter(name: string, help: string, label: string, read: () => Values): void {
    const counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        counter.reset()
        for (const [key, value] of Object.entries(read())) counter.inc({ [label]: key }, value)
      },
    })
  }

  /** @param aggregator combines the values of several processes; `max` for values that must not be added up. */
  #gauge(name: string, help: string, read: () => number | Promise<number>, aggregator: 'sum' | 'max' = 'sum'): void {
    const gauge = new Gauge({
      name,
      help,
      aggregator,
      registers: [this.#registry],
      async collect() {
        gauge.set(await read())
      },
    })
  }

  #gauges(name: string, help: string, label: string, read: () => Values): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        for (const [key, value] of Object.entries(read())) gauge.set({ [label]: key }, value)
      },
    })
  }

  /**
   * Adds the address `/metrics`, for callers with the token.
   * @param connect set if several processes serve the port.
   */
  serve(app: FastifyInstance, token: string, connect?: ConnectMetrics): void {
    const combined = connect?.(() => this.#registry.getMetricsAsJSON())
    app.addHook('onClose', async () => combined?.end())
    app.get('/metrics', async ({ headers }, reply) => {
      if (!isSameSecret(headers.authorization ?? '', `Bearer ${token}`)) {
        throw new Fault('unknown_token', 'The token of the metrics is missing or wrong.', {
          headers: { 'www-authenticate': 'Bearer' },
        })
      }
      reply.headers({ ...plainHeaders, 'content-type': this.#registry.contentType, 'cache-control': 'no-store' })
      return reply.send(await (combined ? combined.read() : this.#registry.metrics()))
    })
  }
}

type Values = Readonly<Record<string, number>>
