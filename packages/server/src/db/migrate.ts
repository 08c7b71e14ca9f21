import { CompiledQuery } from 'kysely'
import type { Connection, Database } from './dialect.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './schema.ts'

/**
 * Brings the tables up to this version of the code, each migration in a transaction of its own. Versions may be skipped.
 * @throws Error when a newer version has already worked on the database: going back would lose what it wrote.
 * @returns the ids of the migrations that ran.
 */
export async function migrate(database: Database, all: readonly Migration[] = migrations): Promise<number[]> {
  await database.transaction((connection) =>
    execute(connection, [
      `create table if not exists migrations (id integer primary key, name text not null, applied_at text not null)`,
    ]),
  )
  const known = await applied(database)
  const newest = all.at(-1)?.id ?? 0
  const newer = known.find((id) => id > newest)
  if (newer !== undefined) {
    throw new Error(
      `The database has migration ${newer}, this version of Deskbell knows ${newest} of them: use the newer version.`,
    )
  }
  const ran: number[] = []
  for (const migration of all) {
    if (!known.includes(migration.id) && (await apply(database, migration))) ran.push(migration.id)
  }
  return ran
}

/** Two processes may start at once: whoever comes second finds the migration done and leaves it. */
function apply(database: Database, migration: Migration): Promise<boolean> {
  return database.transaction(async (connection) => {
    if ((await applied(connection)).includes(migration.id)) return false
    const made = migration.steps.map((step) => step(connection.dialect))
    await execute(connection, [
      ...made.flatMap((m) => m.now),
      ...made.flatMap((m) => m.after ?? []),
      `insert into migrations (id, name, applied_at) values (${migration.id}, '${migration.name}', '${new Date().toISOString()}')`,
    ])
    return true
  })
}

async function applied(connection: Connection): Promise<number[]> {
  const rows = await connection.arrays(CompiledQuery.raw('select id from migrations order by id'))
  return rows.map(([id]) => Number(id))
}

async function execute(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.sql.executeQuery(CompiledQuery.raw(statement))
}
