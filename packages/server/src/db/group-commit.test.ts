import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { systemUser } from '@deskbell/contract'
import { createApp } from '../app.ts'
import { Fault } from '../errors/fault.ts'
import { temporarySqlite } from '../testing/each-dialect.ts'
import { world } from '../testing/world.ts'
import { unitOfWork, update } from '../writing/unit-of-work.ts'
import type { Connection, Database } from './dialect.ts'
import { openSqlite } from './open-sqlite.ts'

let database: ReturnType<typeof temporarySqlite>
const run = (db: Connection, text: string) => db.sql.executeQuery(CompiledQuery.raw(text))
const write = (word: string) => (db: Connection) => run(db, `insert into word (text) values ('${word}')`)
const words = async (of: Database = database): Promise<string[]> =>
  (await of.arrays(CompiledQuery.raw('select text from word order by rowid'))).map(([text]) => text as string)
/** Rolls back the transaction and throws, as SQLite does when the disk is full. */
const failWithFullDisk = async (db: Connection) => {
  await run(db, 'rollback')
  throw new Error('the disk is full')
}

/** Returns a `beforeCommit` that writes the results of the units of each commit, and the list of them. */
const recordResults = () => {
  const recorded: string[][] = []
  const beforeCommit = async (db: Connection, results: readonly string[]) => {
    recorded.push([...results])
    await write(`results ${results.join('')}`)(db)
  }
  return { recorded, beforeCommit }
}

/** Limits the growth of the database to a number of pages. */
const limitPages = (of: Database, more: number) =>
  of.transaction(async (db) => {
    const [[pages] = []] = await db.arrays(CompiledQuery.raw('pragma page_count'))
    await db.arrays(CompiledQuery.raw(`pragma max_page_count = ${(pages as number) + more}`))
  })
/** Writes more than fits, so that SQLite rolls back the whole transaction. */
async function fillDisk(db: Connection, text: string): Promise<void> {
  await assert.rejects(run(db, text), /full/)
  await assert.rejects(run(db, 'rollback to unit'), /no such savepoint/)
  throw new Error('the disk is full')
}

/**
 * A unit of work that fails for some values of `index`: by an exception, a duplicate, a dangling reference, or a full disk.
 */
const failingSometimes = (index: number) => async (db: Connection) => {
  await write(`w${index % 400}`)(db)
  if (index % 7 === 0) throw new Error('no')
  if (index % 50 === 1) await run(db, `update word set parent = 77 where text = 'w${index % 400}'`)
  if (index === 333) await failWithFullDisk(db)
  return `w${index % 400}`
}

