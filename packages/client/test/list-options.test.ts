import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { inspect } from 'node:util'
import { assert as check, constantFrom, oneof, property, string } from 'fast-check'
import { parse } from '@deskbell/contract'
import { world as service } from '../../server/src/testing/world.ts'
import { type Client, type Condition, createClient, quote } from '../src/index.ts'

/** Starts the real service with a client and the list of its requests, without the address of the service. */
async function desk(t: TestContext): Promise<{ client: Client; sent: string[] }> {
  const real = await service()
  t.after(() => real.close())
  const url = await real.listen()
  const client = createClient({ url, auth: { token: real.tokens.admin } })
  const sent: string[] = []
  client.on('request', (request) => sent.push(decodeURIComponent(request.url.slice(`${url}/api/v1/`.length))))
  return { client, sent }
}

test('fields requests only these attributes, and incomplete records are not cached', async (t) => {
  const { client, sent } = await desk(t)
  const [user] = await client.users.iter({ fields: ['login', 'organization_id'] }).toArray({ limit: 1 })
  assert.deepEqual(Object.keys(user?.data ?? {}).toSorted(), ['id', 'login', 'organization_id'])
  for await (const ticket of client.tickets.search('welcome', { fields: ['title', 'customer_id'] })) {
    assert.deepEqual(Object.keys(ticket.data).toSorted(), ['customer_id', 'id', 'title'])
  }
  assert.equal(client.users.cache.has(user?.id ?? 0), false)
  assert.equal(client.tickets.cache.size, 0)
  assert.deepEqual(sent, [
    'users?page=1&per_page=10&expand=false&fields=id,login,organization_id',
    'tickets/search?query=welcome&page=1&per_page=10&expand=false&fields=id,title,customer_id',
  ])
})

test('after continues from the last id of each page', async (t) => {
  const { client, sent } = await desk(t)
  const all = await client.users.iter({ perPage: 100 }).toArray()
  sent.length = 0
  const read = await client.users.iter({ after: 0, perPage: 5 }).toArray()
  assert.deepEqual(
    read.map(({ id }) => id),
    all.map(({ id }) => id),
  )
  const ends = read.filter((_, at) => at % 5 === 4).map(({ id }) => id)
  assert.deepEqual(
    sent,
    [0, ...ends].slice(0, Math.ceil(all.length / 5)).map((id) => `users?per_page=5&expand=false&after=${id}`),
  )
  assert.equal(await client.users.iter({ after: all[2]?.id ?? 0 }).count(), all.length - 3)
})

test('ids, sortBy with several columns, condition, time zone and exact totals are sent to the server', async (t) => {
  const { client, sent } = await desk(t)
  const some = await client.users.iter({ ids: [2, 3], sortBy: ['vip', 'id'], orderBy: ['asc', 'desc'] }).toArray()
  assert.deepEqual(
    some.map(({ id }) => id),
    [3, 2],
  )
  const condition = { 'ticket.title': { operator: 'contains', value: 'Welcome' } }
  const found = client.tickets.search('created_at:[2020-01-01 TO *]', {
    condition,
    timeZone: 'Europe/Berlin',
    withTotalCount: true,
    sortBy: 'relevance',
  })
  const nested: Condition = {
    operator: 'AND',
    conditions: [
      { name: 'ticket.title', operator: 'contains', value: 'Welcome' },
      { operator: 'NOT', conditions: [condition] },
    ],
  }
  assert.equal(await client.tickets.search('', { condition: nested }).count(), 0)
  assert.equal(await client.tickets.search('', { condition }).count(), 1)
  assert.equal(sent.at(-1), `tickets/search?query=&only_total_count=true&condition=${JSON.stringify(condition)}`)
  // Only the server knows that a query without words cannot be sorted by relevance.
  await assert.rejects(found.first(), /relevance/)
  for await (const page of client.tickets
    .search('', { condition, timeZone: 'Asia/Tokyo', withTotalCount: true })
    .pages()) {
    assert.deepEqual([page.total, page.last, page.items.map(({ id }) => id)], [1, true, [1]])
  }
  assert.match(sent.at(-1) ?? '', /&time_zone=Asia\/Tokyo&with_total_count=true$/)
  assert.equal(await client.tickets.search('(welcome', { lenient: true }).count(), 1)
  assert.match(sent.at(-1) ?? '', /&lenient=true$/)
})

test('highlight returns the matches of each hit, in every response format', async (t) => {
  const { client } = await desk(t)
  for (const options of [{}, { expand: true as const }, { sideload: true }, { withTotalCount: true }]) {
    const hit = await client.tickets.search('welcome', { ...options, highlight: true }).first()
    const title = hit?.highlights.find(({ field }) => field === 'title')
    assert.deepEqual(title?.marks, [[0, 7]], JSON.stringify(options))
  }
  assert.equal(client.tickets(1).peek?.get('highlights'), undefined)
})

test('the parser of the service reads a quoted value as exactly that text', () => {
  check(
    property(
      oneof(
        string({ unit: 'grapheme' }),
        string({ unit: constantFrom('"', '\\', '*', '?', ':', '(', ')', ' ', '-', 'a', '[', '~', 'OR') }),
      ),
      (text) => {
        if (!text.trim()) return assert.throws(() => quote(text), TypeError)
        const tree = parse(`title:${quote(text)}`)
        assert.deepEqual(tree.kind === 'term' && [tree.field, tree.value], ['title', { kind: 'phrase', text }])
      },
    ),
    { seed: 1, numRuns: 2000 },
  )
  assert.equal(quote(new Date(0)), '"1970-01-01T00:00:00.000Z"')
})

test('inspecting a list shows its name and sends no request', async (t) => {
  const { client, sent } = await desk(t)
  assert.equal(inspect(client.users.iter()), 'List<users>')
  assert.equal(inspect({ found: client.tickets.search('a "b"') }), '{ found: List<tickets "a \\"b\\""> }')
  assert.equal(inspect(client.tickets(1).articles), 'List<ticket_articles>')
  assert.deepEqual(sent, [])
})

test('creates and updates accept a date, a customer by address, tags and a first article', async (t) => {
  const { client } = await desk(t)
  const time = new Date('2030-01-01T09:00:00Z')
  const ticket = await client.tickets.create({
    title: 'Printer offline',
    group: 'Users',
    customer_id: 'guess:omar@bakery.example',
    state: 'pending reminder',
    pending_time: time,
    tags: ['printer'],
    article: { body: 'It blinks red.' },
  })
  assert.deepEqual(ticket.pending_time, time)
  assert.equal(await ticket.customer.email, 'omar@bakery.example')
  await ticket.update({ state: 'open', article: { body: 'Drum ordered.', internal: true } })
  assert.equal(ticket.article_count, 2)
})
