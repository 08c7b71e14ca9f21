import type { Duplex } from 'node:stream'
import { Client, Pool, type PoolClient, type PoolConfig, type QueryConfig, types as pgTypes } from 'pg'
import { cancelOnAbort } from './postgres-cancel.ts'
import { isConnectionLost, isRefused } from './postgres-failures.ts'
import { isPlanOutdated, StatementNames } from './statement-names.ts'

/** The part of a connection of the `pg` library that is used here. */
export interface PgConnection {
  /** @param signal stops the statement, where it runs on a connection of its own. */
  query(query: Query, signal?: AbortSignal): Promise<{ rows: unknown[]; rowCount: number | null; command: string }>
}

/** A connection that a transaction has for itself. */
export interface PgTransaction extends PgConnection {
  /** Returns the error of the statement that failed last; undefined if all succeeded. */
  failure(): unknown
}

/** A statement with its values. */
export type Query = Pick<QueryConfig, 'name' | 'text' | 'types'> & { values: unknown[]; rowMode?: 'array' }

/** Parsers by type: numbers for `bigint`, plain text for dates, ISO text with milliseconds for times, as on SQLite. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1082: (text) => text,
  1184: (text) => new Date(text).toISOString(),
}

/** Converts values of the server to values of this program. */
export const types = {
  getTypeParser: (oid: number, format?: unknown) =>
    parsers[oid] ??
    (pgTypes.getTypeParser as (oid: number, format?: unknown) => (text: string) => unknown)(oid, format),
}

/** Milliseconds that a server may take to accept a connection. */
export const CONNECT_TIMEOUT = 3000

/** Milliseconds between two checks whether the server still answers, which are made while connections are in use. */
const WATCH_INTERVAL = 1000

/** The pools of connections to one server. They fail with the errors of the driver. */
export interface Pools {
  readonly all: readonly [Pool, Pool]
  /** Runs statements on any connection, those of one turn together. */
  readonly shared: PgConnection
  /** Runs each statement on a connection of its own, for statements that may take long. */
  readonly separate: PgConnection
  /** The same for searches, with connections that always use the indexes. */
  readonly searches: PgConnection
  /** Prepares a connection of the first pool for a transaction; see `pipelined`. */
  forTransaction(client: PoolClient): PgTransaction
  close(): Promise<void>
}

/** Creates the pools of a server; they connect when they are used. */
export function openPools(config: PoolConfig): Pools {
  const pool = newPool({ ...config, pipeline: true, options: [config.options, forAll].join(' ') })
  const searches = newPool({ ...config, options: [config.options, forAll, ...forSearches].join(' ') })
  const all = [pool, searches] as const
  const names = new StatementNames()
  const watches = all.map((one) => watchConnections(one, config))
  return {
    all,
    shared: named(batched(pool), names),
    separate: named(separately(pool), names),
    searches: named(separately(searches), names),
    forTransaction: (client) => namedInTransaction(pipelined(client), names),
    async close() {
      for (const watch of watches) clearInterval(watch)
      await Promise.all(all.map((one) => one.end()))
    },
  }
}

/**
 * Allows large hash tables: if the rows of a subquery do not fit into one, PostgreSQL reads all of them again for each row of
 * the outer query.
 */
const forAll = '-c hash_mem_multiplier=16'

/** Settings of the connections for searches. */
const forSearches = [
  // The planner cannot estimate how many rows have a lexeme, and would sometimes read the whole table.
  'enable_seqscan=off',
  // For the same reason, a plan for the values of one search is no better than one for all.
  'plan_cache_mode=force_generic_plan',
  // Most searches are so short that starting processes or compiling the plan would take longer than they do.
  'max_parallel_workers_per_gather=0',
  'jit=off',
  // The hits of a frequent word are collected and sorted in memory.
  'work_mem=16MB',
].map((setting) => `-c ${setting}`)

function newPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  // If a connection is lost, its statement fails; the pool replaces an idle connection.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/**
 * Runs statements on any connection of a pool. Those that are requested in one turn of the event loop share a connection
 * and are sent together, as in `pipelined`. A statement that fails does not affect the others.
 */
function batched(pool: Pool): PgConnection {
  let batch: Batch | undefined
  return {
    query(query) {
      if (batch === undefined) process.nextTick(() => (batch = undefined))
      batch ??= new Batch(pool)
      return batch.query(query)
    },
  }
}

/** The statements of one turn, on a connection that returns to the pool after the last of them. */
class Batch {
  readonly #client: Promise<PoolClient>
  readonly #connection: Promise<PgConnection>
  #running = 0
  #isLost = false

  constructor(pool: Pool) {
    this.#client = pool.connect()
    this.#connection = this.#client.then(pipelined)
  }

