import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { eachDialect, leaveEmpty } from '../testing/each-dialect.ts'
import type { Connection, Database } from './dialect.ts'
import { dynamic } from './dynamic.ts'
import { inParallel } from './in-parallel.ts'
import { request } from './request.ts'

const { postgres } = eachDialect

const run = async (db: Connection, text: string, values: unknown[] = []) => db.arrays(CompiledQuery.raw(text, values))
const selectThing = (db: Connection) => run(db, 'select * from things where id = $1', [1])
const rename = (db: Connection, name: string) => run(db, 'update things set name = $1 where id = 7', [name])
const nameOf = (db: Connection) => run(db, 'select name from things where id = $1', [7])
const prepared = (db: Connection) =>
  run(db, `select statement, generic_plans + custom_plans from pg_prepared_statements where statement like $1`, [
    '%from things%',
  ])
const among = (db: Connection, ids: readonly number[]) =>
  db.arrays(
    dynamic(db)
      .selectFrom('things')
      .select('id')
      .where(db.dialect.among(sql.ref('id'), sql.val(JSON.stringify(ids))))
      .orderBy('id')
      .compile(),
  )

describe('statements on PostgreSQL', { skip: !postgres }, () => {
  let database: Database
  before(async () => {
    database = (await postgres?.(leaveEmpty)) as Database
    await run(database, 'create table things (id bigint primary key, name text)')
    await run(database, `insert into things values (1, 'one')`)
  })
  after(() => database.close())

  test('statements of transactions are prepared from the second time on', async () => {
    const found = await database.transaction(async (db) => {
      for (let times = 0; times < 3; times++) await selectThing(db)
      return prepared(db)
    })
    assert.deepEqual(found, [['select * from things where id = $1', 2]])
  })

  test('a statement that selects by ids is not planned again for another number of ids', async () => {
    await run(database, 'insert into things select 100 + n from generate_series(1, 100000) as n')
    await run(database, 'analyze things')
    const lists = [[], [101], [101, 102], Array.from({ length: 500 }, (_, n) => 101 + n)]
    const plans = await database.transaction(async (db) => {
      // The first five runs of a prepared statement are planned for their values.
      for (let times = 0; times < 5; times++)
        for (const ids of lists)
          assert.deepEqual(
            await among(db, ids),
            ids.map((id) => [id]),
          )
      return run(db, `select generic_plans from pg_prepared_statements where statement like '%things%unnest%'`)
    })
    // Of 20 runs, the first was not prepared, and the next five were planned for their values.
    assert.deepEqual(plans, [[14]])
  })

  test('statements of a transaction run in the order of the calls, without waiting for each other', async () => {
    const results = await database.transaction((db) =>
      inParallel([
        run(db, `insert into things values ($1, 'seven')`, [7]),
        nameOf(db),
        rename(db, 'eight'),
        nameOf(db),
      ]),
    )
    assert.deepEqual(results, [[], [['seven']], [], [['eight']]])
  })

  test('statements after a failed one of their transaction fail with its error, and nothing is written', async () => {
    const rejected: unknown[] = []
    const work = database.transaction(async (db) => {
      const statements = [rename(db, 'nine'), run(db, 'select 1 / $1::int', [0]), rename(db, 'ten')]
      for (const one of await Promise.allSettled(statements)) if (one.status === 'rejected') rejected.push(one.reason)
      await selectThing(db)
    })
    await assert.rejects(work, /division by zero/)
    assert.deepEqual(rejected.map(String), ['error: division by zero', 'error: division by zero'])
    assert.deepEqual(await run(database, `select name from things where id = 7`), [['eight']])
  })

  test('a statement sent by `request` that fails makes the commit fail with its error', async () => {
    const work = database.transaction(async (db) => {
      await rename(db, 'eleven')
      await request(db, CompiledQuery.raw('select 1 / $1::int', [0]))
    })
    await assert.rejects(work, /division by zero/)
    assert.deepEqual(await run(database, `select name from things where id = 7`), [['eight']])
  })

  test('a transaction runs again if a statement sent by `request` conflicts with another transaction', async () => {
    let attempts = 0
    await database.transaction(async (db) => {
      attempts += 1
      await request(db, CompiledQuery.raw('insert into things values ($1)', [attempts === 1 ? 7 : 8]))
    })
    assert.equal(attempts, 2)
    assert.deepEqual(await run(database, `select count(*) from things where id = 8`), [[1]])
  })

  test('a transaction also runs again if statements that are not prepared yet follow the conflict', async () => {
    let attempts = 0
    await database.transaction(async (db) => {
      attempts += 1
      await request(db, CompiledQuery.raw('insert into things values ($1)', [attempts === 1 ? 7 : 9]))
      for (const id of [1, 2, 3, 4])
        await request(db, CompiledQuery.raw('select name as unprepared from things where id = $1', [id]))
    })
    assert.equal(attempts, 2)
  })

  test('the rows of a statement sent by `request` can be read later', async () => {
    const rows = await database.transaction(async (db) => {
      const named = await request(db, CompiledQuery.raw('select name from things where id = $1', [7]))
      await rename(db, 'twelve')
      return named()
    })
    assert.deepEqual(rows, [['eight']])
    await database.transaction((db) => rename(db, 'eight'))
  })

  test('if one of several parallel parts fails, the others have ended when the error is thrown', async () => {
    const ended: string[] = []
    const part = async (db: Connection, name: string) => {
      await selectThing(db)
      await selectThing(db)
      ended.push(name)
    }
    const work = database.transaction((db) =>
      inParallel([Promise.reject(new Error('refused')), part(db, 'second'), part(db, 'third')]),
    )
    await assert.rejects(work, /refused/)
    assert.deepEqual(ended, ['second', 'third'])
  })

  test('a transaction runs again if tables have changed since its statements were prepared', async () => {
    let attempts = 0
    await database.transaction(async (db) => {
      for (let times = 0; times < 3; times++) await selectThing(db)
    })
    await run(database, `alter table things add column note text default 'new'`)
    const found = await database.transaction((db) => {
      attempts += 1
      return selectThing(db)
    })
    assert.deepEqual(found, [[1, 'one', 'new']])
    assert.equal(attempts, 2)
  })

  for (const kind of ['reads', 'searches'] as const) {
    test(`the server stops ${kind} whose signal aborts, even if they use all connections of the pool`, async () => {
      const { forSearches } = database
      assert.ok(forSearches?.readInWorker && database.readInWorker)
      const [readInWorker, other] =
        kind === 'reads' ? [database.readInWorker, forSearches] : [forSearches.readInWorker, database]
      const controller = new AbortController()
      const options = { caller: 1, signal: controller.signal }
      const text = `select pg_sleep(600), '${kind}'`
      // Each pool of the tests has four connections; the last statement waits for one.
      const running = Array.from({ length: 5 }, () => readInWorker(CompiledQuery.raw(text), options))
      const results = Promise.allSettled(running)
      const count = async () => {
        const active = `select count(*) from pg_stat_activity where query = $1 and state = 'active'`
        return (await run(other, active, [text]))[0]?.[0]
      }
      while ((await count()) !== 4);
      controller.abort(new Error('the client has gone'))
      for (const result of await results) {
        assert.equal(result.status, 'rejected')
        assert.match(String(result.reason), /the client has gone/)
      }
      while ((await count()) !== 0);
      assert.deepEqual(await readInWorker(CompiledQuery.raw('select 1'), { caller: 1 }), [[1]])
    })
  }
})
