import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeDefaults } from './defaults.ts'
import { world } from '../testing/world.ts'

test('a database without default records gets them once; deleted ones are not created again', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const count = async () => (await w.desk.database.sql.selectFrom('overviews').select('id').execute()).length
  const start = () => writeDefaults(w.desk, { email: 'other@desk.example', password: 'x' })
  assert.equal(await count(), 10)
  await w.desk.database.transaction(async ({ sql }) => {
    await sql.updateTable('groups').set({ signature_id: null }).execute()
    for (const table of ['overviews_roles', 'overviews', 'signatures', 'calendars', 'macros', 'triggers'] as const) {
      await sql.deleteFrom(table).execute()
    }
    await sql.deleteFrom('settings').where('name', '=', 'default_records').execute()
  })
  assert.equal(await start(), undefined)
  assert.equal(await count(), 10)
  // Seven of the ten: one is for agents who replace somebody, two are for customers.
  assert.equal((await w.request('ticket_overviews', { as: 'rita' })).json.length, 7)
  assert.ok((await w.request('groups/1')).json.signature_id > 0)
  const [first] = (await w.request('overviews')).json
  assert.equal((await w.request(`overviews/${first.id}`, { method: 'DELETE' })).status, 200)
  assert.equal(await start(), undefined)
  assert.equal(await count(), 9)
})

test('a database without built-in object attributes gets them when it is opened', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const names = async () =>
    (await w.request('object_manager_attributes?per_page=1000')).json.map(({ name }: { name: string }) => name)
  const before = await names()
  assert.ok(before.length > 40)
  await w.desk.database.transaction(({ sql }) =>
    sql.deleteFrom('object_manager_attributes').where('name', 'in', ['title', 'state_id', 'email']).execute(),
  )
  for (let starts = 0; starts < 2; starts++) await writeDefaults(w.desk, { email: 'other@desk.example', password: 'x' })
  assert.deepEqual((await names()).toSorted(), before.toSorted())
})
