import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { temporarySqlite } from '../testing/each-dialect.ts'

test('a long transaction lets other requests run between its statements', async () => {
  const own = temporarySqlite()
  try {
    const callbacks = await own.transaction(async (db) => {
      let count = 0
      setImmediate(() => count++)
      for (let n = 0; n < 20_000; n++) await db.sql.executeQuery(CompiledQuery.raw('select 1'))
      return count
    })
    assert.equal(callbacks, 1)
  } finally {
    await own.close()
  }
})
