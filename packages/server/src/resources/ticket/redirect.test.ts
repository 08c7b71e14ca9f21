import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`writes to tickets that the caller cannot read, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    /** @param from the user for whom the administrator sends the request, in the header `From`. */
    const send = (method: 'POST' | 'PUT', url: string, body: object, from?: string) =>
      w.request(url, { method, body, ...(from ? { headers: { from } } : {}) })

    test('an agent with the level `change` but not `read` cannot move a ticket into a group that the agent can read', async () => {
      const [network, printers, customer_id] = [w.ids['Network'], w.ids['Printers'], w.ids['nils']] as number[]
      const levels = (...access: string[]) => ({ [network as number]: access, [printers as number]: ['full'] })
      const full = { [network as number]: ['full'] }
      const author = { email: 'author@desk.example', roles: ['Agent'], group_ids: full }
      await send('POST', 'users', author)
      const email = 'changes@desk.example'
      const agent = { email, roles: ['Agent', 'Customer'], group_ids: levels('change') }
      const { id } = (await send('POST', 'users', agent)).json
      const ticket = (await send('POST', 'tickets', { title: 'x', group: 'Network', customer_id }, author.email)).json
      const target = (await send('POST', 'tickets', { title: 'x', group: 'Printers', customer_id }, email)).json
      const url = `tickets/${ticket.id}`
      const refused: [url: string, body: object][] = [
        [url, { group: 'Printers' }],
        [url, { customer_id: id }],
        [`${url}/update_customer`, { customer_id: id }],
        [`ticket_merge/${ticket.id}/${target.number}`, {}],
      ]
      for (const [at, body] of refused) {
        assert.equal((await send('PUT', at, body, email)).status, 403, `${at} ${JSON.stringify(body)}`)
      }
      assert.equal((await w.request(url, { headers: { from: email } })).status, 403)
      const same = { title: 'y', group: 'Network', customer_id }
      assert.equal((await send('PUT', url, same, email)).status, 200)
      await send('PUT', `users/${id}`, { group_ids: levels('change', 'read') })
      const moved = await send('PUT', url, { group: 'Printers' }, email)
      assert.deepEqual([moved.status, moved.json.group_id], [200, printers])
    })

    test('a customer cannot find out the values of a ticket of another customer with guesses in If-Match', async () => {
      const from = 'guesses@desk.example'
      await send('POST', 'users', { email: from, roles: ['Customer'] })
      const full = { [w.ids['Network'] as number]: ['full'] }
      const author = 'owner@desk.example'
      await send('POST', 'users', { email: author, roles: ['Agent'], group_ids: full })
      const body = { title: 'x', group: 'Network', customer_id: w.ids['nils'] }
      const url = `tickets/${(await send('POST', 'tickets', body, author)).json.id}?fields=id,state_id`
      const right = (await w.request(url, { headers: { from: author } })).headers['etag'] as string
      for (const tag of [right, '"wrong"']) {
        const headers = { from, 'if-match': tag }
        assert.equal((await w.request(url, { method: 'PUT', body: {}, headers })).status, 403, tag)
      }
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
