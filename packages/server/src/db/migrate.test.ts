import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Field, type Resource, resources } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { eachDialect, leaveEmpty, temporarySqlite } from '../testing/each-dialect.ts'
import type { Database } from './dialect.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { MigrationFile } from './schema.ts'
import { openSqlite } from './open-sqlite.ts'

const all = migrations.map(({ id }) => id)
const failing: MigrationFile = {
  id: 900,
  load: async () => ({
    id: 900,
    name: 'fails',
    steps: [
      () => ({ statements: ['create table half_done (id integer)'] }),
      () => ({ statements: ['this is no statement'] }),
    ],
  }),
}

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`migrations on ${dialect}`, () => {
    test('run once and in order; versions may be skipped; the tables match the declarations', async () => {
      const database = await open(leaveEmpty)
      try {
        assert.deepEqual(
          all,
          all.toSorted((a, b) => a - b),
        )
        assert.deepEqual(await migrate(database, migrations.slice(0, 1)), all.slice(0, 1))
        assert.deepEqual(await migrate(database), all.slice(1))
        assert.deepEqual(await migrate(database), [])
        const rows = await read(database, 'select id, name, applied_at from migrations order by id')
        const loaded = await Promise.all(migrations.map((migration) => migration.load()))
        assert.deepEqual(
          loaded.map(({ id }) => id),
          all,
        )
        assert.deepEqual(
          rows.map(([id, name]) => [Number(id), name]),
          loaded.map(({ id, name }) => [id, name]),
        )
        for (const [, , at] of rows) assert.match(at as string, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

        // A migration that fails is rolled back and can be tried again.
        await assert.rejects(migrate(database, [...migrations, failing]))
        await assert.rejects(async () => read(database, 'select * from half_done'))
        assert.deepEqual(await migrate(database), [])

        for (const resource of Object.values<Resource>(resources)) await assertAsDeclared(database, resource)

        for (const [table, names] of joinTables()) {
          const columns = await (dialect === 'sqlite' ? sqliteColumns : postgresColumns)(database, table)
          assert.deepEqual(columns.map(({ name }) => name).toSorted(), names.toSorted(), table)
          assert.ok(columns.every((column) => !column.null))
        }

        await database.transaction((db) =>
          db.sql.executeQuery(CompiledQuery.raw(`insert into migrations values (901, 'from the future', 'later')`)),
        )
        await assert.rejects(migrate(database), /migration 901.*use the newer version/)
      } finally {
        await database.close()
      }
    })
  })
}

test('two processes that start on a new database at the same time apply each migration once', async () => {
  const first = temporarySqlite()
  const second = openSqlite(first.place)
  const ran = await Promise.all([migrate(first), migrate(second)])
  assert.deepEqual(
    ran.flat().toSorted((a, b) => a - b),
    all,
  )
  await second.close()
  await first.close()
})

describe('a database with migrations that have been merged into one', () => {
  test('needs no other migration if it has all of them', async () => {
    const database = await withMigrations([1, 2, 3, 80])
    const merged = migrations.filter(({ id }) => id <= 81)
    await requireMigrated(database, merged)
    assert.deepEqual(await migrate(database, merged), [])
    assert.deepEqual(
      await migrate(database, [...merged, { id: 82, load: async () => ({ id: 82, name: 'next', steps: [] }) }]),
      [82],
    )
    await database.close()
  })

  test('is refused if it lacks some', async () => {
    const database = await withMigrations([1, 2, 3, 78])
    await assert.rejects(migrate(database), /early pre-release.*migration 78.*start it once/)
    await database.close()
  })
})

/** Opens a database with the current tables and a list of these applied migrations. */
async function withMigrations(ids: readonly number[]) {
  const database = temporarySqlite()
  await migrate(database)
  const rows = ids.map((id) => `(${id}, 'merged', 'earlier')`).join()
  await database.transaction(async (db) => {
    await db.sql.executeQuery(CompiledQuery.raw('delete from migrations'))
    await db.sql.executeQuery(CompiledQuery.raw(`insert into migrations values ${rows}`))
  })
  return database
}

