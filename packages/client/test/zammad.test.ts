import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, world } from './world.ts'

// Responses in the shapes of both generations of Zammad servers.

const ticket = {
  id: 812,
  group_id: 4,
  priority_id: 2,
  state_id: 2,
  organization_id: 9,
  number: '41812',
  title: 'Label printer offline',
  owner_id: 6,
  customer_id: 55,
  note: null,
  close_at: null,
  last_contact_at: '2024-04-02T08:15:11.204Z',
  article_count: 2,
  time_unit: null,
  preferences: {},
  created_at: '2024-04-02T07:58:39.870Z',
  updated_at: '2024-04-02T08:15:11.390Z',
}
const withIds = { ...ticket, article_ids: [1900, 1904], ticket_time_accounting_ids: [] }
const customer = {
  id: 55,
  login: 'omar@bakery.example',
  firstname: 'Omar',
  lastname: 'Quill',
  email: 'omar@bakery.example',
}
const organization = { id: 9, name: 'Harbor Bakery', member_ids: [55] }
const group = { id: 4, name: 'Facilities', user_ids: [3, 6] }
const assets = { Ticket: { 812: withIds }, User: { 55: customer }, Organization: { 9: organization } }

test('a search of classic Zammad returns ids and assets, groups included, and tickets_count counts the page', async (t) => {
  const server = await world(t)
  server.intercept = (request, response) => {
    const first = request.url?.includes('page=1&')
    const page = {
      tickets: first ? [812] : [],
      tickets_count: 1,
      assets: first ? { ...assets, Group: { 4: group } } : {},
    }
    return send(response, 200, page)
  }
  const [found] = await server.client.tickets.search('printer').toArray()
  assert.ok(found)
  assert.equal(await found.customer.fullname, 'Omar Quill')
  assert.equal(await found.organization?.name, 'Harbor Bakery')
  assert.equal(await found.group.name, 'Facilities')
  assert.deepEqual(await server.client.tickets(812).article_ids, [1900, 1904], 'assets carry the ids')
  assert.equal(server.log.length, 1)
})

test('modern Zammad answers the first search with an array; later searches send full=true and get record_ids and a total', async (t) => {
  const server = await world(t)
  server.intercept = (request, response) =>
    request.url?.includes('full=true')
      ? send(response, 200, { record_ids: [812], assets, total_count: 1 })
      : send(response, 200, [withIds])
  assert.equal((await server.client.tickets.search('printer').toArray())[0]?.number, '41812')
  const [found] = await server.client.tickets.search('printer').toArray()
  assert.equal(await found?.customer.fullname, 'Omar Quill')
  assert.equal(server.log.length, 2)
})

test('a list with full=true may have no total; a ticket with full=true is an id and assets', async (t) => {
  const server = await world(t)
  server.intercept = (request, response) =>
    request.url?.includes('/812')
      ? send(response, 200, { id: 812, assets })
      : send(response, 200, { record_ids: [812], assets })
  const [listed] = await server.client.tickets.iter({ sideload: true }).toArray()
  assert.equal(await listed?.customer.fullname, 'Omar Quill')
  server.client.users.cache.clear()
  const loaded = await server.client.tickets(812).load({ sideload: true })
  assert.equal(await loaded.customer.fullname, 'Omar Quill')
  assert.equal(server.log.length, 2)
})

test('in the expanded form relations are names, and empty relations are absent', async (t) => {
  const server = await world(t)
  const { organization_id: _none, ...rest } = withIds
  const names = { group: 'Facilities', state: 'open', customer: 'omar@bakery.example', owner: '-' }
  server.intercept = (_, response) => send(response, 200, [{ ...rest, organization_id: null, ...names }])
  const [found] = await server.client.tickets.iter({ expand: true }).toArray()
  assert.deepEqual(found?.names, names)
  assert.equal(found?.organization, null)
  assert.equal(found?.customer.id, 55)
})

test('articles are always expanded; sizes and numbers are text on the wire', async (t) => {
  const server = await world(t)
  const file = {
    id: 310,
    store_file_id: 122,
    filename: 'log.txt',
    size: '2048',
    preferences: { 'Mime-Type': 'text/plain' },
  }
  const article = {
    id: 1904,
    ticket_id: 812,
    type_id: 10,
    type: 'note',
    sender: 'Agent',
    body: 'Booked.',
    attachments: [file],
  }
  server.intercept = (_, response) => send(response, 200, [article])
  const [found] = await server.client.tickets(812).articles.toArray()
  assert.equal(found?.type, 'note')
  assert.equal(found?.attachments[0]?.size, 2048)
  assert.equal(server.log[0], 'GET /api/v1/ticket_articles/by_ticket/812')
})

test('odd responses are accepted: an empty HTML body of a DELETE, `true` and `{}`', async (t) => {
  const server = await world(t)
  server.intercept = (request, response) => {
    if (request.method === 'DELETE' && request.url?.endsWith('/812'))
      return response.writeHead(200, { 'content-type': 'text/html' }).end()
    if (request.url?.includes('/tags/')) return send(response, 201, true)
    return request.method === 'PUT'
      ? send(response, 200, {})
      : send(response, 200, { id: 185, name: 'printer', count: 2 })
  }
  await server.client.tickets(812).addTags('printer')
  await server.client.tickets(812).delete()
  assert.equal((await server.client.tags(185).update({ name: 'printer' })).name, 'printer')
  assert.deepEqual(server.log.slice(-2), ['PUT /api/v1/tag_list/185', 'GET /api/v1/tag_list/185'])
})

test('classic lists have no totals: a full last page is followed by an empty one', async (t) => {
  const { client, log } = await world(
    t,
    { roles: [1, 2, 3, 4].map((id) => ({ id, name: `Role ${id}` })) },
    { fake: { habits: 'classic' } },
  )
  assert.equal((await client.roles.iter({ perPage: 2 }).toArray()).length, 4)
  assert.equal(log.length, 3)
})
