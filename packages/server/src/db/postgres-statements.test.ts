import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { eachDialect, leaveEmpty } from '../testing/each-dialect.ts'
import type { Connection, Database } from './dialect.ts'

const { postgres } = eachDialect

const run = async (db: Connection, text: string, values: unknown[] = []) => db.arrays(CompiledQuery.raw(text, values))
const thing = (db: Connection) => run(db, 'select * from things where id = $1', [1])
const prepared = (db: Connection) =>
  run(db, `select statement, generic_plans + custom_plans from pg_prepared_statements where statement like $1`, [
    '%from things%',
  ])

describe('statements on PostgreSQL', { skip: !postgres }, () => {
  let database: Database
  before(async () => {
    database = (await postgres?.(leaveEmpty)) as Database
    await run(database, 'create table things (id bigint primary key, name text)')
    await run(database, `insert into things values (1, 'one')`)
  })
  after(() => database.close())

  test('of transactions are prepared from the second time on', async () => {
    const found = await database.transaction(async (db) => {
      for (let times = 0; times < 3; times++) await thing(db)
      return prepared(db)
    })
    assert.deepEqual(found, [['select * from things where id = $1', 2]])
  })

  test('whose tables have changed since they were prepared make the transaction run again', async () => {
    let attempts = 0
    await database.transaction(async (db) => {
      for (let times = 0; times < 3; times++) await thing(db)
    })
    await run(database, `alter table things add column note text default 'new'`)
    const found = await database.transaction((db) => {
      attempts += 1
      return thing(db)
    })
    assert.deepEqual(found, [[1, 'one', 'new']])
    assert.equal(attempts, 2)
  })
})
