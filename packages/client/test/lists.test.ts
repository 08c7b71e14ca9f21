import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HelpdeskError, ServerError } from '../src/index.ts'
import { arrived, gate, helpdesk, send, several, until, world } from './world.ts'

const line = (page: number, perPage = 10) => `GET /api/v1/users?page=${page}&per_page=${perPage}&expand=false`

test('without totals, a short page ends the list, and a full page is followed by one more request', async (t) => {
  for (const [users, requests] of [
    [0, 1],
    [9, 1],
    [10, 2],
    [11, 2],
    [25, 3],
  ] as const) {
    const { client, log } = await world(t, helpdesk(1, users), { fake: { habits: 'classic' } })
    assert.equal((await client.users.toArray()).length, users)
    assert.deepEqual(
      log,
      Array.from({ length: requests }, (_, at) => line(at + 1)),
    )
  }
})

test('with totals no empty page is requested, from the first page or a later one', async (t) => {
  const { client, log } = await world(t, helpdesk(1, 20))
  assert.equal((await client.users.iter({ page: 2 }).toArray()).length, 10)
  assert.equal((await client.users.iter({ page: 9 }).toArray()).length, 0)
  assert.equal((await client.users.iter({ limit: 10 }).toArray()).length, 10)
  assert.deepEqual(log, [line(2), line(9), line(1)])
})

test('an endpoint that ignores paging is read once; a repeated page ends the list with a warning', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) =>
    send(
      response,
      200,
      several(30, () => ({})),
    )
  assert.equal((await server.client.users.toArray()).length, 30)
  assert.equal(server.log.length, 1)

  const warnings: string[] = []
  server.client.on('warning', ({ message }) => warnings.push(message))
  server.intercept = (_, response) =>
    send(
      response,
      200,
      several(10, () => ({})),
    )
  assert.equal((await server.client.users.toArray()).length, 10)
  assert.equal(server.log.length, 3)
  assert.match(warnings.join('\n'), /^Page 2 repeats/)
})

test('the sort parameters come after expand in the query; the page size has a default, and invalid numbers are refused', async (t) => {
  const { client, log } = await world(t, undefined, { pagination: { perPage: 50 } })
  await client.users.iter({ sortBy: 'login', orderBy: 'desc', expand: true }).first()
  assert.deepEqual(log, ['GET /api/v1/users?page=1&per_page=50&expand=true&sort_by=login&order_by=desc'])
  for (const wrong of [{ page: 0 }, { perPage: 0 }, { page: 1.5 }, { perPage: Number.NaN }]) {
    assert.throws(() => client.users.iter(wrong), RangeError)
  }
  for (const wrong of [-1, Number.NaN]) assert.throws(() => client.users.take(wrong), RangeError)
})

test('pages, first, take, toArray, count and each send only the requests that they need', async (t) => {
  const { client, log } = await world(t, helpdesk(1, 25))
  const sizes: [number, number, number | undefined, boolean][] = []
  for await (const { number, items, total, last } of client.users.pages())
    sizes.push([number, items.length, total, last])
  assert.deepEqual(sizes, [
    [1, 10, 25, false],
    [2, 10, 25, false],
    [3, 5, 25, true],
  ])
  log.length = 0
  assert.equal((await client.users.first())?.id, 1)
  assert.equal((await client.users.take(12).toArray()).length, 12)
  assert.deepEqual(await client.users.take(0).toArray(), [])
  assert.equal((await client.users.toArray({ limit: 3 })).length, 3)
  assert.deepEqual(log, [line(1), line(1), line(2), line(1)])
  log.length = 0
  assert.equal(await client.users.count(), 25)
  assert.equal(await client.users.iter({ page: 2 }).take(40).count(), 15)
  assert.equal(await client.tickets.search('nothing like it').count(), 0)
  assert.deepEqual(log, [
    line(1, 1),
    line(1, 1),
    'GET /api/v1/tickets/search?query=nothing+like+it&only_total_count=true',
  ])
  const seen: number[] = []
  await client.users.each((user) => seen.push(user.id), { concurrency: 4 })
  assert.equal(new Set(seen).size, 25)
})

test('count reads every page if the server sends no total', async (t) => {
  const { client } = await world(t, helpdesk(1, 25), { fake: { habits: 'classic' } })
  assert.equal(await client.users.count(), 25)
})

test('each stops at the first failure and aborts the other visits', async (t) => {
  const { client, log } = await world(t)
  const signals: AbortSignal[] = []
  const failing = client.users.each(
    (user, signal) => {
      signals.push(signal)
      if (user.id === 5) throw new Error('enough')
      return undefined
    },
    { concurrency: 2 },
  )
  await assert.rejects(failing, /enough/)
  assert.ok(signals.every(({ aborted }) => aborted))
  assert.equal(log.length, 1)
})

