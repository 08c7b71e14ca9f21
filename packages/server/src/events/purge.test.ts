import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { record, unitOfWork } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { world } from '../testing/world.ts'
import { KEPT_DAYS, purgeEvents } from './purge.ts'

const day = 86_400_000

for (const [dialect, open] of Object.entries(eachDialect)) {
  test(`on ${dialect} old events are deleted in steps, and a cursor before the gap is rejected`, async () => {
    const w = await world(open)
    const write = (count: number) =>
      unitOfWork(w.desk, systemUser, async (unit) => {
        for (let times = 0; times < count; times++) await record(unit, { type: 'created', name: 'ticket', id: 1 })
      })
    await write(1100)
    const cursor = (await w.request('events?after=now')).headers['x-cursor'] as string
    assert.equal(await purgeEvents(w.desk), 0)
    w.pass(KEPT_DAYS * day)
    await write(3)
    const first = Number(cursor) - 1099
    assert.equal(await purgeEvents(w.desk, () => true), 0)
    assert.equal(await purgeEvents(w.desk), Number(cursor))
    assert.equal(await purgeEvents(w.desk), 0)
    const gap = await w.request(`events?after=${first}`)
    assert.equal(gap.status, 410)
    assert.match(gap.json.error, new RegExp(`events up to ${cursor} are no longer kept`))
    for (const after of [cursor, '0']) {
      assert.equal((await w.request(`events?after=${after}`)).json.length, 3, after)
    }
    w.pass(KEPT_DAYS * day)
    await purgeEvents(w.desk)
    const now = (await w.request('events?after=now')).headers['x-cursor'] as string
    assert.equal(now, String(Number(cursor) + 3))
    await write(1)
    assert.equal((await w.request(`events?after=${now}`)).json.length, 1)
    await w.close()
  })
}
