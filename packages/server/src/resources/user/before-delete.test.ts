import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Resource, resources } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { migrate } from '../../db/migrate.ts'
import { temporarySqlite } from '../../testing/each-dialect.ts'
import { ownTables } from './before-delete.ts'

test('every reference to a user is either deleted with the user or makes the deletion fail with a message', async () => {
  const database = temporarySqlite()
  try {
    await migrate(database)
    const all = Object.values<Resource>(resources)
    const declared = new Set(all.map(({ path }) => path))
    const pairTables = new Set(
      all.flatMap(({ many }) => Object.values(many).map((r) => ('through' in r ? r.through : ''))),
    )
    const rows = await database.arrays(
      CompiledQuery.raw(
        `select m.name, f."from" from sqlite_master m, pragma_foreign_key_list(m.name) f where f."table" = 'users'`,
      ),
    )
    assert.ok(rows.length > 30)
    for (const [table, column] of rows as [string, string][]) {
      const isDeleted = column === 'user_id' && (ownTables as readonly string[]).includes(table)
      assert.ok(
        isDeleted || declared.has(table) || pairTables.has(table),
        `${table}.${column} is neither deleted nor checked`,
      )
    }
  } finally {
    await database.close()
  }
})
