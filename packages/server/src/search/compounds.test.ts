import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { newTicket } from '../testing/new-ticket.ts'
import { type World, world } from '../testing/world.ts'
import { compoundsIn } from '../text/words.ts'

test('compounds are words of letters with hyphens between them', () => {
  assert.deepEqual(compoundsIn('The Wi-Fi and a Ärzte-Team-Runde.'), ['wi-fi', 'arzte-team-runde'])
  assert.deepEqual(compoundsIn('2026-05-01, RE-2026-0815, -x, a--b, x-, b2-b'), [])
})

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`words with hyphens on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    test('are found by spellings without hyphens, and the reverse, in lenient searches', async () => {
      const { id: apart } = await newTicket(w, { title: 'Slow Tri-Band', article: { body: 'Please log-on again.' } })
      const { id: joined } = await newTicket(w, { title: 'Slow triband', article: { body: 'My logon fails.' } })
      const { id: other } = await newTicket(w, { title: 'tri and band' })
      const find = async (query: string, more = '&lenient=true') =>
        (await w.request(`tickets/search?query=${encodeURIComponent(query)}${more}`, { as: 'rita' })).json.tickets
      for (const query of ['triband slow', 'Tri-Band slow', 'slow TRIBAND', 'title:triband', 'logon', 'slow log-on'])
        assert.deepEqual(await find(query), [joined, apart], query)
      assert.deepEqual(await find('tri band'), [other, apart])
      assert.deepEqual([await find('triband', ''), await find('tri-band', '')], [[joined], [apart]])
      assert.deepEqual(await find('tri*nd', ''), [joined], 'a pattern is compared with words of the index')
    })
  })
}
