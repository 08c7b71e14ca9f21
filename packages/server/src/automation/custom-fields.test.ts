import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { newTicket } from '../testing/new-ticket.ts'
import { world } from '../testing/world.ts'

const options = { red: 'Red', blue: 'Blue', green: 'Green' }
const tree = [{ name: 'Berlin', value: 'b', children: [{ name: 'Hall', value: 'b::h' }] }]

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`rules with custom fields on ${name}`, async () => {
    const here = await world(open)
    after(() => here.close())
    const { nils, zoe } = here.ids as { nils: number; zoe: number }
    const bakery = (await here.request(`users/${nils}`)).json.organization_id as number
    await addFields({
      expert: 'user_autocompletion',
      supplier: 'autocompletion_ajax_customer_organization',
      colors: 'multiselect',
      places: 'multi_tree_select',
      color: 'select',
      place: 'tree_select',
      advice: 'richtext',
      urgent: 'boolean',
      boxes: 'integer',
      bought: 'date',
      visit: 'datetime',
    })

    async function addFields(fields: Readonly<Record<string, string>>) {
      const screens = { edit: { 'ticket.agent': { shown: true } } }
      for (const [key, data_type] of Object.entries(fields)) {
        const data_option = { options: data_type.includes('tree') ? tree : options }
        const body = { object: 'Ticket', name: key, display: key, data_type, data_option, screens }
        const { status, text } = await here.request('object_manager_attributes', { method: 'POST', body })
        assert.equal(status, 201, text)
      }
      await here.request('object_manager_attributes_execute_migrations', { method: 'POST' })
    }

    /** Runs a trigger on a new ticket with these values, and returns the ticket. */
    async function triggered(values: object, condition: object, perform: object) {
      const body = { name: 'The rule', condition, perform }
      const { status, text, json } = await here.request('triggers', { method: 'POST', body })
      assert.equal(status, 201, text)
      const ticket = await newTicket(here, values)
      await here.request(`triggers/${json.id}`, { method: 'DELETE' })
      return ticket
    }

    test('a condition compares fields of every type', async () => {
      const cases: [values: object, field: string, operator: string, value: unknown, holds: boolean][] = [
        [{ expert: nils }, 'expert', 'is', [String(nils)], true],
        [{ expert: zoe }, 'expert', 'is', [String(nils)], false],
        [{}, 'expert', 'not set', undefined, true],
        [{ supplier: bakery }, 'supplier', 'is', [String(bakery)], true],
        [{ colors: ['red', 'blue'] }, 'colors', 'contains one', ['blue', 'green'], true],
        [{ colors: ['red', 'blue'] }, 'colors', 'contains all', ['blue', 'green'], false],
        [{ colors: ['red', 'blue'] }, 'colors', 'contains all not', ['blue', 'green'], true],
        [{ colors: ['red'] }, 'colors', 'contains one not', ['red'], false],
        [{}, 'colors', 'contains one not', ['red'], true],
        [{}, 'colors', 'is set', undefined, false],
        [{ places: ['b::h'] }, 'places', 'contains one', ['b::h'], true],
        [{ color: 'red' }, 'color', 'is', ['red', 'blue'], true],
        [{ place: 'b' }, 'place', 'is', ['b::h'], false],
        [{ advice: '<p>Stay <b>calm</b></p>' }, 'advice', 'contains', 'calm', true],
        [{ bought: '2024-01-02' }, 'bought', 'before (absolute)', '2024-01-03', true],
      ]
      for (const [values, field, operator, value, holds] of cases) {
        const condition = { [`ticket.${field}`]: { operator, value } }
        const ticket = await triggered(values, condition, { 'ticket.title': { value: 'Matched' } })
        const search = { condition, full: true, per_page: 100 }
        const { json } = await here.request('tickets/search', { method: 'POST', as: 'rita', body: search })
        const what = `${field} ${operator} ${JSON.stringify(value)}`
        assert.equal(ticket.title, holds ? 'Matched' : 'Paper jam', what)
        assert.equal(json.record_ids.includes(ticket.id), holds, what)
        await here.request(`tickets/${ticket.id}`, { method: 'DELETE' })
      }
    })

    test('an action sets fields of every type', async () => {
      const created = { 'ticket.action': { operator: 'is', value: 'create' } }
      const perform = {
        'ticket.expert': { value: nils },
        'ticket.supplier': { value: bakery },
        'ticket.colors': { value: ['red', 'blue'] },
        'ticket.places': { value: ['b::h'] },
        'ticket.color': { value: 'red' },
        'ticket.advice': { value: '<p>Stay <strong>calm</strong></p>' },
        'ticket.urgent': { value: true },
        'ticket.boxes': { value: 3 },
        'ticket.bought': { value: '2024-01-02' },
        'ticket.visit': { operator: 'relative', value: '1', range: 'day' },
      }
      const ticket = await triggered({}, created, perform)
      const { expert, supplier, colors, places, color, advice, urgent, boxes, bought, visit } = ticket
      assert.deepEqual(
        [expert, supplier, colors, places, color, advice, urgent, boxes, bought],
        [nils, bakery, ['red', 'blue'], ['b::h'], 'red', '<p>Stay <strong>calm</strong></p>', true, 3, '2024-01-02'],
      )
      assert.equal(Date.parse(visit as string) - here.desk.now().getTime(), 86_400_000)
      const later = await triggered({}, created, { 'ticket.visit': { value: '2026-03-05T10:30:00.000Z' } })
      assert.equal(later.visit, '2026-03-05T10:30:00.000Z')
    })

    test('a placeholder that ends with `.value` prints the names of options', async () => {
      const created = { 'ticket.action': { operator: 'is', value: 'create' } }
      const values = { color: 'green', place: 'b::h', colors: ['red', 'blue'], places: ['b', 'b::h'] }
      const print = async (...paths: string[]) => {
        const title = paths.map((path) => `#{ticket.${path}}`).join(' | ')
        return (await triggered(values, created, { 'ticket.title': { value: title } })).title
      }
      assert.equal(await print('color', 'place', 'colors', 'places'), 'green | b::h | red, blue | b, b::h')
      assert.equal(
        await print('color.value', 'place.value', 'colors.value', 'places.value'),
        'Green | Hall | Red, Blue | Berlin, Hall',
      )
    })

    test('a comparison that a list of options does not support is refused', async () => {
      const condition = { 'ticket.colors': { operator: 'is', value: ['red'] } }
      const { status, json } = await here.request('tickets/search', { method: 'POST', body: { condition } })
      assert.equal(status, 422)
      assert.match(json.error, /contains one, contains all/)
    })
  })
}
