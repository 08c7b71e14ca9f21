import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { resources, visibleFields } from '@deskbell/contract'
import { type World, world } from '../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

/** The columns of a record as the database writes them all, and as they are written cell by cell. */
async function assertSame(name: 'user' | 'ticket', id: number): Promise<void> {
  const { path } = resources[name]
  const columns = visibleFields(resources[name]).map(([column]) => column)
  const whole = await w.ask(`${path}/${id}`)
  const cells = await w.ask(`${path}/${id}?fields=${columns.join()}`)
  assert.equal(whole.status, 200)
  // Ids of related records may follow.
  assert.equal(whole.text.slice(0, cells.text.length - 1), cells.text.slice(0, -1))
  const list = await w.ask(`${path}?after=${id - 1}&per_page=1`)
  assert.equal(list.text, `[${whole.text}]`)
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const control = fc.string({
  unit: fc.constantFrom(...Array.from('\u0001\b\t\n\f\r\u001f"\\/\u007f\u2028\u{1f600}\u00e9}{')),
  maxLength: 20,
})

test('a record that the database writes reads as one that is written cell by cell, whatever is in it', async () => {
  const value = fc.record({
    text: fc.oneof(anyText, control),
    maybe: fc.option(fc.oneof(anyText, control)),
    yes: fc.boolean(),
    time: fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })),
    decimal: fc.option(fc.integer({ min: 0, max: 999_999 }).map((cents) => cents / 100)),
    object: fc.dictionary(anyText, fc.jsonValue()),
  })
  for (const { text, maybe, yes, time, decimal, object } of fc.sample(value, { numRuns: 150, seed: 5 })) {
    await w.desk.database.transaction(async (db) => {
      const preferences = JSON.stringify(object)
      const at = time && time.toISOString()
      await db.sql
        .updateTable('users')
        .set({ lastname: text, note: maybe, vip: yes, last_login: at, preferences })
        .where('id', '=', w.ids['rita'] as number)
        .execute()
      await db.sql
        .updateTable('tickets')
        .set({ title: text, note: maybe, time_unit: decimal as never, pending_time: at, preferences })
        .where('id', '=', 1)
        .execute()
    })
    await assertSame('user', w.ids['rita'] as number)
    await assertSame('ticket', 1)
  }
})
