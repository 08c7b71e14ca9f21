import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'
import { otherSpellings } from './german-spelling.ts'

test('the other spellings of a word replace umlauts and ß by two letters, and the other way round', () => {
  assert.deepEqual(otherSpellings('mueller'), ['müller'])
  assert.deepEqual(otherSpellings('Müller'), ['mueller'])
  assert.deepEqual(otherSpellings('strasse'), ['straße'])
  assert.deepEqual(otherSpellings('STRAẞE'), ['strasse'])
  assert.deepEqual(otherSpellings('Größe').toSorted(), ['groesse', 'groeße', 'grösse'])
  for (const word of ['neue', 'Frauen', 'queue', 'printer', '東京']) assert.deepEqual(otherSpellings(word), [], word)
})

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`German spellings on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    test('are equal if the setting is on', async () => {
      const create = async (title: string) => {
        const article = { body: 'x', type: 'note' }
        const body = { title, group: 'Users', customer: 'nils@desk.example', article }
        return (await w.request('tickets', { method: 'POST', body })).json.id as number
      }
      const [umlaut, digraph] = [await create('Müller in der Straße'), await create('Mueller in der Strasse')]
      const find = async (query: string) =>
        (await w.request(`tickets/search?query=${encodeURIComponent(query)}`)).json.tickets as number[]
      assert.deepEqual(await find('mueller'), [digraph])

      const { json: list } = await w.request('settings?per_page=100')
      const { id } = list.find(({ name }: { name: string }) => name === 'search_german_spelling')
      const change = { method: 'PUT', body: { state_current: { value: true } } } as const
      assert.equal((await w.request(`settings/${id}`, change)).status, 200)
      for (const query of ['mueller', 'Müller', 'title:strasse', '"der Straße"', 'muell*', 'mueller strasse']) {
        assert.deepEqual(await find(query), [digraph, umlaut], query)
      }
      assert.deepEqual(await find('-mueller straße'), [])
    })

    test('are switched on in a new desk whose language is German', async (t) => {
      const desk = await world(open)
      t.after(() => desk.close())
      const base = async (locale_default: string) => {
        await desk.request('getting_started/base', { method: 'POST', body: { locale_default } })
        const { json } = await desk.request('settings?per_page=100')
        const setting = json.find(({ name }: { name: string }) => name === 'search_german_spelling')
        return setting.state_current.value
      }
      assert.equal(await base('en-us'), false)
      assert.equal(await base('de-at'), true)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
