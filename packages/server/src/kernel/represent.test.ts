import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { accessLevels, assetName, type Resource, resources, visibleFields } from '@deskbell/contract'
import { type World, world } from '../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

/** Compares a record serialized by the database with the same record serialized cell by cell. */
async function assertSame(name: 'user' | 'ticket', id: number): Promise<void> {
  const { path } = resources[name]
  const columns = visibleFields(resources[name]).map(([column]) => column)
  const whole = await w.request(`${path}/${id}`)
  const cells = await w.request(`${path}/${id}?fields=${columns.join()}`)
  assert.equal(whole.status, 200)
  // Ids of related records may follow.
  assert.equal(whole.text.slice(0, cells.text.length - 1), cells.text.slice(0, -1))
  const list = await w.request(`${path}?after=${id - 1}&per_page=1`)
  assert.equal(list.text, `[${whole.text}]`)
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const specialText = fc.string({
  unit: fc.constantFrom(...Array.from('\u0001\b\t\n\f\r\u001f"\\/\u007f\u2028\u{1f600}\u00e9}{')),
  maxLength: 20,
})

test('the database serializes any record to the same text as the service does cell by cell', async () => {
  const value = fc.record({
    text: fc.oneof(anyText, specialText),
    maybe: fc.option(fc.oneof(anyText, specialText)),
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

/** Compares a record serialized by the database with the one in `full`, which the service serializes from its columns. */
async function assertSameLists({ path, model }: Resource, id: number): Promise<void> {
  // omar sees less while the role Agent is inactive.
  for (const as of ['admin', 'omar'] as const) {
    const whole = await w.request(`${path}/${id}`, { as })
    const full = await w.request(`${path}/${id}?full=true`, { as })
    assert.equal(whole.status, full.status, `${path}/${id} as ${as}`)
    if (whole.status !== 200) continue
    assert.deepEqual(whole.json, full.json.assets[assetName({ model })][id])
    assert.ok(full.text.includes(whole.text), `${path}/${id} as ${as}: ${whole.text}`)
  }
}

const idsIn = async (table: 'roles' | 'organizations' | 'groups'): Promise<number[]> =>
  (await w.desk.database.sql.selectFrom(table).select('id').execute()).map(({ id }) => id)

test('lists of ids are the same whether the database serializes the record or the service does', async () => {
  const [roles, organizations, groups] = [await idsIn('roles'), await idsIn('organizations'), await idsIn('groups')]
  const value = fc.record({
    user: fc.constantFrom('rita', 'nils', 'zoe').map((person) => w.ids[person] as number),
    // Any roles except Admin.
    roles: fc.subarray(roles.filter((id) => id > 1)),
    organizations: fc.subarray(organizations),
    groups: fc.subarray(groups.flatMap((group_id) => accessLevels.map((access) => ({ group_id, access })))),
    active: fc.boolean(),
  })
  for (const { user, active, ...relations } of fc.sample(value, { numRuns: 60, seed: 11 })) {
    await w.desk.database.transaction(async ({ sql }) => {
      for (const table of ['roles_users', 'organizations_users', 'groups_users'] as const) {
        await sql.deleteFrom(table).where('user_id', '=', user).execute()
      }
      for (const role_id of relations.roles)
        await sql.insertInto('roles_users').values({ role_id, user_id: user }).execute()
      for (const organization_id of relations.organizations) {
        await sql.insertInto('organizations_users').values({ organization_id, user_id: user }).execute()
      }
      for (const pair of relations.groups)
        await sql
          .insertInto('groups_users')
          .values({ ...pair, user_id: user })
          .execute()
      // Records include the access of agents to groups only while their role is active.
      await sql.updateTable('roles').set({ active }).where('name', '=', 'Agent').execute()
    })
    await assertSameLists(resources.user, user)
    for (const id of relations.organizations.slice(0, 2)) await assertSameLists(resources.organization, id)
    for (const { group_id } of relations.groups.slice(0, 1)) await assertSameLists(resources.group, group_id)
  }
  for (const id of roles) await assertSameLists(resources.role, id)
})