  async query(query: Query): ReturnType<PgConnection['query']> {
    this.#running += 1
    const connection = await this.#connection
    try {
      return await connection.query(query)
    } catch (failure) {
      this.#isLost ||= isConnectionLost(failure)
      throw failure
    } finally {
      this.#running -= 1
      if (this.#running === 0) (await this.#client).release(this.#isLost)
    }
  }
}

/**
 * Runs each statement on a connection of its own. If its signal aborts, the server stops the statement, and the connection
 * is closed, because the request to stop might otherwise meet the next statement. @throws the reason of the signal.
 */
function separately(pool: Pool): PgConnection {
  return {
    async query(query, signal) {
      if (!signal) return pool.query(query)
      signal.throwIfAborted()
      const client = await pool.connect()
      if (signal.aborted) client.release()
      signal.throwIfAborted()
      const stopCancelling = cancelOnAbort(client, signal)
      let isLost = false
      try {
        return await client.query(query)
      } catch (failure) {
        isLost = isConnectionLost(failure)
        throw signal.aborted ? signal.reason : failure
      } finally {
        stopCancelling()
        client.release(isLost || signal.aborted)
      }
    },
  }
}

/** Runs statements as prepared statements, under their names. */
function named(pool: PgConnection, names: StatementNames): PgConnection {
  const run = (query: Query, signal?: AbortSignal) => pool.query(withName(query, names), signal)
  const repeat = (query: Query, signal: AbortSignal | undefined, failure: unknown) => {
    if (isPlanOutdated(failure)) names.forget()
    // The same statement of another request, sent just before, should have prepared it and failed.
    else if (!isRefused(failure)) throw failure
    return run(query, signal)
  }
  return {
    query: (query, signal) => run(query, signal).catch((failure: unknown) => repeat(query, signal, failure)),
  }
}

/**
 * Runs statements on one connection without waiting for the results of earlier ones. Those that are requested in one
 * turn of the event loop are sent together, because each write to the socket wakes the server: that takes longer than a
 * short statement. The server runs them one after the other; in a transaction, it refuses those that follow a failed one.
 */
function pipelined(client: PoolClient): PgConnection {
  const stream = streamOf(client)
  let isCorked = false
  const send = () => {
    isCorked = false
    stream.uncork()
  }
  return {
    query(query) {
      if (!isCorked) {
        isCorked = true
        stream.cork()
        process.nextTick(send)
      }
      return client.query(query)
    },
  }
}

/**
 * Runs statements of a transaction under names, except those without values that are no `select`, such as `begin`. One whose
 * plan is outdated makes the transaction fail, which is then repeated. The statements that the server refuses after a failure
 * fail with the same error.
 */
function namedInTransaction(client: PgConnection, names: StatementNames): PgTransaction {
  let cause: unknown
  return {
    failure: () => cause,
    async query(query) {
      const isNamed = query.values.length > 0 || query.text.startsWith('select ')
      try {
        return await client.query(isNamed ? withName(query, names) : query)
      } catch (failure) {
        if (isRefused(failure) && cause !== undefined) throw cause
        cause = failure
        if (isPlanOutdated(failure)) names.forget()
        throw failure
      }
    },
  }
}

const withName = (query: Query, names: StatementNames): Query => {
  const name = names.nameOf(query.text)
  return name === undefined ? query : { ...query, name }
}

/** Returns the socket of a connection. */
const streamOf = (client: object): Duplex =>
  (client as { readonly connection: { readonly stream: Duplex } }).connection.stream

const ignore = () => {}

/**
 * Ends the connections in use when the server has stopped answering without closing them, as after a cut in the
 * network: their statements fail soon instead of waiting for minutes.
 */
function watchConnections(pool: Pool, config: PoolConfig): NodeJS.Timeout {
  const clients = new Set<Client>()
  pool.on('acquire', (client) => clients.add(client as Client))
  pool.on('release', (_, client) => clients.delete(client as Client))
  let isProbing = false
  const look = async () => {
    if (isProbing || clients.size === 0) return
    isProbing = true
    const suspects = [...clients]
    // The sockets are destroyed, because `Client.end` would wait for the results of the statements.
    if (!(await doesAnswer(config))) for (const client of suspects) if (clients.has(client)) streamOf(client).destroy()
    isProbing = false
  }
  return setInterval(() => void look(), WATCH_INTERVAL).unref()
}

/**
 * Returns false if the server does not answer a new connection. A refusal is an answer: it has a SQLSTATE, which contains
 * a digit, unlike the codes of the operating system.
 */
async function doesAnswer(config: PoolConfig): Promise<boolean> {
  const client = new Client(config)
  client.on('error', ignore)
  try {
    await client.connect()
    return true
  } catch (failure) {
    return !isConnectionLost(failure) || /^(?=.*\d)\w{5}$/.test((failure as { code?: string }).code ?? '')
  } finally {
    void client.end().catch(ignore)
  }
}
