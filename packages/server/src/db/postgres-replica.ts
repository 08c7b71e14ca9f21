import { setTimeout as wait } from 'node:timers/promises'
import { asFault, isConflict, isConnectionLost } from './postgres-failures.ts'
import { type PgConnection, type Pools, types } from './postgres-pool.ts'

/** Milliseconds for which a read waits for the replica to catch up. */
const MAX_WAIT = 20

/** Milliseconds for which no read asks a replica that did not catch up, or that failed. */
const PAUSE = 1000

/** Called with the failure that ends the use of a replica, or with undefined when the replica is used again. */
export type OnReplica = (place: string, failure: unknown) => void

/** Connections for reads in general, for those that may take long, and for searches. */
type Connections = Pick<Pools, 'shared' | 'separate' | 'searches'>

/**
 * A streaming replica that answers reads only when it has replayed everything that was committed before. A read
 * compares the position in the write-ahead log of the database with the one that the replica has replayed.
 */
export class PostgresReplica {
  /** Connections whose reads the replica runs if it can, and otherwise the database. */
  readonly shared: PgConnection
  readonly separate: PgConnection
  readonly searches: PgConnection
  /** The numbers of reads that the replica and the database have answered. */
  readonly counts = { replica: 0, database: 0 }
  readonly #place: string
  readonly #replica: PgConnection
  readonly #database: PgConnection
  readonly #onChange: OnReplica
  #isVerified = false
  #hasFailed = false
  #pausedUntil = 0
  #committed = 0
  #replayed = 0
  #lastLookUp: Promise<unknown> = Promise.resolve()
  #nextLookUp: Promise<number> | undefined
  #poll: Promise<void> | undefined

  constructor(place: string, replica: Connections, database: Connections, onChange: OnReplica) {
    this.#place = place
    this.#replica = replica.shared
    this.#database = database.shared
    this.#onChange = onChange
    this.shared = this.#withFallback(replica.shared, database.shared)
    this.separate = this.#withFallback(replica.separate, database.separate)
    this.searches = this.#withFallback(replica.searches, database.searches)
  }

  /** Returns true if the replica has, or soon has, everything that was committed before the call. Never rejects. */
  async isCurrent(): Promise<boolean> {
    const isPaused = performance.now() < this.#pausedUntil
    const isUsed = !isPaused && (await this.#catchUp().catch((failure: unknown) => this.#fail(failure)))
    this.counts[isUsed ? 'replica' : 'database']++
    return isUsed
  }

  /**
   * Checks that the server is a replica of the database, if it can be reached.
   * @throws Error if it is not, or if it has changes that the database lacks.
   */
  async verify(): Promise<void> {
    await this.#verify().catch((failure: unknown) => {
      if (!isConnectionLost(failure))
        throw new Error(`The replica cannot be used: ${(failure as Error).message}`, { cause: failure })
      this.#fail(failure)
    })
  }

  async #verify(): Promise<void> {
    const [[original], [copy, isReplica]] = await Promise.all([
      this.#row(this.#database, identity),
      this.#row(this.#replica, identity),
    ])
    if (isReplica !== true) throw new Error(`${this.#place} is not a replica: it accepts writes.`)
    if (original !== copy) throw new Error(`${this.#place} is a replica of another database server.`)
    await this.#readReplayed()
    // After a failover, a replica can have changes that the new server has lost.
    if (this.#replayed > (await this.#readCommitted()))
      throw new Error(`${this.#place} has changes that the database lacks.`)
    this.#isVerified = true
  }

  /** @returns false if the replica lags too much. */
  async #catchUp(): Promise<boolean> {
    if (!this.#isVerified) await this.#verify()
    const position = await this.#readCommitted()
    const deadline = performance.now() + MAX_WAIT
    while (this.#replayed < position) {
      const remaining = deadline - performance.now()
      if (remaining <= 0) {
        this.#pause()
        return false
      }
      this.#poll ??= this.#readReplayed().finally(() => (this.#poll = undefined))
      await Promise.race([this.#poll, wait(remaining)])
      if (this.#replayed < position) await wait(1)
    }
    if (this.#hasFailed) this.#onChange(this.#place, undefined)
    this.#hasFailed = false
    return true
  }

  /**
   * Looks up the position of the last commit. Look-ups run one after the other, so that positions never decrease, and
   * calls that wait share the next one.
   */
  #readCommitted(): Promise<number> {
    this.#nextLookUp ??= this.#lastLookUp.catch(ignore).then(() => {
      this.#nextLookUp = undefined
      return this.#lookUp()
    })
    this.#lastLookUp = this.#nextLookUp
    return this.#nextLookUp
  }

  async #lookUp(): Promise<number> {
    const [position] = (await this.#row(this.#database, committed)) as [number]
    const before = this.#committed
    this.#committed = position
    if (position < before) throw new Error('The database server has been replaced by one that lacks changes.')
    return position
  }

  async #readReplayed(): Promise<void> {
    const [position] = await this.#row(this.#replica, replayed)
    if (typeof position !== 'number') throw new Error(`${this.#place} is no longer a replica: it accepts writes.`)
    this.#replayed = position
  }

  async #row(connection: PgConnection, text: string): Promise<readonly unknown[]> {
    const { rows } = await connection.query({ text, values: [], rowMode: 'array', types })
    return rows[0] as unknown[]
  }

  /**
   * Runs statements on the replica, and on the database if the replica cannot be reached, or if they conflict with the
   * changes that it has to replay.
   */
  #withFallback(replica: PgConnection, database: PgConnection): PgConnection {
    return {
      query: (query, signal) =>
        replica.query(query, signal).catch((failure: unknown) => {
          if (isConnectionLost(failure)) this.#fail(failure)
          else if (!isConflict(failure)) throw asFault(failure)
          return database.query(query, signal)
        }),
    }
  }

  #fail(failure: unknown): false {
    this.#pause()
    this.#isVerified = false
    if (!this.#hasFailed) this.#onChange(this.#place, failure)
    this.#hasFailed = true
    return false
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + PAUSE
  }
}

const ignore = () => {}

const identity = 'select system_identifier::text, pg_is_in_recovery() from pg_control_system()'

/** A replica gets only what is flushed. With asynchronous commits, changes are visible before they are flushed. */
const committed = `
  select (case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end - '0/0')::bigint`

const replayed = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end`
