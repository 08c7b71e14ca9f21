import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../db/dialect.ts'
import { openPostgres, type PgConnection } from '../db/postgres.ts'
import { openSqlite } from '../db/sqlite.ts'

/** A database of each kind, empty, and gone when it is closed. */
export const eachDialect: Readonly<Record<'sqlite' | 'postgres', () => Promise<Database>>> = {
  sqlite: async () => temporarySqlite(),
  postgres: temporaryPostgres,
}

/** An embedded database in a folder of its own, which its closing removes. */
export function temporarySqlite(): Database & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-'))
  const database = openSqlite(join(folder, 'deskbell.db'))
  return {
    ...database,
    folder,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a new PostgreSQL has on its disk. Making it takes more than a second, beginning with it a third of one. */
let emptyDisk: Promise<Blob> | undefined
const emptyPostgres = (): Promise<Blob> =>
  (emptyDisk ??= PGlite.create().then(async (lite) => {
    const disk = await lite.dumpDataDir('none')
    await lite.close()
    return disk
  }))

/** PostgreSQL compiled to run inside this process; it has one connection, so a transaction waits for its turn. */
async function temporaryPostgres(): Promise<Database> {
  const lite = await PGlite.create({ loadDataDir: await emptyPostgres() })
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }
  const inside: PgConnection = {
    async query({ text, values, rowMode, types }) {
      const parsers = Object.fromEntries([20, 1082, 1184].map((oid) => [oid, types.getTypeParser(oid)]))
      const { rows, affectedRows } = await lite.query(text, values, { ...(rowMode ? { rowMode } : {}), parsers })
      return { rows, rowCount: affectedRows ?? 0 }
    },
  }
  return openPostgres({
    place: 'memory',
    shared: { query: (query) => inTurn(() => inside.query(query)) },
    exclusive: (work) => inTurn(() => work(inside)),
    close: () => lite.close(),
  })
}
