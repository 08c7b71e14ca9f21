import type { CompiledQuery } from 'kysely'
import type { Cell, Connection } from './dialect.ts'

/**
 * Sends a statement in a transaction, for callers that need its rows later or not at all. An embedded database runs it at
 * once. With a database server, nothing waits for the response: the server runs the statements in their order, and after a
 * failed one it refuses all others and the commit, which then fail with the same error.
 * @returns a function that waits for the rows.
 */
export async function request(db: Connection, query: CompiledQuery): Promise<() => Cell[][] | Promise<Cell[][]>> {
  const rows = db.arrays(query)
  if (db.dialect.isEmbedded) await rows
  else Promise.resolve(rows).catch(ignore)
  return () => rows
}

const ignore = () => {}