test('prefetch requests pages in parallel, in order, up to the total; a failure is thrown when its page is reached', async (t) => {
  const server = await world(t, helpdesk(1, 40))
  const barrier = gate()
  server.intercept = async (request, response) => {
    if (request.url?.includes('page=2&')) await barrier.opened
    return request.url?.includes('page=3&') ? send(response, 500, { error: 'broken' }) : false
  }
  const ids: number[] = []
  const looping = (async () => {
    for await (const user of server.client.users.iter({ prefetch: 2 })) {
      if (ids.push(user.id) === 1) await arrived(server, 3)
      if (ids.length === 10) barrier.open()
    }
  })()
  await assert.rejects(looping, (error) => error instanceof ServerError && error.page === 3)
  assert.deepEqual(
    ids,
    Array.from({ length: 20 }, (_, at) => at + 1),
  )
  server.intercept = undefined
  server.log.length = 0
  assert.equal((await server.client.users.iter({ prefetch: 9 }).toArray()).length, 40)
  assert.equal(server.log.length, 4)
})

test('an abort rejects a pending next() with its reason, later calls are done; between two calls it is thrown once', async (t) => {
  const server = await world(t)
  const controller = new AbortController()
  server.intercept = () => new Promise(() => undefined)
  const items = server.client.users.iter({ signal: controller.signal })[Symbol.asyncIterator]()
  const pending = items.next()
  await arrived(server, 1)
  controller.abort(new Error('stop'))
  await assert.rejects(pending, /stop/)
  assert.deepEqual(await items.next(), { done: true, value: undefined })
  await until(() => server.aborted === 1)

  server.intercept = undefined
  const second = new AbortController()
  const seen: number[] = []
  const looping = (async () => {
    for await (const user of server.client.users.iter({ signal: second.signal })) {
      if (seen.push(user.id) === 3) second.abort(new Error('mine'))
    }
  })()
  await assert.rejects(looping, /mine/)
  assert.deepEqual(seen, [1, 2, 3])
})

test('dedupe skips items that moved to a later page during the loop', async (t) => {
  const server = await world(t, helpdesk(1, 20))
  const ids: number[] = []
  for await (const user of server.client.users.iter({ dedupe: true })) {
    if (ids.push(user.id) === 1) server.records['users']?.unshift({ id: 99 })
  }
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(!ids.includes(99))
})

test('a list is never thenable: awaiting it is a no-op', async (t) => {
  const { client, log } = await world(t)
  // oxlint-disable-next-line typescript/await-thenable -- the test asserts that it does nothing
  const awaited: unknown = await client.users
  assert.equal(awaited, client.users)
  assert.ok(!('then' in client.users) && !('then' in client.users.iter()))
  assert.equal(log.length, 0)
  assert.equal(client.users.name, 'users')
  assert.equal(typeof client.users, 'function')
})

test('search responses of all shapes, from Deskbell and both generations of Zammad, are read', async (t) => {
  for (const habits of ['deskbell', 'classic', 'modern'] as const) {
    const { client } = await world(t, undefined, { fake: { habits } })
    const found = await client.tickets.search('Nicole').toArray()
    assert.equal(found.length, 50, habits)
    assert.equal(new Set(found.map(({ id }) => id)).size, 50)
    const people = await client.users.search('Nicole', { sideload: true }).toArray()
    assert.equal(people.length, 100, habits)
  }
  const server = await world(t)
  const ada = { id: 7, firstname: 'Ada' }
  for (const body of [{ user_ids: [7], assets: { User: { 7: ada } } }, { records: [ada], total_count: 1 }, [ada]]) {
    server.intercept = (_, response) => send(response, 200, body)
    const [user] = await server.client.users.search('Ada').toArray()
    assert.equal(user?.firstname, 'Ada')
    assert.ok(server.client.users(7).loaded)
  }
})

test('a response that is not a list is an error, not an empty list; rows without ids are read but not cached', async (t) => {
  const server = await world(t)
  server.intercept = (_, response) => send(response, 200, { tokens: [{ id: 1 }], permissions: [] })
  await assert.rejects(server.client.collection('user_access_token').toArray(), HelpdeskError)
  server.intercept = (_, response) =>
    send(response, 200, [
      { state: 'open', count: 2 },
      { state: 'new', count: 1 },
    ])
  const rows = await server.client.collection<{ id: number; count: number }>('report').toArray()
  assert.deepEqual(
    rows.map(({ count }) => count),
    [2, 1],
  )
  assert.equal(server.client.collection('report').cache.size, 0)
})
