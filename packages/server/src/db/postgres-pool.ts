import { Client, Pool, type PoolConfig, type QueryConfig, types as pgTypes } from 'pg'
import type { DatabaseLoad } from './dialect.ts'
import { asFault, isConnectionLost } from './postgres-failures.ts'
import { isPlanOutdated, StatementNames } from './statement-names.ts'
import { PostgresPeers } from './postgres-peers.ts'

/** The part of a connection of the `pg` library that is used here. */
export interface PgConnection {
  query(query: Query): Promise<{ rows: unknown[]; rowCount: number | null; command: string }>
}

type Query = Pick<QueryConfig, 'name' | 'text' | 'types'> & { values: unknown[]; rowMode?: 'array' }

/** A source of connections. */
export interface PgSource {
  readonly place: string
  /** Runs each statement on any connection. @throws Fault if the server cannot be reached. */
  readonly shared: PgConnection
  readonly peers: PostgresPeers
  /** The same for searches, with connections that always use the indexes. */
  readonly searches: PgConnection
  /** Returns the load of the pools. */
  readonly load: () => DatabaseLoad
  /** Runs `work` with a connection of its own. @throws Fault if the server cannot be reached. */
  exclusive<T>(work: (connection: PgConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Parsers by type: numbers for `bigint`, ISO text with milliseconds for times, plain text for dates, as on SQLite. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1082: (text) => text,
  1184: (text) => new Date(text).toISOString(),
}

/** The conversion of values of the server into values of this program. */
export const types = {
  getTypeParser: (oid: number, format?: unknown) =>
    parsers[oid] ??
    (pgTypes.getTypeParser as (oid: number, format?: unknown) => (text: string) => unknown)(oid, format),
}

/** Milliseconds that a server may take to accept a connection. */
export const CONNECT_TIMEOUT = 3000

/** Milliseconds between two checks of the statements that are waiting for an answer. */
const WATCH_INTERVAL = 1000

/** Timeouts of the server in milliseconds, so that it releases the locks of a process that has disappeared. */
const limits = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 }

/** Creates the pool for a URL such as `postgres://user@host/database`. Parameters of the URL override the limits. */
export function postgresPool(url: string, more: PoolConfig = {}): PgSource {
  const config = {
    ...limits,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'deskbell',
    keepAlive: true,
    ...more,
  }
  const pool = newPool({ ...config, options: [more.options, forAll].join(' ') })
  const searches = newPool({ ...config, options: [more.options, forAll, ...forSearches].join(' ') })
  const pools = [pool, searches]
  const names = new StatementNames()
  const watches = pools.map((one) => watching(one, config))
  const peers = new PostgresPeers(config)
  return {
    place: url.replace(/:\/\/[^@/]*@/, '://'),
    shared: named(pool, names),
    searches: named(searches, names),
    peers,
    load: () => ({
      waiting: { connections: sum(pools, (one) => one.waitingCount) },
      connections: {
        idle: sum(pools, (one) => one.idleCount),
        busy: sum(pools, (one) => one.totalCount - one.idleCount),
      },
    }),
    async exclusive(work) {
      const client = await pool.connect().catch(rethrow)
      let broken = false
      try {
        return await work(client)
      } catch (failure) {
        broken = isConnectionLost(failure)
        throw failure
      } finally {
        client.release(broken)
      }
    },
    async close() {
      for (const watch of watches) clearInterval(watch)
      await peers.close()
      await Promise.all(pools.map((one) => one.end()))
    },
  }
}

/** Without a hash table for the rows of a subquery, PostgreSQL reads all of them again for each row of the outer query. */
const forAll = '-c hash_mem_multiplier=16'

/**
 * Settings of the connections for searches. The planner cannot estimate how many rows have a lexeme, so it must not read the
 * whole table, and a plan for the values of one search is no better than one for all.
 */
const forSearches = [
  'enable_seqscan=off',
  'plan_cache_mode=force_generic_plan',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'work_mem=16MB',
].map((setting) => `-c ${setting}`)

function newPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // A lost connection fails its next statement; an idle one is replaced by the pool.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

const sum = (pools: readonly Pool[], of: (pool: Pool) => number): number =>
  pools.reduce((total, pool) => total + of(pool), 0)

/** Runs statements under names. */
function named(pool: Pool, names: StatementNames): PgConnection {
  const run = (query: Query) => pool.query({ ...query, name: names.nameOf(query.text) } as Query)
  const repeat = (query: Query, failure: unknown) => {
    if (!isPlanOutdated(failure)) throw asFault(failure)
    names.forget()
    return run(query).catch(rethrow)
  }
  return { query: (query) => run(query).catch((failure: unknown) => repeat(query, failure)) }
}

const ignore = () => {}

function rethrow(failure: unknown): never {
  throw asFault(failure)
}

/**
 * Ends the connections in use when the server has stopped answering without closing them, as after a cut in the network:
 * their statements fail soon instead of waiting for minutes.
 */
function watching(pool: Pool, config: PoolConfig): NodeJS.Timeout {
  const clients = new Set<Client>()
  pool.on('acquire', (client) => clients.add(client as Client))
  pool.on('release', (_, client) => clients.delete(client as Client))
  let isProbing = false
  const look = async () => {
    if (isProbing || clients.size === 0) return
    isProbing = true
    const suspects = [...clients]
    if (!(await answers(config)))
      for (const client of suspects) if (clients.has(client)) void client.end().catch(ignore)
    isProbing = false
  }
  return setInterval(() => void look(), WATCH_INTERVAL).unref()
}

/** Returns false if the server does not answer a new connection. A refusal is an answer, too. */
async function answers(config: PoolConfig): Promise<boolean> {
  const client = new Client(config)
  client.on('error', ignore)
  try {
    await client.connect()
    return true
  } catch (failure) {
    return !isConnectionLost(failure) || /^\w{5}$/.test((failure as { code?: string }).code ?? '')
  } finally {
    void client.end().catch(ignore)
  }
}
