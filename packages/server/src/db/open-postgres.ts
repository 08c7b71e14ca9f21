import { setTimeout as wait } from 'node:timers/promises'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { BeforeCommit, Cell, Connection, Database, Replica } from './dialect.ts'
import { kyselyOver } from './driver.ts'
import { inParallel } from './in-parallel.ts'
import { nextTurn } from './next-turn.ts'
import { asFault, isConflict, isConnectionLost } from './postgres-failures.ts'
import { CONNECT_TIMEOUT, type PgConnection, type PgTransaction, types } from './postgres-pool.ts'
import type { PgSource } from './postgres-source.ts'
import type { PostgresReplica } from './postgres-replica.ts'
import { postgresDialect } from './postgres.ts'
import { isPlanOutdated } from './statement-names.ts'
import type { Version } from './version.ts'

/** Opens a PostgreSQL database. */
export function openPostgres(source: PgSource): Database {
  return {
    ...readsOf(source),
    place: source.place,
    file: undefined,
    load: source.load,
    version: versionOf(source.shared),
    knownVersion: () => undefined,
    replica: source.replica && replicaOf(source.replica),
    peers: source.peers,
    async mergeTextIndex() {
      await source.separate.query({ text: "select gin_clean_pending_list('tickets_text_lexemes')", values: [], types })
    },
    async transaction(work, beforeCommit) {
      const result = await withRetries(() => source.exclusive((client) => inTransaction(client, work, beforeCommit)))
      source.peers.committed()
      return result
    },
    close: () => source.close(),
  }
}

/**
 * Identifies the committed state: the transactions that a statement sees. The start time of the server is included,
 * because a replica that replaces the server uses the same transaction numbers.
 */
const snapshot = `select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time())`

/**
 * Makes the function that looks up the version. Calls in one turn of the event loop share a look-up, which begins after
 * them: an earlier one might miss a commit that the caller knows of.
 */
function versionOf(connection: PgConnection): () => Promise<Version> {
  let next: Promise<Version> | undefined
  const lookUp = async () => {
    await nextTurn()
    next = undefined
    const { rows } = await connection.query({ text: snapshot, values: [], rowMode: 'array', types })
    return (rows as Version[][])[0]?.[0] as Version
  }
  return () => (next ??= lookUp())
}

/** Returns a sentence that names the server and the reason why it cannot be used. */
export function unreachableReason(url: string, failure: unknown): string {
  const { hostname, port } = URL.canParse(url) ? new URL(url) : { hostname: '', port: '' }
  const server = `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}`
  const { code = '', message } = ((failure as Error).cause ?? failure) as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return `${server} refuses the connection: nothing listens there.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${server} cannot be found: the name of the host is unknown.`
  if (/timeout/i.test(message)) return `${server} does not answer within ${CONNECT_TIMEOUT / 1000} seconds.`
  return `${server}: ${message || code}`
}

/** Maximum number of attempts at one transaction. The pauses between them grow and are random. */
const MAX_ATTEMPTS = 10

/**
 * Runs a transaction again after a conflict with another one, if its connection was lost before the commit, or if the
 * tables have changed since a statement was planned.
 * @throws Fault `busy` if the last attempt ended in a deadlock or a timeout, `unwritable` if the server cannot be reached;
 * any other failure as it is, such as a violated constraint.
 */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (failure) {
      const isTemporary = isConflict(failure) || isConnectionLost(failure) || isPlanOutdated(failure)
      if (attempts === MAX_ATTEMPTS || !isTemporary) throw asFault(failure)
      await wait(Math.random() * 5 * 2 ** Math.min(attempts, 6))
    }
  }
}

async function inTransaction<T>(
  client: PgTransaction,
  work: (connection: Connection) => Promise<T>,
  beforeCommit: BeforeCommit<T> | undefined,
): Promise<T> {
  const run = (text: string) => client.query({ text, values: [], types })
  const unit = connection(client)
  let result: T
  try {
    // Sent together with the first statement of the work.
    ;[, result] = await inParallel([run('begin'), work(unit)])
    await beforeCommit?.(unit, [result])
  } catch (failure) {
    // Without a connection there is nothing to roll back; the reason is the failure itself.
    await run('rollback').catch(() => {})
    throw failure
  }
  // Sent together with the last writes, whose results nothing waits for. A commit without a response may have succeeded,
  // so it must not run again.
  const { command } = await run('commit').catch((failure: unknown) => {
    throw isConnectionLost(failure) ? asFault(failure) : failure
  })
  if (command !== 'COMMIT')
    throw client.failure() ?? new Error('A statement of the transaction failed, and PostgreSQL rolled it back.')
  return result
}

/** The connections for reads outside of transactions. */
const readsOf = ({ shared, separate, searches }: Pick<PgSource, 'shared' | 'separate' | 'searches'>): Connection => ({
  ...connection(shared),
  ...stoppable(separate),
  forSearches: { ...connection(searches), ...stoppable(searches) },
})

const stoppable = (client: PgConnection): Pick<Required<Connection>, 'readInWorker'> => ({
  readInWorker: async (query, { signal }) => connection(client, signal).arrays(query),
})

function replicaOf(replica: PostgresReplica): Replica {
  const db = readsOf(replica)
  return {
    counts: replica.counts,
    current: async () => ((await replica.isCurrent()) ? db : undefined),
  }
}

const kyselyParts = {
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: ConstructorParameters<typeof PostgresIntrospector>[0]) => new PostgresIntrospector(db),
}

function connection(client: PgConnection, signal?: AbortSignal): Connection {
  return {
    dialect: postgresDialect,
    sql: kyselyOver(kyselyParts, async (text, parameters) => {
      const { rows, rowCount } = await client.query({ text, values: [...parameters], types })
      return { rows, changes: rowCount ?? 0 }
    }),
    async arrays(query) {
      const { sql: text, parameters } = query
      const { rows } = await client.query({ text, values: [...parameters], rowMode: 'array', types }, signal)
      return rows as Cell[][]
    },
  }
}
