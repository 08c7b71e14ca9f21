import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'
import { formsOf } from './word-forms.ts'

describe('forms of a word', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['printer', 'printers'],
    ['fax', 'faxes'],
    ['invoice', 'invoices'],
    ['delivery', 'deliveries'],
    ['retry', 'retried'],
    ['print', 'printing'],
    ['close', 'closed'],
    ['closing', 'closes'],
    ['stop', 'stopped'],
    ['stops', 'stop'],
    ['stopping', 'stopped'],
    ['Crash', 'crashes'],
  ]
  for (const [one, other] of forms) {
    test(`${one} and ${other} are forms of one word`, () => {
      assert.ok(formsOf(one).includes(other))
      assert.ok(formsOf(other).includes(one.toLowerCase()))
    })
  }

  for (const text of ['is', '0x80072EE7', 'wi-fi', 'a@b.example', '東京'])
    test(`${text} has no other forms`, () => assert.deepEqual(formsOf(text), []))
})

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`searches for words with other forms on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await create('Faxnummern ändern', 'Kostenlose Nachdrucke der Rechnungen')
      await create('Ribbon is torn', 'The scanner stopped')
    })
    after(() => w.close())

    const create = async (title: string, body: string) => {
      const customer_id = w.ids['nils']
      const ticket = { title, group: 'Printers', customer_id, article: { body } }
      assert.equal((await w.request('tickets', { as: 'rita', method: 'POST', body: ticket })).status, 201)
    }
    const titlesFor = async (query: string, parameters = 'lenient=true') => {
      const path = `tickets/search?${parameters}&full=true&query=${encodeURIComponent(query)}`
      const { json } = await w.request(path, { as: 'rita' })
      return Object.values(json.assets.Ticket ?? {}).map((ticket) => (ticket as { title: string }).title)
    }

    const setGermanSpellings = async (isOn: boolean) => {
      const body = { state_current: { value: isOn } }
      const { json } = await w.request('settings?per_page=500')
      const { id } = json.find(({ name }: { name: string }) => name === 'search_german_spelling')
      assert.equal((await w.request(`settings/${id}`, { method: 'PUT', body })).status, 200)
    }

    test('a lenient search finds them, but not for words in quotes or with a field, or in the strict language', async () => {
      assert.deepEqual(await titlesFor('ribbons'), ['Ribbon is torn'])
      assert.deepEqual(await titlesFor('scanners stop'), ['Ribbon is torn'])
      assert.deepEqual(await titlesFor('"ribbons"'), [])
      assert.deepEqual(await titlesFor('ribbons', 'lenient=false'), [])
      assert.deepEqual(await titlesFor('title:ribbons'), [])
    })

    test('a search that excludes a word excludes its other forms', async () => {
      assert.deepEqual(await titlesFor('scanner'), ['Ribbon is torn'])
      assert.deepEqual(await titlesFor('scanner -ribbons'), [])
    })

    test('German forms are found if the setting for German spellings is on', async () => {
      assert.deepEqual(await titlesFor('kostenloser Nachdruck'), [])
      await setGermanSpellings(true)
      assert.deepEqual(await titlesFor('kostenloser Nachdruck'), ['Faxnummern ändern'])
      assert.deepEqual(await titlesFor('Rechnung Nachdruck'), ['Faxnummern ändern'])
      await setGermanSpellings(false)
    })
  })
}
