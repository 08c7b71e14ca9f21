import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import { record, unitOfWork } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { world } from '../testing/world.ts'

const committedUpTo = async ({ sql: db, dialect }: Connection): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select ${dialect.committedUpTo()} as id`.execute(db)
  return rows[0]?.id as number
}

test(
  'on PostgreSQL the feed waits for transactions that may still write an event with a lower id',
  { skip: !eachDialect.postgres },
  async () => {
    const w = await world(eachDialect.postgres)
    const { database } = w.desk
    const last = await committedUpTo(database)
    // Locks with a 64-bit key have the `objsubid` 1.
    const locks = () =>
      database.arrays(
        CompiledQuery.raw(`select objid from pg_locks where locktype = 'advisory' and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())`),
      )
    await unitOfWork(w.desk, systemUser, async (unit) => {
      await record(unit, { type: 'created', name: 'ticket', id: 1 })
      await record(unit, { type: 'created', name: 'ticket', id: 1 })
      assert.equal(await committedUpTo(unit.db), last)
      assert.equal((await locks()).length, 1)
    })
    assert.equal(await committedUpTo(database), last + 2)
    // Another transaction, which holds the lock for events (`postgres.ts`) but has not written any yet.
    await database.arrays(CompiledQuery.raw(`select pg_advisory_lock_shared((6583147::bigint << 40) + ${last + 1})`))
    assert.equal(await committedUpTo(database), last + 1)
    assert.equal((await w.request('events?after=now')).headers['x-cursor'], String(last + 1))
    await database.arrays(CompiledQuery.raw(`select pg_advisory_unlock_all()`))
    assert.equal((await w.request('events?after=now')).headers['x-cursor'], String(last + 2))
    assert.deepEqual(await locks(), [])
    await w.close()
  },
)

for (const [dialect, open] of Object.entries(eachDialect)) {
  test(`on ${dialect} a failed unit of work leaves no gap at which the feed stops`, async () => {
    const w = await world(open)
    await assert.rejects(
      unitOfWork(w.desk, systemUser, async (unit) => {
        await record(unit, { type: 'created', name: 'ticket', id: 1 })
        throw new Error('no')
      }),
    )
    await unitOfWork(w.desk, systemUser, (unit) => record(unit, { type: 'created', name: 'ticket', id: 1 }))
    const { id } = await w.desk.database.sql
      .selectFrom('events')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    assert.equal(await committedUpTo(w.desk.database), id)
    await w.close()
  })
}