/** The join tables that declarations name, with their columns. */
function joinTables(): Map<string, string[]> {
  const relations = Object.values<Resource>(resources).flatMap(({ many }) => Object.values(many))
  return new Map(
    relations.flatMap((relation) => {
      if (!('through' in relation)) return []
      const level = ['groups_users', 'groups_roles'].includes(relation.through) ? ['access'] : []
      return [[relation.through, [relation.near, relation.far, ...level]]]
    }),
  )
}

async function read(database: Database, text: string): Promise<unknown[][]> {
  return database.arrays(CompiledQuery.raw(text))
}

interface Column {
  readonly name: string
  readonly type: string
  readonly null: boolean
  readonly unique: boolean
  readonly to: string | undefined
}

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1)

/**
 * Checks names, types and constraints of the columns of a table.
 * @throws AssertionError if they differ from the declaration.
 */
async function assertAsDeclared(database: Database, { path, fields }: Resource): Promise<void> {
  const types = database.dialect.name === 'sqlite' ? sqliteTypes : postgresTypes
  const expected = Object.entries(fields).map(([name, field]: [string, Field]) => ({
    name,
    type: types[field.kind],
    null: field.null === true,
    unique: field.unique === true,
    to: field.to === undefined ? undefined : resources[field.to as keyof typeof resources].path,
  }))
  const columns = database.dialect.name === 'sqlite' ? sqliteColumns : postgresColumns
  assert.deepEqual((await columns(database, path)).toSorted(byName), expected.toSorted(byName), path)
}

const sqliteTypes: Readonly<Record<Field['kind'], string>> = {
  id: 'INTEGER',
  integer: 'INTEGER',
  ref: 'INTEGER',
  text: 'TEXT',
  one_of: 'TEXT',
  boolean: 'INTEGER',
  time: 'TEXT',
  date: 'TEXT',
  decimal: 'REAL',
  object: 'TEXT',
}
const postgresTypes: Readonly<Record<Field['kind'], string>> = {
  id: 'bigint',
  integer: 'bigint',
  ref: 'bigint',
  text: 'text',
  one_of: 'text',
  boolean: 'boolean',
  time: 'timestamp with time zone',
  date: 'date',
  decimal: 'numeric',
  object: 'jsonb',
}

async function sqliteColumns(database: Database, path: string): Promise<Column[]> {
  const unique = await read(
    database,
    `select c.name from pragma_index_list('${path}') l join pragma_index_info(l.name) c
     where l."unique" = 1 and l.partial = 0 and (select count(*) from pragma_index_info(l.name)) = 1`,
  )
  const references = await read(database, `select "from", "table" from pragma_foreign_key_list('${path}')`)
  const keys = new Map(references as [string, string][])
  const rows = await read(database, `select name, upper(type), "notnull", pk from pragma_table_info('${path}')`)
  return rows.map(([name, type, notNull, key]) => ({
    name: name as string,
    type: type as string,
    null: notNull === 0 && key === 0,
    unique: unique.some(([column]) => column === name),
    to: keys.get(name as string),
  }))
}

async function postgresColumns(database: Database, path: string): Promise<Column[]> {
  const of = `from information_schema.table_constraints t
    join information_schema.key_column_usage k using (constraint_name)
    join information_schema.constraint_column_usage u using (constraint_name)
    where t.table_name = '${path}' and t.constraint_type =`
  const unique = await read(database, `select k.column_name ${of} 'UNIQUE'`)
  const references = await read(database, `select k.column_name, u.table_name ${of} 'FOREIGN KEY'`)
  const keys = new Map(references as [string, string][])
  const rows = await read(
    database,
    `select column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public' and table_name = '${path}'`,
  )
  return rows.map(([name, type, nullable]) => ({
    name: name as string,
    type: type as string,
    null: nullable === 'YES',
    unique: unique.some(([column]) => column === name),
    to: keys.get(name as string),
  }))
}
