import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { addUsers, type UserColumns } from './many-users.ts'
import { eachDialect } from './each-dialect.ts'
import { type By, type Row, sortedBy } from './model.ts'
import { type World, world } from './world.ts'

interface UserOrder extends By {
  readonly column: keyof UserColumns
}

/**
 * A few values, so that there are ties, with characters that sort differently by code point, in UTF-16 and in dictionaries.
 */
const words = [null, '', 'a', 'A', 'b', 'ä', 'Z', '_', 'a b', '\uff5e', '\u{1f600}', 'O’Hara', "O'Hara"]
const days = [null, '2026-01-05', '2025-12-31', '2026-01-31']
const times = [null, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2025-06-01T12:00:00.000Z']
const userColumns: fc.Arbitrary<UserColumns> = fc.record({
  firstname: fc.constantFrom(...words),
  department: fc.constantFrom(...words),
  city: fc.constantFrom(...words),
  vip: fc.boolean(),
  login_failed: fc.constantFrom(0, 9, 10, 100),
  last_login: fc.constantFrom(...times),
  out_of_office_start_at: fc.constantFrom(...days),
  out_of_office_replacement_id: fc.constantFrom(null, 1, 2, 3),
})
const columns: (keyof UserColumns)[] = [
  'firstname',
  'department',
  'city',
  'vip',
  'login_failed',
  'last_login',
  'out_of_office_start_at',
  'out_of_office_replacement_id',
]
const order: fc.Arbitrary<UserOrder[]> = fc.uniqueArray(
  fc.record({ column: fc.constantFrom(...columns), order: fc.constantFrom('asc' as const, 'desc' as const) }),
  { selector: ({ column }) => column, minLength: 1, maxLength: 4 },
)

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`order on ${dialect}`, () => {
    let w: World
    let users: Row[]
    before(async () => {
      w = await world(open)
      await addUsers(w, fc.sample(userColumns, { numRuns: 60, seed: 7 }))
      users = (await w.request('users?per_page=1000')).json
      assert.ok(users.length > 60)
    })
    after(() => w.close())

    test('any order of any columns equals the expected order on all pages, without duplicates and gaps', async () => {
      await fc.assert(
        fc.asyncProperty(order, fc.integer({ min: 1, max: 30 }), fc.boolean(), async (by, size, isUpperCase) => {
          const model = sortedBy(users, by).map(({ id }) => ({ id }))
          const directions = by.map(({ order }) => (isUpperCase ? order.toUpperCase() : order)).join()
          const query = `sort_by=${by.map(({ column }) => column).join()}&order_by=${directions}&fields=id`
          const seen: unknown[] = []
          for (let page = 1; page <= Math.ceil(users.length / size) + 1; page++) {
            const { json } = await w.request(`users?${query}&per_page=${size}&page=${page}`)
            seen.push(...json)
          }
          assert.deepEqual(seen, model)
        }),
        { numRuns: dialect === 'sqlite' ? 60 : 15 },
      )
    })

    test('the default direction is asc', async () => {
      const { json } = await w.request('users?sort_by=city,vip&order_by=desc&fields=id&per_page=1000')
      const by: By[] = [
        { column: 'city', order: 'desc' },
        { column: 'vip', order: 'asc' },
      ]
      assert.deepEqual(
        json,
        sortedBy(users, by).map(({ id }) => ({ id })),
      )
    })

    test('order_by alone reverses the default order', async () => {
      const { json } = await w.request('users?order_by=desc&per_page=5')
      assert.deepEqual(json, users.toReversed().slice(0, 5))
    })

    test('the parameter ids selects records, each once and in the order of the list; unknown ids are ignored', async () => {
      const anyId = fc.oneof(fc.integer({ min: 0, max: 90 }), fc.constantFrom(123_456_789, 9_007_199_254_740_991))
      await fc.assert(
        fc.asyncProperty(fc.array(anyId, { minLength: 1, maxLength: 40 }), fc.boolean(), async (ids, descending) => {
          const listed = users.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
          const expected = descending ? listed.toReversed() : listed
          const reply = await w.request(`users?ids=${ids.join()}&fields=id${descending ? '&order_by=desc' : ''}`)
          assert.deepEqual(
            reply.json,
            expected.map((id) => ({ id })),
          )
          assert.equal(reply.headers['x-total-count'], String(expected.length))
        }),
        { numRuns: dialect === 'sqlite' ? 60 : 15 },
      )
    })

    test('records that the parameter ids selects have pages and a cursor', async () => {
      const someIds = users.slice(5, 25).map(({ id }) => id)
      const inPages: number[] = []
      for (let page = 1; page <= 4; page++) {
        const { json } = await w.request(`users?ids=${someIds.join()}&fields=id&per_page=7&page=${page}`)
        inPages.push(...json.map((row: Row) => row.id))
      }
      assert.deepEqual(inPages, someIds)
      const following = await w.request(`users?ids=${someIds.join()}&fields=id&after=${someIds[10]}`)
      assert.deepEqual(
        following.json.map((row: Row) => row.id),
        someIds.slice(11),
      )
    })

    test('the parameter ids accepts at most a thousand ids, and leaves out records that the caller cannot read', async () => {
      const many = Array.from({ length: 1000 }, (_, index) => index + 1)
      const reply = await w.request(`users?ids=${many.join()}`)
      assert.deepEqual(reply.json, users)
      const tooMany = await w.request(`users?ids=${[...many, 1001].join()}`)
      assert.equal(tooMany.status, 422)
      assert.match(tooMany.json.error, /^ids: at most 1000/)
      const own = await w.request('users?ids=1,2,3,4,5,6,7,8,9,10', { as: 'zoe' })
      assert.deepEqual(
        own.json.map((row: Row) => row.id),
        [w.ids['zoe']],
      )
      assert.equal(own.headers['x-total-count'], '1')
      assert.equal((await w.request('users?ids=')).text, '[]')
      const listed = await w.request('users?ids[]=3&ids[]=1&fields=id')
      assert.deepEqual(listed.json, [{ id: 1 }, { id: 3 }])
    })
  })
}
