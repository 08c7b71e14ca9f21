import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { world, type World } from '../../testing/world.ts'
import { reportState } from './state.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the senders of e-mails on ${dialect}`, () => {
    let w: World
    before(async () => (w = await world(open)))
    after(() => w.close())

    const write = async (path: string, body: object, method = 'POST') =>
      (await w.request(path, { method, body })).json as { id: number }
    const group = () => w.ids['Printers'] as number
    const sender = async () => {
      const { json } = await w.request('mail_senders', { as: 'rita' })
      return (json as { group_id: number }[]).find(({ group_id }) => group_id === group())
    }

    test('say for each group of the agent whether its e-mails can be sent', async () => {
      const missing = { group_id: group(), address: null, state: 'missing', error: null }
      assert.deepEqual(await sender(), missing)
      const outbound = { adapter: 'smtp', host: 'smtp.desk.example' }
      const channel = await write('channels', { name: 'Mail', group_id: group(), outbound })
      const email = 'print@desk.example'
      const address = await write('email_addresses', { name: 'Print', email, channel_id: channel.id })
      await write(`groups/${group()}`, { email_address_id: address.id }, 'PUT')
      assert.deepEqual(await sender(), { ...missing, address: email, state: 'ready' })
      await reportState(w.desk, channel.id, 'out', 'The password is wrong.')
      assert.deepEqual(await sender(), {
        ...missing,
        address: email,
        state: 'failing',
        error: 'The password is wrong.',
      })
      await write(`channels/${channel.id}`, { active: false }, 'PUT')
      assert.deepEqual(await sender(), { ...missing, address: email })
    })

    test('are shown only to agents, for the groups that they have access to', async () => {
      assert.equal((await w.request('mail_senders', { as: 'nils' })).status, 403)
      const { json } = await w.request('mail_senders', { as: 'rita' })
      assert.ok((json as object[]).length < (await w.request('groups?per_page=1000')).json.length)
    })
  })
}