// A suite of its own, because hooks outside of it would run for every test of the process.
describe('units of work', () => {
  beforeEach(async () => {
    database = temporarySqlite()
    await database.transaction(async (db) => {
      await run(db, 'create table parent (id integer primary key)')
      await run(
        db,
        'create table word (text text not null unique, parent integer references parent (id) deferrable initially deferred)',
      )
    })
  })
  afterEach(() => database.close())

  test('a unit that fails because of another one is rejected only when the change of that one can be read', async () => {
    const first = database.transaction(write('taken'))
    await assert.rejects(database.transaction(write('taken')), /UNIQUE/)
    assert.deepEqual(await words(), ['taken'])
    await first
  })

  test('queued units share one commit: none is fulfilled before the last of them has written', async () => {
    const events: string[] = []
    const unit = async (name: string) => {
      await database.transaction(async (db) => {
        await write(name)(db)
        events.push(`${name} wrote`)
      })
      events.push(`${name} fulfilled`)
    }
    await Promise.all(['a', 'b', 'c'].map(unit))
    assert.deepEqual(events, ['a wrote', 'b wrote', 'c wrote', 'a fulfilled', 'b fulfilled', 'c fulfilled'])
    assert.deepEqual(await words(), ['a', 'b', 'c'])
  })

  test('a unit that fails and is retried immediately does not delay the commit of others', async () => {
    const seen = { fulfilled: false, tries: 0 }
    void database.transaction(write('a')).then(() => (seen.fulfilled = true))
    for (; !seen.fulfilled && seen.tries < 10_000; seen.tries++)
      await assert.rejects(database.transaction(failingSometimes(0)))
    assert.ok(seen.fulfilled && seen.tries < 1000, `${seen.tries} tries`)
  })

  test('`beforeCommit` runs once per commit, with the results of the units that did not fail', async () => {
    const { recorded, beforeCommit } = recordResults()
    const unit = (name: string) =>
      database.transaction(async (db) => {
        await write(name)(db)
        if (name === 'b') throw new Error('no')
        return name
      }, beforeCommit)
    const results = await Promise.allSettled(['a', 'b', 'c'].map(unit))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(recorded, [['a', 'c']])
    assert.deepEqual(await words(), ['a', 'c', 'results ac'])
  })

  test('a unit that throws is rolled back without the others', async () => {
    const results = await Promise.allSettled([
      database.transaction(write('a')),
      database.transaction(async (db) => {
        await write('b')(db)
        throw new Error('changed my mind')
      }),
      database.transaction(write('c')),
      database.transaction(write('a')),
      database.transaction(async () => 'a value'),
    ])
    const summary = results.map((r) => (r.status === 'fulfilled' ? 'done' : (r.reason as Error).message))
    assert.deepEqual(summary, ['done', 'changed my mind', 'done', 'UNIQUE constraint failed: word.text', 'done'])
    assert.deepEqual(await words(), ['a', 'c'])
  })

  test('a unit with a dangling reference, which makes the commit fail, fails alone', async () => {
    const results = await Promise.allSettled([
      database.transaction(write('a')),
      database.transaction((db) => run(db, `insert into word values ('dangling', 99)`)),
      database.transaction(write('b')),
      database.transaction(async (db) => {
        await run(db, `insert into word values ('early', 1)`)
        await run(db, 'insert into parent values (1)')
      }),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    assert.deepEqual(await words(), ['a', 'b', 'early'])
    // Later units share commits as before.
    await Promise.all([database.transaction(write('c')), database.transaction(write('d'))])
    assert.deepEqual(await words(), ['a', 'b', 'early', 'c', 'd'])
  })

  test('if the database rolls back the transaction of a group, the failed unit is rejected and the others run again', async () => {
    const results = await Promise.allSettled([
      database.transaction(write('a')),
      database.transaction(failWithFullDisk),
      database.transaction(write('b')),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await words(), ['a', 'b'])
    await assert.rejects(database.transaction(failWithFullDisk), /disk is full/)
    await database.transaction(write('c'))
    assert.deepEqual(await words(), ['a', 'b', 'c'])
  })

  test('if a full disk rolls back the group, `beforeCommit` runs only for the units that are written afterwards', async () => {
    await limitPages(database, 50)
    const { recorded, beforeCommit } = recordResults()
    const unit = (name: string) =>
      database.transaction(async (db) => {
        await write(name)(db)
        if (name === 'b') await fillDisk(db, 'insert into word (text) values (hex(zeroblob(1000000)))')
        return name
      }, beforeCommit)
    const [a, b, c] = await Promise.allSettled(['a', 'b', 'c'].map(unit))
    assert.deepEqual([a?.status, b?.status, c?.status], ['fulfilled', 'rejected', 'fulfilled'])
    assert.deepEqual(recorded, [['a'], ['c']])
    assert.deepEqual(await words(), ['a', 'results a', 'c', 'results c'])
  })

  test('if a full disk rolls back the group, a search document is written once with its record', async () => {
    const helpdesk = await world()
    const { desk, ids } = helpdesk
    const numbers = async () => {
      const rows = await desk.database.arrays(CompiledQuery.raw('select change from tickets order by change'))
      const documents = await desk.database.arrays(CompiledQuery.raw('select rowid from tickets_text order by rowid'))
      assert.deepEqual(documents, rows)
      return rows.map(([change]) => change as number)
    }
    const before = await numbers()
    await limitPages(desk.database, 50)
    const retitle = (title: string) =>
      unitOfWork(desk, systemUser, (unit) => update(unit, 'ticket', ids['Quiet ticket'] as number, { title }))
    const fill = `insert into settings (name, value) values ('large', hex(zeroblob(1000000)))`
    const results = await Promise.allSettled([
      retitle('Calm'),
      unitOfWork(desk, systemUser, ({ db }) => fillDisk(db, fill)),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    )
    // Only one change has been counted: change numbers grow in steps of two.
    assert.equal((await numbers()).at(-1), (before.at(-1) as number) + 2)
    await helpdesk.close()
  })

  test('a unit reads what it wrote, others only after its commit', async () => {
    await database.transaction(async (db) => {
      await write('a')(db)
      assert.deepEqual(await db.arrays(CompiledQuery.raw('select text from word')), [['a']])
      assert.deepEqual(await words(), [])
    })
    assert.deepEqual(await words(), ['a'])
  })

  test('readers cannot write', async () => {
    await assert.rejects(async () => write('a')(database), /readonly/)
  })

  test('a fulfilled unit is durable in the file', async () => {
    await database.transaction(write('a'))
    const other = new DatabaseSync(database.place, { readOnly: true })
    assert.equal(other.prepare('select count(*) as n from word').get()?.['n'], 1)
    assert.equal(other.prepare('pragma journal_mode').get()?.['journal_mode'], 'wal')
    other.close()
  })

  test('a write waits for that of another process without blocking reads', async () => {
    const other = new DatabaseSync(database.place)
    other.exec('begin immediate')
    const waiting = database.transaction(write('a'))
    for (let turns = 0; turns < 50; turns++) {
      await new Promise((resolve) => setImmediate(resolve))
      assert.deepEqual(await words(), [])
    }
    other.exec('commit')
    other.close()
    await waiting
    assert.deepEqual(await words(), ['a'])
  })

  test('if the other process does not finish, all queued units fail with busy', async () => {
    const withShortTimeout = openSqlite(database.place, 20)
    const other = new DatabaseSync(database.place)
    other.exec('begin immediate')
    const results = await Promise.allSettled([
      withShortTimeout.transaction(write('a')),
      withShortTimeout.transaction(write('b')),
    ])
    for (const result of results) {
      assert.ok(result.status === 'rejected' && result.reason instanceof Fault)
      assert.equal(result.reason.code, 'busy')
    }
    other.exec('rollback')
    await withShortTimeout.transaction(write('c'))
    assert.deepEqual(await words(withShortTimeout), ['c'])
    other.close()
    await withShortTimeout.close()
  })

  test('while another process locks the database, writing requests get 503 with Retry-After, and reading ones succeed', async () => {
    const w = await world()
    const withShortTimeout = openSqlite(w.desk.database.place, 20)
    const app = await createApp({ ...w.desk, database: withShortTimeout })
    const other = new DatabaseSync(w.desk.database.place)
    other.exec('begin immediate')
    const get = (authorization: string) => app.http.inject({ url: '/api/v1/users/me', headers: { authorization } })
    assert.equal((await get(`Token ${w.tokens.rita}`)).statusCode, 200)
    // A wrong password is counted before it is refused.
    const wrong = await get(`Basic ${Buffer.from('rita@desk.example:wrong').toString('base64')}`)
    assert.equal(wrong.statusCode, 503)
    assert.equal(wrong.headers['retry-after'], '1')
    assert.match(wrong.json<{ error: string }>().error, /busy/)
    other.exec('rollback')
    other.close()
    await app.http.close()
    await withShortTimeout.close()
    await w.close()
  })

  test('of hundreds of concurrent units, exactly the fulfilled ones are in the database', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 600 }, (_, index) => database.transaction(failingSometimes(index))),
    )
    const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    assert.deepEqual((await words()).toSorted(), done.toSorted())
    assert.ok(done.length > 200)
  })
})
