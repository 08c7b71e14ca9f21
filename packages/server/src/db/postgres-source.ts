import type { Pool, PoolConfig } from 'pg'
import type { DatabaseLoad } from './dialect.ts'
import { asFault, isConnectionLost } from './postgres-failures.ts'
import { PostgresPeers } from './postgres-peers.ts'
import { CONNECT_TIMEOUT, openPools, type PgConnection, type Pools, type PgTransaction } from './postgres-pool.ts'
import { type OnReplica, PostgresReplica } from './postgres-replica.ts'

/** A replica, and the function that is called when its state changes. */
export interface ReplicaLocation {
  readonly url: string
  readonly onChange: OnReplica
}

/** The connections to a database server, and to its replica if it has one. */
export interface PgSource {
  readonly place: string
  /** Runs statements on any connection, those of one turn together. @throws Fault if the server cannot be reached. */
  readonly shared: PgConnection
  /** Runs each statement on a connection of its own, for statements that may take long. */
  readonly separate: PgConnection
  /** The same for searches, with connections that always use the indexes. */
  readonly searches: PgConnection
  /** A replica that may answer reads; its statements fail with the same faults. */
  readonly replica: PostgresReplica | undefined
  readonly peers: PostgresPeers
  /** Returns the load of the pools. */
  readonly load: () => DatabaseLoad
  /** Runs `work` with a connection of its own. @throws Fault if the server cannot be reached. */
  exclusive<T>(work: (connection: PgTransaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Timeouts of the server in milliseconds, so that it releases the locks of a process that has disappeared. */
const limits = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 }

/**
 * Creates the pools for a URL such as `postgres://user@host/database`. Parameters of the URL override the limits.
 * @param replica a streaming replica that may answer reads.
 */
export function openSource(url: string, settings: PoolConfig = {}, replica?: ReplicaLocation): PgSource {
  const configOf = (connectionString: string): PoolConfig => ({
    ...limits,
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'deskbell',
    keepAlive: true,
    ...settings,
  })
  const own = openPools(configOf(url))
  const copy = replica && openPools(configOf(replica.url))
  const database = {
    shared: withFaults(own.shared),
    separate: withFaults(own.separate),
    searches: withFaults(own.searches),
  }
  const pools = [own, ...(copy ? [copy] : [])]
  const peers = new PostgresPeers(configOf(url))
  return {
    place: withoutCredentials(url),
    ...database,
    replica: copy && new PostgresReplica(withoutCredentials(replica.url), copy, database, replica.onChange),
    peers,
    load: () => loadOf(pools.flatMap(({ all }) => all)),
    exclusive: (work) => exclusive(own, work),
    async close() {
      await peers.close()
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

const withoutCredentials = (url: string): string => url.replace(/:\/\/[^@/]*@/, '://')

async function exclusive<T>(pools: Pools, work: (connection: PgTransaction) => Promise<T>): Promise<T> {
  const client = await pools.all[0].connect().catch(rethrow)
  let isBroken = false
  try {
    return await work(pools.forTransaction(client))
  } catch (failure) {
    isBroken = isConnectionLost(failure)
    throw failure
  } finally {
    client.release(isBroken)
  }
}

const loadOf = (pools: readonly Pool[]): DatabaseLoad => ({
  waiting: { connections: sum(pools, (pool) => pool.waitingCount) },
  connections: {
    idle: sum(pools, (pool) => pool.idleCount),
    busy: sum(pools, (pool) => pool.totalCount - pool.idleCount),
  },
})

const sum = (pools: readonly Pool[], count: (pool: Pool) => number): number =>
  pools.reduce((total, pool) => total + count(pool), 0)

/** Returns a connection that fails with faults instead of the errors of the driver. */
const withFaults = (connection: PgConnection): PgConnection => ({
  query: (query, signal) => connection.query(query, signal).catch(rethrow),
})

function rethrow(failure: unknown): never {
  throw asFault(failure)
}
