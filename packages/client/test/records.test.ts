import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect, isDeepStrictEqual } from 'node:util'
import { NotFoundError, ValidationError } from '../src/index.ts'
import { arrived, gate, helpdesk, send, several, ticket, world } from './world.ts'

test('a loaded object can be spread, cloned, compared and converted to JSON, and is read-only', async (t) => {
  const { client } = await world(t)
  const loaded = await client.tickets(1)
  assert.deepEqual(Object.keys({ ...loaded }), ['id', 'data'])
  assert.deepEqual(structuredClone(loaded).data, loaded.data)
  assert.deepEqual(JSON.parse(JSON.stringify(loaded)), loaded.data)
  assert.deepEqual(loaded, await client.tickets(1))
  assert.ok(!isDeepStrictEqual(loaded, await client.tickets(2)))
  assert.equal(JSON.stringify(client.tickets(1)), '{"id":1}')
  assert.equal(JSON.stringify(client), '{}')
  assert.throws(() => Object.assign(loaded, { title: 'x' }), TypeError)
  assert.throws(() => Object.assign(loaded.data, { title: 'x' }), TypeError)
  assert.ok(loaded.created_at instanceof Date)
  assert.equal(typeof loaded.data.created_at, 'string')
  assert.equal(loaded.close_at, undefined)
  assert.match(inspect(loaded), /^Ticket \{/)
  assert.equal(inspect(client.tickets(1)), 'Ref<Ticket #1>')
  assert.equal(loaded.url, `${new URL(loaded.url).origin}/api/v1/tickets/1`)
})

test('using a reference or a lazy attribute as text is an error that mentions await', async (t) => {
  const { client, log } = await world(t)
  const reference = client.tickets(1) as unknown as string
  assert.throws(() => `text: ${reference}`, /await/)
  assert.throws(() => Number(client.tickets(1).title), /await/)
  assert.equal(log.length, 0)
})

test('attributes with reserved names hide no method, do not break await and do not change the prototype', async (t) => {
  const server = await world(t)
  const text =
    '{"id":1,"then":"x","constructor":"c","toJSON":"j","__proto__":{"evil":true},"reload":1,"data":2,"get":3,"severity":"high"}'
  server.intercept = (_, response) => response.writeHead(200).end(text)
  const loaded = await server.client.tickets(1)
  assert.equal(loaded.id, 1)
  assert.equal((await loaded.reload()).id, 1)
  assert.equal(loaded.get('then'), 'x')
  assert.equal(loaded.get('constructor'), 'c')
  assert.equal(loaded.get('toString'), undefined)
  assert.equal((loaded as unknown as { evil?: boolean }).evil, undefined)
  assert.equal((loaded as unknown as { severity: string }).severity, 'high')
  assert.equal(await server.client.tickets(1).get('severity'), 'high')
  assert.equal(await (server.client.tickets(1) as unknown as { severity: Promise<string> }).severity, 'high')
  assert.ok(!('severity' in server.client.as(2).tickets(1)), 'other clients do not know it')
})

test('references have the custom fields of the options before a record is loaded', async (t) => {
  const { client } = await world(
    t,
    { tickets: [ticket(1, { severity: 'low' })] },
    { attributes: { tickets: ['severity'] } },
  )
  assert.equal(await client.tickets(1).severity, 'low')
})

test('paths follow relations, and an empty relation is null', async (t) => {
  const { client, log, records } = await world(t)
  assert.equal(await client.tickets(1).customer.organization.name, 'Organization 3')
  assert.deepEqual(log, ['GET /api/v1/tickets/1', 'GET /api/v1/users/2', 'GET /api/v1/organizations/3'])
  records['tickets']?.splice(0, 1, ticket(1, { organization_id: null }))
  client.tickets.cache.clear()
  const path = client.tickets(1).organization
  assert.equal(await path, null)
  assert.equal(await path.name, undefined)
  assert.equal(await path.id, undefined)
  const loaded = await client.tickets(1)
  assert.equal(loaded.organization, null)
  assert.equal(loaded.customer.id, 2)
  const organization = loaded.customer.organization
  assert.ok(!organization.is(client.organizations(3)), 'not followed yet')
  await organization
  assert.ok(organization.is(client.organizations(3)) && client.organizations(3).is(organization))
  assert.ok(loaded.is(client.tickets(1)) && client.tickets(1).is(loaded))
  assert.ok(!loaded.is(client.tickets(2)) && !loaded.is(client.users(1)) && !loaded.is(client.as(3).tickets(1)))
})

test('a failed load is not cached: the next read sends a request', async (t) => {
  const server = await world(t)
  const lazy = server.client.tickets(1).title
  server.intercept = (_, response) => send(response, 500, { error: 'broken' })
  await assert.rejects(Promise.resolve(lazy), /broken/)
  server.intercept = undefined
  assert.equal(await lazy, 'Ticket 1')
  assert.equal(server.log.length, 2)
})

test('each of several waiters gets its own error, with its own stack', async (t) => {
  const server = await world(t)
  const barrier = gate()
  server.intercept = () => barrier.opened
  async function firstReader() {
    return server.client.tickets(999).load()
  }
  async function secondReader() {
    return server.client.tickets(999).load()
  }
  const results = Promise.allSettled([firstReader(), secondReader()])
  await arrived(server, 1)
  barrier.open()
  const [firstError, secondError] = (await results).map((result) =>
    result.status === 'rejected' ? (result.reason as Error) : undefined,
  )
  assert.ok(firstError instanceof NotFoundError && secondError instanceof NotFoundError && firstError !== secondError)
  assert.equal(secondError.cause, firstError)
  assert.match(firstError.stack ?? '', /firstReader/)
  assert.match(secondError.stack ?? '', /secondReader/)
})

test('two reloads of one turn share a request; a reload does not join an earlier load', async (t) => {
  const { client, log } = await world(t)
  const first = client.tickets(1).load()
  await Promise.all([first, client.tickets(1).reload(), client.tickets(1).reload()])
  assert.equal(log.length, 2)
  await client.tickets(1).reload()
  assert.equal(log.length, 3)
})

test('a loaded object keeps its state; `stale` and `peek` reveal a newer one', async (t) => {
  const { client, records } = await world(t)
  const [one, two] = [await client.tickets(1), await client.tickets(1)]
  records['tickets']?.splice(0, 1, ticket(1, { title: 'new' }))
  await one.reload()
  assert.deepEqual([one.title, two.title, two.stale, one.stale], ['new', 'Ticket 1', true, false])
  assert.equal(client.tickets(1).peek?.title, 'new')
  assert.ok(one.age >= 0 && one.age < 60_000)
})

test('create, update and delete are one request each and update the cache', async (t) => {
  const { client, log, records } = await world(t)
  const created = await client.users.create({ firstname: 'Ada', lastname: 'King' })
  assert.equal(created.fullname, 'Ada King')
  assert.equal(await client.users(created.id).firstname, 'Ada')
  const updated = await client.users(created.id).update({ firstname: 'Eve' })
  assert.equal(updated.firstname, 'Eve')
  assert.equal(await client.users(created.id).firstname, 'Eve')
  assert.equal(await updated.update({ firstname: 'Kim' }), updated)
  await updated.delete()
  assert.ok(!client.users(created.id).loaded)
  assert.equal(updated.firstname, 'Kim', 'loaded objects keep their state')
  const path = `/api/v1/users/${created.id}`
  assert.deepEqual(log, ['POST /api/v1/users', `PUT ${path}`, `PUT ${path}`, `DELETE ${path}`])
  await client.users(1)
  records['users']?.shift()
  await assert.rejects(client.users(1).delete(), NotFoundError)
  assert.ok(!client.users(1).loaded)
})

test('a pending load neither restores a deleted record nor overwrites the state after a write', async (t) => {
  const server = await world(t)
  const barrier = gate()
  server.intercept = async (request, response) => {
    if (request.method !== 'GET') return false
    await barrier.opened
    return send(response, 200, ticket(Number(request.url?.split('/').at(-1)), { title: 'before' }))
  }
  const slow = server.client.tickets(1).load()
  const other = server.client.tickets(2).load()
  await arrived(server, 2)
  await server.client.tickets(1).update({ title: 'after' })
  await server.client.tickets(2).delete()
  barrier.open()
  assert.equal((await slow).title, 'before')
  await other
  assert.equal(await server.client.tickets(1).title, 'after')
  assert.ok(!server.client.tickets(2).loaded)
})

test('expand is requested once for attributes of expanded responses; both forms are kept', async (t) => {
  const server = await world(t)
  server.intercept = (request, response) =>
    send(
      response,
      200,
      ticket(1, request.url?.includes('expand=true') ? { article_ids: [4, 5], customer: 'nicole' } : {}),
    )
  const fresh = server.client.tickets(1)
  assert.deepEqual(await fresh.article_ids, [4, 5])
  assert.equal(await fresh.title, 'Ticket 1')
  assert.equal(server.log.length, 1)
  server.client.tickets.cache.clear()
  const plain = server.client.tickets(1)
  assert.equal(await plain.title, 'Ticket 1')
  assert.deepEqual(await plain.article_ids, [4, 5])
  assert.deepEqual(await plain.article_ids, [4, 5])
  assert.deepEqual(server.log, [
    'GET /api/v1/tickets/1?expand=true',
    'GET /api/v1/tickets/1',
    'GET /api/v1/tickets/1?expand=true',
  ])
  const loaded = await server.client.tickets(1).load({ expand: true })
  assert.equal((loaded as unknown as { names: { customer: string } }).names.customer, 'nicole')
  assert.equal(loaded.customer.id, 2, 'the getter stays the relation')
})

test('sideload requests a ticket with its customer and organization in one request', async (t) => {
  const { client, log } = await world(t)
  const loaded = await client.tickets(1).load({ sideload: true })
  assert.equal(await loaded.customer.fullname, 'Nicole Braun 2')
  assert.equal(await loaded.organization?.name, 'Organization 2')
  assert.deepEqual(log, ['GET /api/v1/tickets/1?full=true'])
})

test('many sends one request if the server supports ids=, otherwise one for each; a missing record is an error', async (t) => {
  const { client, log } = await world(t)
  await client.users(3)
  const found = await client.users.many([3, 4, 999, 5, 4])
  assert.deepEqual([...found.keys()], [3, 4, 999, 5])
  assert.ok(found.get(999) instanceof NotFoundError)
  assert.equal((found.get(5) as { fullname: string }).fullname, 'Nicole Braun 5')
  assert.deepEqual(log, ['GET /api/v1/users/3', 'GET /api/v1/users?ids=4,999,5&page=1&per_page=3&expand=false'])
  const old = await world(t, undefined, { fake: { habits: 'classic' } })
  const result = await old.client.users.many([40, 41, 999])
  assert.equal((result.get(41) as { id: number }).id, 41)
  assert.ok(result.get(999) instanceof NotFoundError)
  // The first request has `ids=`, which the server ignores.
  assert.equal(old.log.length, 1 + 3)
})

test('batched reads of one turn are one request; a single read stays a plain GET; a loop loads a relation for its whole page', async (t) => {
  const { client, log } = await world(t, helpdesk(20), { batch: { users: {} } })
  await Promise.all([1, 2, 3].map((id) => client.users(id).email))
  await client.users(4).email
  assert.deepEqual(log, ['GET /api/v1/users?ids=1,2,3&page=1&per_page=3&expand=false', 'GET /api/v1/users/4'])
  log.length = 0
  for await (const item of client.tickets.iter({ perPage: 20 })) await item.customer.fullname
  assert.equal(log.length, 2, log.join('\n'))
  assert.ok(client.stats.batched >= 3)
})

test('a batch for a server without ids= is one request for each record', async (t) => {
  const { client, log } = await world(t, helpdesk(20), { batch: { users: {} }, fake: { habits: 'classic' } })
  const emails = await Promise.all([15, 16].map((id) => client.users(id).email))
  assert.deepEqual(emails, ['user15@example.com', 'user16@example.com'])
  // The first request has `ids=`, which the server ignores.
  assert.equal(log.length, 1 + 2)
})

test('lazyLoop is emitted once for more than five single loads of one relation from one page', async (t) => {
  const { client } = await world(t)
  const counts: number[] = []
  client.on('lazyLoop', ({ count }) => counts.push(count))
  for await (const item of client.tickets.iter({ perPage: 20 }).take(20)) await item.customer.fullname
  assert.deepEqual(counts, [6])
})

test('apply fills the cache, `as` and `with` derive clients, and collections need a valid name', async (t) => {
  const server = await world(t)
  const { client, log } = server
  client.apply('tickets', ticket(9, { title: 'by event' }))
  assert.equal(await client.tickets(9).title, 'by event')
  assert.equal(client.stats.cacheHits, 1)
  const headers: unknown[] = []
  server.intercept = (request) =>
    void headers.push([request.headers['from'], request.headers['x-on-behalf-of'], request.headers['x-team']])
  const acting = client
    .with({ headers: { 'X-Team': 'red' } })
    .as(5)
    .as(7)
  await acting.tickets(9).title
  assert.deepEqual(headers, [['7', '7', 'red']])
  assert.equal(client.collection('users'), client.users)
  server.intercept = (_, response) => send(response, 200, [{ id: 1, name: 'Short', timeplan: {} }])
  const [job] = await client.collection<{ id: number; name: string }>('jobs').toArray()
  assert.equal(job?.name, 'Short')
  assert.equal(log.at(-1), 'GET /api/v1/jobs?page=1&per_page=10&expand=false')
  assert.throws(() => client.collection('../users'), RangeError)
  assert.throws(() => client.collection('users?x='), RangeError)
})

test('the error of a rejected write contains the reason and the details of the server', async (t) => {
  const server = await world(t)
  const details = [{ path: 'email', message: 'is taken' }]
  server.intercept = (_, response) =>
    send(response, 422, { error: 'raw', error_human: 'Email is taken', details }, { 'x-request-id': 'r1' })
  await assert.rejects(server.client.users.create({ email: 'x' }), (error) => {
    assert.ok(error instanceof ValidationError)
    assert.equal(error.reason, 'Email is taken')
    assert.deepEqual((error.body as { details: unknown }).details, details)
    assert.equal(error.requestId, 'r1')
    return true
  })
})

test('a page larger than the cache is read completely', async (t) => {
  const { client, log } = await world(t, { tickets: several(100, ticket) })
  client.tickets.cache.maxSize = 10
  assert.equal((await client.tickets.iter({ perPage: 100 }).toArray()).at(0)?.title, 'Ticket 1')
  assert.equal(log.length, 1)
})
