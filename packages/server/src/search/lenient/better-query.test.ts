import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

const suggestion = async (query: string) =>
  (await w.request(`tickets/search?lenient=true&query=${query}`, { as: 'nils' })).json.did_you_mean as
    | string
    | undefined

test('suggestions do not depend on words that the caller cannot read', async () => {
  const ticket_id = w.ids['Label printer offline']
  const write = (as: 'rita' | 'nils', body: string, internal: boolean) =>
    w.request('ticket_articles', { as, method: 'POST', body: { ticket_id, body, internal } })
  await write('nils', 'The zanzibard is broken.', false)
  const earlier = [await suggestion('zanzibart'), await suggestion('zanzibar')]
  await write('rita', 'He means the zanzibart.', true)
  assert.deepEqual([await suggestion('zanzibart'), await suggestion('zanzibar')], earlier)
  assert.equal(earlier[0], 'zanzibard')
})

test('words that name conditions suggest the conditions, even if texts contain the words', async () => {
  const suggested = async (typed: string, as: 'rita' | 'nils' = 'rita') => {
    const path = `tickets/search?lenient=true&query=${encodeURIComponent(typed)}`
    return (await w.request(path, { as })).json.did_you_mean as string | undefined
  }
  const ticket_id = w.ids['Label printer offline']
  await w.request('ticket_articles', { as: 'rita', method: 'POST', body: { ticket_id, body: 'still open' } })
  assert.equal(await suggested('open'), 'is:open')
  assert.equal(await suggested('Open tickets'), 'is:open')
  assert.equal(await suggested('offene Tickets'), 'is:offen')
  assert.equal(await suggested('unassigned'), 'is:unassigned')
  const mine = { owner_id: w.ids['rita'], state: 'open' }
  assert.equal((await w.request(`tickets/${ticket_id}`, { as: 'rita', method: 'PUT', body: mine })).status, 200)
  assert.equal(await suggested('my open tickets'), 'is:mine is:open')
  assert.equal(await suggested('open printer'), undefined)
  assert.equal(await suggested('tickets'), undefined)
  assert.equal(await suggested('my tickets', 'nils'), undefined)
})

test('a long text that was pasted gets no suggestion', async () => {
  const signs = encodeURIComponent(' &'.repeat(250))
  assert.equal(await suggestion('zanzibarx'), 'zanzibard')
  assert.equal(await suggestion(`zanzibarx${signs}`), undefined)
})
