import { CompiledQuery } from 'kysely'
import type { Connection, Database } from './dialect.ts'
import { migrations } from './migrations/index.ts'
import type { Migration, MigrationFile } from './schema.ts'

const tableOfMigrations =
  'create table if not exists migrations (id integer primary key, name text not null, applied_at text not null)'

/** The mark of a database that contains an unfinished copy: a migration that every version refuses. */
export const unfinishedCopy = {
  id: 2_147_483_647,
  /** Statements that mark an empty database. */
  mark: [
    tableOfMigrations,
    `insert into migrations (id, name, applied_at) values (2147483647, 'unfinished copy', '2026-01-01T00:00:00.000Z')`,
  ],
} as const

/**
 * Updates the tables to this version of the code. Each migration runs in a transaction of its own. Versions may be
 * skipped.
 * @throws Error if a newer version has already migrated the database: an older one would lose data of the newer one.
 * @param allowUnfinished also updates an unfinished copy, which any other process refuses.
 * @returns the ids of the migrations that ran.
 */
export async function migrate(database: Database, available = migrations, allowUnfinished = false): Promise<number[]> {
  await database.transaction((connection) => execute(connection, [tableOfMigrations]))
  const appliedIds = await readApplied(database, allowUnfinished)
  refuseNewer(appliedIds, available)
  const newIds: number[] = []
  for (const migration of available) {
    if (appliedIds.includes(migration.id)) continue
    if (await apply(database, await migration.load(), allowUnfinished)) newIds.push(migration.id)
  }
  return newIds
}

/**
 * Checks that a database has the tables of this version, without changing it.
 * @throws Error if the tables are of another version, or if it is an unfinished copy or not a Deskbell database.
 */
export async function requireMigrated(
  database: Database,
  available: readonly MigrationFile[] = migrations,
): Promise<void> {
  await requireDeskbell(database)
  const appliedIds = await readApplied(database)
  refuseNewer(appliedIds, available)
  if (available.some(({ id }) => !appliedIds.includes(id))) {
    throw new Error(`${database.place} has the tables of an older version: run deskbell migrate first.`)
  }
}

/**
 * Returns true if a database has the tables of this version; one small statement, for health checks.
 * @throws Error as `readApplied`.
 */
export async function isMigrated(
  connection: Connection,
  available: readonly MigrationFile[] = migrations,
): Promise<boolean> {
  const appliedIds = await readApplied(connection)
  return available.length === appliedIds.length && available.every(({ id }) => appliedIds.includes(id))
}

/** Checks that a database belongs to Deskbell. @throws Error if it does not. */
export async function requireDeskbell(database: Database): Promise<void> {
  const tables = await database.sql.introspection.getTables()
  if (tables.some(({ name }) => name === 'migrations')) return
  throw new Error(`${database.place} is not a Deskbell database: it has no table of migrations.`)
}

function refuseNewer(appliedIds: readonly number[], available: readonly MigrationFile[]): void {
  const newest = available.at(-1)?.id ?? 0
  const newer = appliedIds.find((id) => id > newest)
  if (newer === undefined) return
  throw new Error(
    `The database has migration ${newer}, but the last one of this version of Deskbell is ${newest}: use the newer version.`,
  )
}

/**
 * Applies a migration. If two processes start at the same time, the second finds the migration applied and returns
 * false.
 */
function apply(database: Database, migration: Migration, allowUnfinished: boolean): Promise<boolean> {
  return database.transaction(async (connection) => {
    await execute(connection, connection.dialect.beginMigration)
    if ((await readApplied(connection, allowUnfinished)).includes(migration.id)) return false
    const steps = migration.steps.map((step) => step(connection.dialect))
    await execute(connection, [
      ...steps.flatMap(({ statements }) => statements),
      ...steps.flatMap(({ after = [] }) => after),
      `insert into migrations (id, name, applied_at) values (${migration.id}, '${migration.name}', '${new Date().toISOString()}')`,
    ])
    return true
  })
}

/**
 * Migrations 1 to 80 were merged into 81 before the first release. A database that has number 80 has all of them, and
 * therefore the same tables as after 81.
 */
const merged = { into: 81, last: 80 }

/**
 * Returns the ids of the migrations that a database has, with 81 instead of the ones that were merged into it.
 * @throws Error if it has some of the merged migrations, but not all, or if it is an unfinished copy and not
 * `allowUnfinished`.
 */
async function readApplied(connection: Connection, allowUnfinished = false): Promise<number[]> {
  const rows = await connection.arrays(CompiledQuery.raw('select id from migrations order by id'))
  const allIds = rows.map(([id]) => Number(id))
  const ids = allIds.filter((id) => id !== unfinishedCopy.id)
  if (ids.length < allIds.length && !allowUnfinished)
    throw new Error(
      'The database is an unfinished copy of another one: finish it with the same deskbell copy command, or remove it.',
    )
  const early = ids.filter((id) => id <= merged.last)
  if (early.length === 0) return ids
  if (!early.includes(merged.last)) {
    throw new Error(
      `The database was written by an early pre-release (migration ${early.at(-1)}). Upgrade it first: start it once with commit 64d464d.`,
    )
  }
  return [merged.into, ...ids.slice(early.length)]
}

async function execute(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.sql.executeQuery(CompiledQuery.raw(statement))
}
