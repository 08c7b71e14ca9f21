import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAttributes, writeAs } from '../../testing/attributes.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

const tiers = { options: { gold: 'Gold', silver: 'Silver' } }

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`custom fields of related records, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addAttributes(
        w,
        ['User', 'Organization', 'Group'].flatMap((object) => [
          { object, name: 'shelf', display: 'Shelf', data_type: 'input', data_option: { type: 'text', maxlength: 20 } },
          { object, name: 'tier', display: 'Tier', data_type: 'select', data_option: tiers },
        ]),
      )
    })
    after(() => w.close())

    test('users, organizations and groups have custom fields, searchable by path', async () => {
      const ohara = w.ids["O'Hara & Sons"] as number
      await writeAs(w, 'admin', 'organization', { tier: 'gold', shelf: 'their own' }, ohara)
      await writeAs(w, 'admin', 'user', { tier: 'silver' }, w.ids['paul'])
      await writeAs(w, 'admin', 'group', { shelf: 'a wide one' }, 1)
      for (const query of [
        'organization.tier:gold customer.tier:silver',
        'group.shelf:wid*',
        'customer.shelf:* OR customer.tier:silver',
        'group.shelf:"wide one"',
      ]) {
        const { json } = await w.request(`tickets/search?query=${encodeURIComponent(query)}`)
        assert.ok(json.tickets.includes(w.ids['Quiet ticket']), query)
      }
      assert.deepEqual(
        (await w.request('organizations/search?query=own')).json.map((o: { id: number }) => o.id),
        [ohara],
      )
      assert.deepEqual(
        (await w.request('users/search?query=tier:silver')).json.map((u: { id: number }) => u.id),
        [w.ids['paul']],
      )
      assert.deepEqual((await w.request('users/search?query=tier:gold')).json, [])
    })
  })
}
