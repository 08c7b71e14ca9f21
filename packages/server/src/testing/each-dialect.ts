import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import type { Connection, Database } from '../db/dialect.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { openSource } from '../db/postgres-source.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import { serverOfRun } from './postgres-of-run.ts'
import { programs } from './postgres-programs.ts'
import { urlIn } from './postgres-server.ts'

/** Writes the initial data of a test into an empty database. */
export type Fill<T> = (database: Database) => Promise<T>

/**
 * Opens a new database with initial data, which is removed when it is closed. Each `fill` runs only once in a process, because
 * migrations take longer than most tests: later calls get a copy of its database, and the value that it returned.
 */
export type Open = <T>(fill: Fill<T>) => Promise<InFolder & { readonly filled: T }>

/** A database with a folder for the files that its rows name. Closing it removes both. */
export interface InFolder extends Database {
  readonly folder: string
}

/** Writes nothing, for tests that start with an empty database. */
export const leaveEmpty = async (): Promise<void> => {}

/** The function that opens a database, for each dialect. PostgreSQL is absent on a machine without its programs. */
export const eachDialect: Readonly<{ sqlite: Open; postgres?: Open }> = {
  sqlite: copies(async (template?: Buffer) => temporarySqlite(template)),
  ...(programs === undefined ? {} : { postgres: copies(temporaryPostgres) }),
}
if (!eachDialect.postgres)
  console.log('Tests on PostgreSQL are skipped: npm has not installed it, and the machine has none.')

/** An embedded database in its own folder, which is removed when it is closed. */
export function temporarySqlite(template?: Buffer): Temporary<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-'))
  const file = join(folder, 'deskbell.db')
  if (template) writeFileSync(file, template)
  const database = openSqlite(file)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return {
    ...database,
    folder,
    async toTemplate() {
      await database.close()
      const contents = readFileSync(file)
      remove()
      return contents
    },
    async close() {
      await database.close()
      remove()
    },
  }
}

interface Temporary<Template> extends InFolder {
  /**
   * Closes the database and returns a template for copies of it: the bytes of the file, or the name of a database that stays
   * on the server.
   */
  toTemplate(): Promise<Template>
}

function copies<Template>(open: (template?: Template) => Promise<Temporary<Template>>): Open {
  const templates = new Map<Fill<unknown>, Promise<{ template: Template; filled: unknown }>>()
  const fillFirst = async (fill: Fill<unknown>) => {
    const database = await open()
    const filled = await fill(database)
    return { filled, template: await database.toTemplate() }
  }
  return async <T>(fill: Fill<T>) => {
    const first = templates.get(fill) ?? fillFirst(fill)
    templates.set(fill, first)
    const { template, filled } = await first
    return { ...(await open(template)), filled: filled as T }
  }
}

/** A new database on the server of this run: empty, or a copy of the template, which no connection may use meanwhile. */
async function temporaryPostgres(template?: string): Promise<Temporary<string>> {
  const server = await serverOfRun()
  const name = `test_${process.pid}_${++databases}`
  await asOwner(
    server,
    template === undefined ? `create database ${name}` : `create database ${name} template ${template}`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-'))
  const database = openPostgres(openSource(urlIn(server, name), { max: 4, application_name: 'tests' }))
  const close = async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    ...database,
    folder,
    async toTemplate() {
      await close()
      return name
    },
    async close() {
      await close()
      await asOwner(server, `drop database ${name} with (force)`)
    },
  }
}

/** Returns the URL of a database of the server of this run, for other processes. */
export async function urlOf(database: Connection): Promise<string> {
  const [[name] = []] = await database.arrays(CompiledQuery.raw('select current_database()'))
  return urlIn(await serverOfRun(), name as string)
}

let databases = 0
let owner: Database | undefined

/** Runs a statement that creates or removes a database. */
async function asOwner(server: string, statement: string): Promise<void> {
  owner ??= openPostgres(openSource(urlIn(server), { max: 2, allowExitOnIdle: true }))
  await owner.sql.executeQuery(CompiledQuery.raw(statement))
}
