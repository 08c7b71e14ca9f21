import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { findProblems } from '../../testing/mail-desk.ts'
import { type World, world } from '../../testing/world.ts'
import { agents, customers } from './people.ts'

const address = 'getting_started/demo_data'
/** The tables that demo data is written to. */
const tables = [
  'tickets',
  'ticket_articles',
  'users',
  'groups',
  'organizations',
  'text_modules',
  'macros',
  'templates',
] as const

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`demo data on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const idsOf = async (table: (typeof tables)[number]) =>
      (await w.desk.database.sql.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
    const snapshot = async () =>
      Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await idsOf(table)])))
    const call = (method: 'GET' | 'POST' | 'DELETE') => w.request(address, { method })

    test('it is added once, and removed without a trace', async () => {
      const before = await snapshot()
      const added = await call('POST')
      assert.equal(added.status, 201, added.text)
      assert.equal(added.json.counts.user, agents.length + customers.length)
      assert.equal((await call('POST')).status, 409)
      const found = await w.request('tickets/search?query=ribbon')
      assert.ok(found.json.tickets_count > 0, 'the administrator sees the conversations')
      const removed = await call('DELETE')
      assert.deepEqual([removed.status, removed.json], [200, { kept: [] }], removed.text)
      assert.deepEqual(await snapshot(), before)
      assert.deepEqual((await call('GET')).json, { counts: {} })
      assert.equal((await w.request('tickets/search?query=ribbon')).json.tickets_count, 0)
      assert.deepEqual(await findProblems(w.desk), [])
    })

    test('a refusal names the records that are in the way or missing', async () => {
      const { json: group } = await w.request('groups', { method: 'POST', body: { name: 'Linux' } })
      await w.request('ticket_priorities/3', { method: 'PUT', body: { name: 'urgent' } })
      const taken = await call('POST')
      assert.deepEqual(
        [taken.status, taken.json.error],
        [422, 'The demo data has records with names that are in use: “Linux”.'],
      )
      await w.request(`groups/${group.id}`, { method: 'DELETE' })
      const missing = await call('POST')
      assert.equal(missing.json.error, 'The demo data needs states and priorities that do not exist: “3 high”.')
      await w.request('ticket_priorities/3', { method: 'PUT', body: { name: '3 high' } })
    })

    test('a demo record remains while a real record refers to it', async () => {
      await call('POST')
      const { json: groups } = await w.request('groups?per_page=100')
      const { id } = (groups as { id: number; name: string }[]).find(({ name }) => name === 'Linux') ?? assert.fail()
      const ticket = { title: 'Real', group_id: id, customer: 'nils@desk.example', article: { body: 'Hello' } }
      const real = await w.request('tickets', { method: 'POST', body: ticket })
      assert.equal(real.status, 201, real.text)
      assert.deepEqual((await call('DELETE')).json, { kept: [{ object: 'group', id, name: 'Linux' }] })
      assert.equal((await w.request(`tickets/${real.json.id}`)).status, 200)
      await w.request(`tickets/${real.json.id}`, { method: 'PUT', body: { group: 'Users' } })
      assert.deepEqual((await call('DELETE')).json, { kept: [] })
      assert.equal((await w.request(`tickets/${real.json.id}`)).status, 200)
    })

    test('no one can sign in as the people of the demo, no mail waits to be sent, and agents may not add or remove the data', async () => {
      await call('POST')
      const { sql } = w.desk.database
      const logins = agents.map(({ login }) => login)
      const people = await sql.selectFrom('users').select('password').where('login', 'in', logins).execute()
      assert.deepEqual(new Set(people.map(({ password }) => password)), new Set([null]))
      assert.deepEqual(await sql.selectFrom('tasks').select('kind').execute(), [])
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        assert.equal((await w.request(address, { method, as: 'rita' })).status, 403)
      await call('DELETE')
    })
  })
}
