import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { writeSetting } from '../../kernel/settings.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`checklists of tickets on ${dialect}`, () => {
    let w: World
    let printer: number
    before(async () => {
      w = await world(open)
      printer = w.ids['Label printer offline'] as number
      await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'checklist', true))
    })
    after(() => w.close())

    test('a ticket refers to its checklist; several items are appended at once, to a new checklist if there is none', async () => {
      const checklistId = async () => (await w.request(`tickets/${printer}`, { as: 'rita' })).json.checklist_id
      const bulk = (body: object, as: Person = 'rita') =>
        w.request('checklist_items/create_bulk', { method: 'POST', as, body })
      assert.equal(await checklistId(), null)
      const items = [{ text: 'Order' }, { text: 'Mend' }]
      const first = await bulk({ ticket_id: printer, items })
      assert.equal(first.status, 201, first.text)
      const id = await checklistId()
      const { success, checklist_item_ids: ids } = first.json
      assert.deepEqual([success, ids.length], [true, 2])
      const second = await bulk({ checklist_id: id, items: [{ text: 'Test' }] })
      const again = await bulk({ ticket_id: printer, items: [{ text: 'Bill' }] })
      const allIds = [...ids, ...second.json.checklist_item_ids, ...again.json.checklist_item_ids].map(String)
      const list = (await w.request(`checklists/${id}`, { as: 'rita' })).json
      assert.deepEqual([list.ticket_id, list.sorted_item_ids], [printer, allIds])
      const found = await w.request(`tickets/search?query=checklist_id:${id}&expand=true`, { as: 'rita' })
      assert.deepEqual(
        found.json.map(({ id }: { id: number }) => id),
        [printer],
      )
      for (const [body, status] of [
        [{ ticket_id: printer }, 422],
        [{ ticket_id: printer, items: [] }, 422],
        [{ ticket_id: printer, items: [{ text: 'x' }, { text: ['y'] }] }, 422],
        // The checklist has four items, and 100 are the maximum.
        [{ ticket_id: printer, items: Array(97).fill('x') }, 422],
        [{ items }, 422],
        [{ checklist_id: 9999, items }, 422],
        [{ ticket_id: 'x', items }, 422],
        [{ ticket_id: 9999, items }, 403],
      ] as const) {
        assert.equal((await bulk(body)).status, status, JSON.stringify(body).slice(0, 80))
      }
      assert.equal((await bulk({ checklist_id: id, items }, 'omar')).status, 403)
      assert.equal((await bulk({ ticket_id: printer, items }, 'nils')).status, 403)
      assert.deepEqual((await w.request(`checklists/${id}`, { as: 'rita' })).json.sorted_item_ids, allIds)
      await w.request(`checklists/${id}`, { method: 'DELETE', as: 'rita' })
      assert.equal(await checklistId(), null)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
