import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from './world.ts'
import { assert as check, boolean, property, shuffledSubarray } from 'fast-check'
import { Cache, type WireRecord } from '../src/cache.ts'

test('records of a page that the cache has not indexed yet are deleted, evicted and cleared like others', async (t) => {
  const { client, log } = await world(t)
  const { cache } = client.users
  await client.users.iter({ perPage: 100 }).first()
  assert.deepEqual([cache.delete(1), cache.delete(1), cache.size], [true, false, 99])
  await client.users.iter({ perPage: 100 }).first()
  cache.maxSize = 10
  assert.deepEqual([cache.size, cache.stats.evictions, [...cache.keys()].at(-1)], [10, 90, 100])
  cache.maxSize = -1
  await client.users.iter({ perPage: 100 }).first()
  cache.clear()
  assert.equal(cache.size, 0)
  assert.equal(log.length, 3)
})

test('the cache follows its rules for size, order of use and age', () => {
  const cache = new Cache<WireRecord>(
    (entry) => entry.record,
    () => 1,
  )
  const put = (id: number, startNumber = 1) =>
    cache.store(id, { id }, false, { startNumber, arrived: performance.now() })
  cache.maxSize = 3
  for (const id of [1, 2, 3]) put(id)
  cache.use(1)
  cache.peek(2)
  put(4)
  assert.deepEqual([...cache.keys()], [3, 1, 4])
  put(3)
  assert.equal(cache.size, 3)
  cache.maxSize = 1
  assert.deepEqual([...cache.keys()], [3])
  assert.ok((cache.age(3) ?? -1) >= 0)
  assert.equal(cache.age(99), undefined)
  for (const [size, expected] of [
    [-7, -1],
    [Infinity, -1],
    [2.9, 2],
    [0, 0],
  ] as const) {
    cache.maxSize = size
    assert.equal(cache.maxSize, expected)
  }
  assert.throws(() => (cache.maxSize = Number.NaN), RangeError)
  assert.equal(cache.size, 0)
  put(5)
  assert.equal(cache.size, 0)
  cache.maxSize = -1
  cache.store(6, { id: 6 }, false, { startNumber: 1, arrived: performance.now() - 1000 })
  put(7)
  assert.equal(cache.use(6, false, 500), undefined)
  assert.equal(cache.evict({ maxAge: 500 }), 1)
  assert.deepEqual([...cache.keys()], [7])
})

test('in any order of arrival the cache ends with the newest state', () => {
  check(
    property(shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 }), boolean(), (order, hasTimes) => {
      const cache = new Cache<WireRecord>(
        (entry) => entry.record,
        () => 1,
      )
      for (const startNumber of order) {
        const record = { id: 1, startNumber, ...(hasTimes ? { updated_at: `2024-01-0${startNumber}` } : {}) }
        cache.store(1, record, false, { startNumber, arrived: 0 })
      }
      assert.equal(cache.peek(1)?.['startNumber'], Math.max(...order))
    }),
  )
})
