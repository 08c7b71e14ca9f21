import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const make = (name: string) => ({ method: 'POST', path: '/ticket_priorities', body: { name } })

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`batches, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const batch = (body: object, as: Person = 'admin', headers: Record<string, string> = {}) =>
      w.request('batch', { method: 'POST', body, as, headers })
    const priorities = async () => (await w.request('ticket_priorities')).json.map((row: { name: string }) => row.name)

    test('operations run in one transaction, see the effects of earlier ones, and have a result each', async () => {
      const { json: state } = await w.request('ticket_states', {
        method: 'POST',
        body: { name: 'on its way', state_type_id: 2 },
      })
      const reply = await batch({
        operations: [
          { ...make('a'), body: { name: 'a', odd: 1 } },
          { method: 'PUT', path: `/api/v1/ticket_states/${state.id}?expand=true`, body: { note: "it's here" } },
          { method: 'DELETE', path: `/ticket_states/${state.id}` },
        ],
      })
      assert.equal(reply.status, 200, reply.text)
      const [created, changed, removed] = reply.json.results
      assert.equal(created.status, 201)
      assert.equal(created.ignored_attributes, 'odd')
      assert.equal(changed.body.state_type, 'open')
      assert.deepEqual(removed, { status: 200, body: {} })
      assert.ok((await priorities()).includes('a'))
      assert.equal((await w.request(`ticket_states/${state.id}`)).status, 404)
    })

    test('a rejected operation rejects the whole batch, and the error names it', async () => {
      const previous = await priorities()
      const cases: [bad: unknown, path: string, status?: number][] = [
        [make('1 low'), 'operations[1].body.name'],
        [make('x'.repeat(300)), 'operations[1].body.name'],
        [{ method: 'PUT', path: '/ticket_priorities/999', body: {} }, 'operations[1]', 404],
        [{ method: 'GET', path: '/ticket_priorities' }, 'operations[1].path'],
        [{ method: 'POST', path: '/batch', body: { operations: [] } }, 'operations[1].path'],
        [{ method: 'POST', path: 'x' }, 'operations[1].path'],
        [{ path: '/ticket_priorities' }, 'operations[1].method'],
        [{ ...make('q'), body: 3 }, 'operations[1].body'],
        [7, 'operations[1]'],
      ]
      for (const [bad, path, status = 422] of cases) {
        const reply = await batch({ operations: [make('fine'), bad] })
        assert.equal(reply.status, status, reply.text)
        assert.equal(reply.json.details[0].path, path)
        assert.deepEqual(await priorities(), previous)
      }
    })

    test('without `atomic`, rejected operations write nothing, and the others succeed', async () => {
      const reply = await batch({ atomic: false, operations: [make('b'), make('b'), make('c'), make('')] })
      assert.deepEqual(
        reply.json.results.map(({ status }: { status: number }) => status),
        [201, 422, 201, 422],
      )
      assert.equal(reply.json.results[1].body.error, 'This object already exists.')
      const names = await priorities()
      assert.ok(names.includes('b') && names.includes('c'))
    })

    test('a batch has the rights of the caller', async () => {
      const reply = await batch({ operations: [make('theirs')] }, 'rita')
      assert.equal(reply.status, 403)
      const each = await batch({ atomic: false, operations: [make('theirs')] }, 'rita')
      assert.equal(each.json.results[0].status, 403)
      assert.ok(!(await priorities()).includes('theirs'))
    })

    test('invalid batches are rejected', async () => {
      for (const body of [{}, { operations: 'x' }, { operations: [], atomic: 'yes' }]) {
        assert.equal((await batch(body)).status, 422)
      }
      const many = Array.from({ length: 101 }, () => make('z'))
      assert.match((await batch({ operations: many })).json.error, /at most 100 at once, got 101/)
      assert.deepEqual((await batch({ operations: [] })).json, { results: [] })
    })

    test('a batch with an idempotency key runs once', async () => {
      const headers = { 'idempotency-key': 'batch' }
      const one = await batch({ operations: [make('d')] }, 'admin', headers)
      const two = await batch({ operations: [make('d')] }, 'admin', headers)
      assert.equal(two.status, 200)
      assert.equal(two.text, one.text)
    })

    test('a response with a secret is not stored for a repeated request', async () => {
      const headers = { 'idempotency-key': 'secret' }
      const operations = [make('e'), { method: 'POST', path: `/users/${w.ids['nils']}/password_reset` }]
      const one = await batch({ operations }, 'admin', headers)
      const { token } = one.json.results[1].body
      assert.ok(token.length > 40)
      const stored = await w.desk.database.sql.selectFrom('idempotency_keys').select('body').execute()
      assert.ok(!JSON.stringify(stored).includes(token))
      assert.equal((await batch({ operations }, 'admin', headers)).status, 422)
    })

    test('an operation with a NUL in its path is rejected', async () => {
      const reply = await batch({ operations: [{ method: 'DELETE', path: '/upload_caches/%00' }] })
      assert.deepEqual([reply.status, reply.json.details[0].path], [422, 'operations[0].path'])
    })
  })
}
