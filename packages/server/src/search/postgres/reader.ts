import type { RawBuilder } from 'kysely'
import type { Cell } from '../../db/dialect.ts'
import { type Context, readOptionsOf } from '../../kernel/context.ts'

/** Runs a statement of a search, which is stopped if the client disconnects or the time is over. */
export type Read = (query: RawBuilder<unknown>) => Promise<Cell[][]>

/** Reads on the connections for searches, except in a unit of work, which reads its own writes. */
export function readerOf(ctx: Context): Read {
  const { forSearches, sql: compiler } = ctx.db
  return async (query) => {
    const compiled = query.compile(compiler)
    return forSearches?.readInWorker ? forSearches.readInWorker(compiled, readOptionsOf(ctx)) : ctx.db.arrays(compiled)
  }
}
