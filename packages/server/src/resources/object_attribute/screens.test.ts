import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAttributes, forAll, writeAs } from '../../testing/attributes.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const tiers = { options: { gold: 'Gold', silver: 'Silver' } }

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`defaults and screens, on ${name}`, () => {
    let w: World
    /** Screens (forms of user interfaces) that show a field to agents alone. */
    const agents = { create_middle: { 'ticket.agent': { shown: true } }, edit: { 'ticket.agent': { shown: true } } }
    before(async () => {
      w = await world(open)
      await addAttributes(w, [
        { name: 'secret', data_type: 'input', data_option: { default: 'hidden' }, screens: agents },
        { name: 'open', data_type: 'select', data_option: { ...tiers, default: 'gold' }, screens: forAll },
        { name: 'due', data_type: 'date', data_option: { diff: 2 } },
        { name: 'soon', data_type: 'datetime', data_option: { diff: 1 } },
        { name: 'shown', data_type: 'input', data_option: {}, screens: { view: { 'ticket.customer': {} } } },
        { name: 'nowhere', data_type: 'boolean', data_option: { default: false }, screens: {} },
        { name: 'internal_code', data_type: 'input', data_option: {}, screens: forAll },
        {
          name: 'must',
          data_type: 'input',
          data_option: {},
          screens: {
            create_middle: { 'ticket.agent': { shown: true, required: true }, 'ticket.customer': { shown: true } },
          },
        },
      ])
    })
    after(() => w.close())

    const body = { title: 'New', group_id: 1, customer_id: 2, article: { body: 'Hello' } }
    const post = (more: object, as: Person = 'admin') =>
      w.request('tickets', { method: 'POST', body: { ...body, ...more }, as })
    const due = async (as: Person) => (await post({ must: 'x' }, as)).json.due

    test('a new ticket gets all defaults, including those of fields that its customer does not see', async () => {
      const created = await post({ must: 'x' })
      assert.equal(created.status, 201, created.text)
      const { secret, open: tier, due, soon, shown, nowhere } = created.json
      assert.deepEqual(
        [secret, tier, due, soon, shown, nowhere],
        ['hidden', 'gold', '2026-03-04', '2026-03-02T10:00:00.000Z', null, false],
      )
      const theirs = await post({ secret: 'mine', shown: 'mine', open: 'silver' }, 'zoe')
      assert.equal(theirs.status, 201, theirs.text)
      assert.equal(theirs.headers['x-ignored-attributes'], 'secret, shown, customer_id')
      assert.deepEqual([theirs.json.open, theirs.json.shown, 'secret' in theirs.json], ['silver', null, false])
      assert.equal((await w.request(`tickets/${theirs.json.id}`, { as: 'admin' })).json.secret, 'hidden')
      assert.equal((await post({ must: 'x', open: null })).json.open, null)
    })

    test('a new ticket needs a value for each field that a screen requires of the caller', async () => {
      const reply = await post({})
      assert.equal(reply.status, 422)
      assert.equal(reply.json.error, "Missing required value for field 'must'!")
      assert.equal((await post({ must: '' })).status, 422)
      assert.equal((await post({}, 'zoe')).status, 201)
      // Updates do not require it.
      assert.equal((await w.request('tickets/1', { method: 'PUT', body: { must: null } })).status, 200)
    })

    test('customers cannot read, sort by or search fields for agents, nor learn that they exist', async () => {
      const { json: created } = await post({
        must: 'x',
        customer_id: w.ids['zoe'],
        secret: 'tunnel',
        internal_code: 'c7',
      })
      const one = await w.request(`tickets/${created.id}`, { as: 'zoe' })
      assert.equal(one.status, 200)
      assert.ok(!('secret' in one.json) && !('nowhere' in one.json) && !one.text.includes('tunnel'))
      assert.equal(one.json.internal_code, 'c7')
      for (const url of ['tickets?sort_by=secret', 'tickets?fields=secret', 'tickets/search?query=secret:tunnel']) {
        const reply = await w.request(url, { as: 'zoe' })
        assert.equal(reply.status, 422, url)
        assert.ok(!reply.json.error.replace('secret', '').includes('secret'), reply.text)
      }
      const ids = async (query: string) =>
        (await w.request(`tickets/search?query=${query}`, { as: 'zoe' })).json.tickets
      assert.deepEqual(await ids('tunnel'), [])
      assert.deepEqual(await ids('internal_code:c7'), [created.id])
      for (const given of ['tunnel', 'other']) {
        const reply = await w.request(`tickets/${created.id}`, { method: 'PUT', body: { secret: given }, as: 'zoe' })
        assert.equal(reply.headers['x-ignored-attributes'], 'secret', reply.text)
      }
      assert.equal((await w.request(`tickets/${created.id}`)).json.secret, 'tunnel')
    })

    test('an agent who is also a customer sees the fields for agents only in tickets of their own groups', async () => {
      const ownTicket = (await post({ must: 'x', customer_id: w.ids['ines'], secret: 'tunnel' })).json.id
      const groupTicket = w.ids['Paper jam again'] as number
      await writeAs(w, 'rita', 'ticket', { secret: 'tunnel' }, groupTicket)
      assert.equal((await w.request(`tickets/${ownTicket}`, { as: 'ines' })).json.secret, null)
      assert.equal((await w.request(`tickets/${groupTicket}`, { as: 'ines' })).json.secret, 'tunnel')
      for (const query of ['secret:tunnel', 'tunnel', 'secret:t?nnel', '_exists_:secret', 'secret:[t TO u]']) {
        const reply = await w.request(`tickets/search?query=${encodeURIComponent(query)}`, { as: 'ines' })
        assert.deepEqual(reply.json.tickets, [groupTicket], query)
      }
      const sorted = await w.request('tickets?sort_by=secret&order_by=desc&per_page=1', { as: 'ines' })
      assert.deepEqual(
        sorted.json.map((ticket: { id: number }) => ticket.id),
        [groupTicket],
      )
      const reply = await w.request(`tickets/${ownTicket}`, { method: 'PUT', body: { secret: 'mine' }, as: 'ines' })
      assert.equal(reply.headers['x-ignored-attributes'], 'secret')
      assert.equal((await w.request(`tickets/${ownTicket}`, { as: 'admin' })).json.secret, 'tunnel')
    })

    test('events name a field only to callers who may see it', async () => {
      const own = (await post({ must: 'x', customer_id: w.ids['ines'] })).json.id
      const cursor = (await w.request('events?after=now')).headers['x-cursor']
      await w.request(`tickets/${own}`, { method: 'PUT', body: { secret: 'tunnel', title: 'Other' } })
      const changed = async (as: Person) => {
        const { json } = await w.request(`events?after=${cursor}`, { as })
        const { changes } = json.find(({ name: event }: { name: string }) => event === 'ticket.updated')
        return Object.keys(changes).toSorted()
      }
      assert.deepEqual(await changed('admin'), ['secret', 'title'])
      assert.deepEqual(await changed('ines'), ['title'])
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))

    test('the default of a date counts from the current date of the caller, or of the desk', async () => {
      const put = (url: string, body: object) => w.request(url, { method: 'PUT', body })
      const zone = (await w.request('settings')).json.find(({ name }: { name: string }) => name === 'timezone_default')
      // In Etc/GMT+12, twelve hours west, it is March 1 until noon in UTC; in Kiritimati, fourteen hours east, it is March 3
      // from ten o'clock in UTC.
      await put(`settings/${zone.id}`, { state_current: { value: 'Etc/GMT+12' } })
      await put('users/preferences', { timezone: 'Pacific/Kiritimati' })
      assert.deepEqual([await due('zoe'), await due('admin')], ['2026-03-03', '2026-03-04'])
      w.pass(5 * 3_600_000)
      assert.deepEqual([await due('zoe'), await due('admin')], ['2026-03-04', '2026-03-05'])
    })
  })
}
