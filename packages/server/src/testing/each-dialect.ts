import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../db/dialect.ts'
import { openPostgres, parsers, type PgConnection } from '../db/postgres.ts'
import { openSqlite } from '../db/open-sqlite.ts'

/** Writes the initial data of a test into an empty database. */
export type Fill<T> = (database: Database) => Promise<T>

/**
 * Opens a new database with initial data, which is removed when it is closed. Each function fills only one database; later
 * calls get a copy of it and of the returned value, because migrations take longer than most tests.
 */
export type Open = <T>(fill: Fill<T>) => Promise<InFolder & { readonly filled: T }>

/** A database with a folder for the files that its rows name. Closing it removes both. */
export interface InFolder extends Database {
  readonly folder: string
}

/** For tests that start with an empty database. */
export const leaveEmpty = async (): Promise<void> => {}

/** Opens a database of each kind. */
export const eachDialect: Readonly<Record<'sqlite' | 'postgres', Open>> = {
  sqlite: copies(async (disk?: Buffer) => temporarySqlite(disk)),
  postgres: copies(temporaryPostgres),
}

/** An embedded database in its own folder, which is removed when it is closed. */
export function temporarySqlite(disk?: Buffer): Temporary<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-'))
  const file = join(folder, 'deskbell.db')
  if (disk) writeFileSync(file, disk)
  const database = openSqlite(file)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return {
    ...database,
    folder,
    async takeDisk() {
      await database.close()
      const taken = readFileSync(file)
      remove()
      return taken
    },
    async close() {
      await database.close()
      remove()
    },
  }
}

interface Temporary<Disk> extends InFolder {
  /** Closes the database and returns its contents. */
  takeDisk(): Promise<Disk>
}

function copies<Disk>(open: (disk?: Disk) => Promise<Temporary<Disk>>): Open {
  const copies = new Map<Fill<unknown>, Promise<{ disk: Disk; filled: unknown }>>()
  const make = async (fill: Fill<unknown>) => {
    const first = await open()
    const filled = await fill(first)
    return { filled, disk: await first.takeDisk() }
  }
  return async <T>(fill: Fill<T>) => {
    const known = copies.get(fill) ?? make(fill)
    copies.set(fill, known)
    const { disk, filled } = await known
    return { ...(await open(disk)), filled: filled as T }
  }
}

/** Less memory than the default: it is zeroed at each start, and the tables of a test are small. */
const frugal = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB']

/**
 * PostgreSQL compiled to run inside this process. It has a single connection, so a transaction waits for the one before it.
 */
async function temporaryPostgres(disk?: Blob): Promise<Temporary<Blob>> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-'))
  const lite = await PGlite.create({ startParams: frugal, parsers, ...(disk ? { loadDataDir: disk } : {}) })
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }
  const inside: PgConnection = {
    async query({ text, values, rowMode }) {
      const { rows, affectedRows } = await lite.query(text, values, rowMode ? { rowMode } : {})
      return { rows, rowCount: affectedRows ?? 0 }
    },
  }
  const database = openPostgres({
    place: 'memory',
    shared: { query: (query) => inTurn(() => inside.query(query)) },
    exclusive: (work) => inTurn(() => work(inside)),
    async close() {
      await lite.close()
      rmSync(folder, { recursive: true, force: true })
    },
  })
  return {
    ...database,
    folder,
    async takeDisk() {
      await lite.exec('checkpoint')
      const taken = await lite.dumpDataDir('none')
      await database.close()
      return taken
    },
  }
}
