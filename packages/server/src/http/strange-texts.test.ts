import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`texts that a database cannot store, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    test('a path with a NUL is not found', async () => {
      for (const path of ['tickets/by_number/%00', 'upload_caches/a%00', 'ticket_history/%00', 'getting_started%00']) {
        assert.equal((await w.request(path)).status, 404, path)
      }
      assert.equal((await w.request('upload_caches/%00', { method: 'DELETE' })).status, 404)
    })

    test('preferences with NUL or unpaired surrogates are rejected', async () => {
      for (const body of [{ note: 'a\0' }, { note: { deep: ['\uD800'] } }, { ['\0']: 1 }]) {
        const reply = await w.request('users/preferences', { method: 'PUT', body })
        assert.equal(reply.status, 422, reply.text)
      }
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
