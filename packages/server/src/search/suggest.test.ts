import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type Person, type World, world } from '../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`suggestions for a query on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    /** Requests suggestions. The bar in the query is the caret. */
    const ask = async (shown: string, as: Person = 'rita', object = 'Ticket') => {
      const query = encodeURIComponent(shown.replace('|', ''))
      const path = `search/suggest?query=${query}&cursor=${shown.indexOf('|')}&object=${object}`
      const { status, json, text } = await w.request(path, { as })
      assert.equal(status, 200, text)
      return json
    }
    const texts = async (shown: string, as?: Person, object?: string): Promise<string[]> =>
      (await ask(shown, as, object)).suggestions.map(({ text }: { text: string }) => text)

    test('are fields after a letter, with the part that they replace', async () => {
      const { kind, start, end, suggestions } = await ask('printer tit|x')
      assert.deepEqual({ kind, start, end }, { kind: 'field', start: 8, end: 12 })
      assert.equal(suggestions[0].text, 'title:')
      assert.ok(suggestions[0].help.length > 0)
      assert.ok((await texts('customer.org|')).includes('customer.organization:'))
      assert.deepEqual(await texts('is|'), ['is:'])
      assert.ok((await texts('older|', 'rita', 'User')).includes('older_than:'))
      assert.deepEqual(await texts('constructor.x|'), [])
    })

    test('are values after a field', async () => {
      assert.deepEqual(await texts('is:o|'), ['open'])
      assert.ok((await texts('state:pen|')).includes('"pending reminder"'))
      assert.ok((await texts('created_at:to|')).includes('today'))
      assert.deepEqual(await texts('tags:prin|'), ['printer'])
      assert.deepEqual(await texts('customer:m|'), ['me', '"Maya Lindqvist"'])
      assert.deepEqual(await texts('customer:nil|'), ['"Nils Brandt"'])
      assert.deepEqual(await texts('customer.email:nils|'), ['nils@desk.example'])
      const [named] = (await ask('customer:nil|')).suggestions
      assert.deepEqual(named, { text: '"Nils Brandt"', help: 'nils@desk.example' })
      const [addressed] = (await ask('customer.email:nils|')).suggestions
      assert.deepEqual(addressed, { text: 'nils@desk.example', help: 'Nils Brandt' })
      assert.deepEqual(await texts('group:Prin|'), ['Printers'])
      assert.deepEqual(await texts('title:x|'), [])
    })

    test('are values also after other names of a field, and for the beginning of any of their words', async () => {
      assert.deepEqual(await texts('tag:prin|'), ['printer'])
      assert.ok((await texts('status:pen|')).includes('"pending reminder"'))
      assert.ok((await texts('state:rem|')).includes('"pending reminder"'))
      assert.deepEqual(await texts('priority:h|'), ['"3 high"'])
      assert.deepEqual(await texts('org:bak|'), ['"Harbor Bakery"'])
      assert.deepEqual(await texts('created:la|'), ['"last week"', '"last month"'])
      assert.deepEqual(await texts('from:nil|'), ['"Nils Brandt"'])
    })

    test('are agents for owners', async () => {
      assert.ok((await texts('customer:n|')).includes('"Nils Brandt"'))
      assert.ok(!(await texts('owner:n|')).includes('"Nils Brandt"'))
      assert.ok((await texts('assignee:ri|')).includes('"Rita Sand"'))
    })

    test('are only what the caller may read', async () => {
      assert.deepEqual(await texts('customer:nil|', 'zoe'), [])
      assert.deepEqual(await texts('organization:harb|', 'zoe'), [])
      assert.deepEqual(await texts('tags:floor|', 'zoe'), [])
      for (const path of ['group', 'group.name']) {
        assert.deepEqual(await texts(`${path}:|`, 'rita'), ['Network', 'Printers'])
        assert.deepEqual(await texts(`${path}:|`, 'paul'), ['Users'])
        assert.deepEqual(await texts(`${path}:|`, 'plain'), [])
      }
      assert.deepEqual(await texts('group:|', 'admin'), ['Network', 'Printers', 'Users'])
      for (const path of ['state', 'created_by.roles', 'customer.roles.permissions', 'group.parent']) {
        assert.deepEqual(await texts(`${path}:|`, 'plain'), [], path)
      }
      assert.equal((await w.request('search/suggest?query=a', { as: 'anonymous' })).status, 403)
      assert.equal((await w.request('search/suggest?query=a&object=Role')).status, 422)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
