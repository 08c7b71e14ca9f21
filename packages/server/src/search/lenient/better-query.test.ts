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

test('a text that was pasted gets no suggestion', async () => {
  const signs = encodeURIComponent(' &'.repeat(250))
  assert.equal(await suggestion('zanzibarx'), 'zanzibard')
  assert.equal(await suggestion(`zanzibarx${signs}`), undefined)
})
