import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { openEventStream, type EventStream } from '../../testing/event-stream.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`presence on ${dialect}`, () => {
    let w: World
    let url: string
    let printer: string
    const streams: EventStream[] = []
    before(async () => {
      w = await world(open)
      url = await w.listen()
      printer = `tickets/${w.ids['Label printer offline']}/presence`
    })
    after(() => w.close())
    afterEach(async () => {
      for (const stream of streams.splice(0)) await stream.close()
      // After a minute, everybody's presence has ended.
      w.pass(60_000)
    })
    const report = (as: Person | 'anonymous', body: object, path = printer) =>
      w.request(path, { method: 'PUT', as, body })
    const people = async () => (await w.request(printer, { as: 'rita' })).json.presence
    const openStream = async (as: Person, query = '') => {
      const headers = { authorization: `Token ${w.tokens[as]}` }
      const stream = await openEventStream(`${url}/api/v1/events/stream${query}`, headers)
      streams.push(stream)
      return stream
    }

    test('people at a ticket are listed with their names until 30 seconds after their last request', async () => {
      const since = w.desk.now().toISOString()
      const first = await report('rita', { activity: 'viewing' })
      assert.equal(first.status, 200, first.text)
      assert.deepEqual(first.json.presence, [{ user_id: w.ids['rita'], activity: 'viewing', kind: null, since }])
      assert.equal(first.json.assets.User[String(w.ids['rita'])].firstname, 'Rita')
      w.pass(20_000)
      await report('rita', { activity: 'viewing' })
      w.pass(29_999)
      assert.equal((await people())[0].since, since)
      w.pass(1)
      assert.deepEqual(await people(), [])
    })

    test('the tabs of a user are one entry, in which writing takes precedence', async () => {
      const since = w.desk.now().toISOString()
      await report('rita', { activity: 'writing', kind: 'note', tab: 'a' })
      w.pass(1000)
      await report('rita', { activity: 'viewing', tab: 'b' })
      await report('ines', { activity: 'viewing' })
      assert.deepEqual(
        (await people()).map((one: { user_id: number }) => one.user_id),
        [w.ids['rita'], w.ids['ines']],
      )
      assert.deepEqual((await people())[0], { user_id: w.ids['rita'], activity: 'writing', kind: 'note', since })
      await w.request(`${printer}?tab=a`, { method: 'DELETE', as: 'rita' })
      assert.equal((await people())[0].activity, 'viewing')
    })

    test('a browser tab is at one ticket at a time, and a late request to leave does not remove it from the next one', async () => {
      const other = `tickets/${w.ids['No network in the bakery']}/presence`
      await report('rita', { activity: 'viewing', tab: 'a' })
      await report('rita', { activity: 'viewing', tab: 'a' }, other)
      assert.deepEqual(await people(), [])
      await w.request(`${printer}?tab=a`, { method: 'DELETE', as: 'rita' })
      assert.equal((await w.request(other, { as: 'rita' })).json.presence.length, 1)
    })

    test('only the latest 20 tabs of a user are kept', async () => {
      for (let tab = 0; tab < 25; tab++) await report('rita', { activity: 'viewing', tab: `${tab}` })
      for (let tab = 5; tab < 24; tab++) await w.request(`${printer}?tab=${tab}`, { method: 'DELETE', as: 'rita' })
      assert.equal((await people()).length, 1)
      await w.request(`${printer}?tab=24`, { method: 'DELETE', as: 'rita' })
      assert.deepEqual(await people(), [])
    })

    test('only agents who see the ticket can read and report its presence', async () => {
      const bakery = `tickets/${w.ids['No network in the bakery']}/presence`
      for (const [as, path, status] of [
        ['rita', printer, 200],
        ['omar', printer, 403],
        ['omar', bakery, 200],
        ['nils', printer, 403],
        ['maya', bakery, 403],
        ['zoe', printer, 403],
        ['plain', printer, 403],
        ['anonymous', printer, 403],
        ['rita', 'tickets/99999/presence', 404],
      ] as const) {
        for (const method of ['PUT', 'GET', 'DELETE'] as const) {
          const body = method === 'PUT' ? { body: { activity: 'viewing' } } : {}
          assert.equal((await w.request(path, { method, as, ...body })).status, status, `${method} ${path} ${as}`)
        }
      }
    })

    test('invalid values are refused', async () => {
      for (const [body, path] of [
        [{}, 'activity'],
        [{ activity: 'sleeping' }, 'activity'],
        [{ activity: 'writing', kind: 'poem' }, 'kind'],
        [{ activity: 'viewing', tab: 'x'.repeat(101) }, 'tab'],
        [{ activity: 'viewing', tab: {} }, 'tab'],
      ] as const) {
        const reply = await report('rita', body)
        assert.deepEqual([reply.status, reply.json.details[0].path], [422, path], reply.text)
      }
    })

    test('streams send each change to agents who see the ticket, without a cursor', async () => {
      const quiet = w.ids['Quiet ticket'] as number
      const [rita, admin, filtered, customer] = [
        await openStream('rita'),
        await openStream('admin'),
        await openStream('rita', '?names=article.*'),
        await openStream('nils'),
      ]
      await report('rita', { activity: 'writing', kind: 'reply' })
      const event = await rita.next()
      assert.equal(event?.id, '')
      assert.deepEqual(
        [event?.data['id'], event?.data['name'], event?.data['ticket_id']],
        [null, 'ticket.presence', w.ids['Label printer offline']],
      )
      assert.deepEqual(event?.data['presence'], await people())
      w.pass(30_000)
      assert.deepEqual((await rita.next())?.data['presence'], [])
      // The others receive the next stored event, and nothing before it.
      assert.equal((await w.request(`tickets/${quiet}`, { method: 'PUT', body: { title: 'Quieter' } })).status, 200)
      assert.equal((await admin.next())?.data['name'], 'ticket.updated')
      const article = { ticket_id: w.ids['Label printer offline'], body: 'Seen', internal: false }
      assert.equal((await w.request('ticket_articles', { method: 'POST', as: 'rita', body: article })).status, 201)
      assert.equal((await filtered.next())?.data['name'], 'article.created')
      assert.notEqual((await customer.next())?.data['name'], 'ticket.presence')
      assert.doesNotMatch((await w.request('events?after=0&limit=1000')).text, /presence/)
    })

    test('a report that changes nothing sends no event', async () => {
      const stream = await openStream('rita')
      await report('rita', { activity: 'viewing' })
      assert.equal((await stream.next())?.data['name'], 'ticket.presence')
      w.pass(10_000)
      await report('rita', { activity: 'viewing' })
      await report('rita', { activity: 'writing', kind: 'note' })
      assert.match(JSON.stringify((await stream.next())?.data['presence']), /"writing"/)
    })
  })
}
