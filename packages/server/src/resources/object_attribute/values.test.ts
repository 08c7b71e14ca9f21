import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checks, findProblems } from '../../upkeep/check.ts'
import { reindex } from '../../upkeep/reindex.ts'
import { addAttributes, writeAs } from '../../testing/attributes.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const tiers = { options: { gold: 'Gold', silver: 'Silver', "o'h": "O'H" } }
const tree = {
  options: [
    {
      name: 'Hardware',
      value: 'Hardware',
      children: [{ name: 'Label printer', value: 'Hardware::Label printer', children: [] }],
    },
    { name: 'Software', value: 'Software' },
  ],
}
/** Fields of almost all data types. */
const attributes = [
  { name: 'shelf', data_type: 'input', data_option: { type: 'text', maxlength: 20 } },
  { name: 'contact', data_type: 'input', data_option: { type: 'email' } },
  { name: 'link', data_type: 'input', data_option: { type: 'url' } },
  { name: 'story', data_type: 'textarea', data_option: { maxlength: 100 } },
  { name: 'page', data_type: 'richtext', data_option: { maxlength: 200 } },
  { name: 'urgent', data_type: 'boolean', data_option: { options: { true: 'yes', false: 'no' } } },
  { name: 'boxes', data_type: 'integer', data_option: { min: -5, max: 100 } },
  { name: 'due', data_type: 'date', data_option: {} },
  { name: 'meeting', data_type: 'datetime', data_option: { past: false } },
  { name: 'tier', data_type: 'select', data_option: tiers },
  { name: 'tiers', data_type: 'multiselect', data_option: tiers },
  { name: 'category', data_type: 'tree_select', data_option: tree },
  { name: 'categories', data_type: 'multi_tree_select', data_option: tree },
  { name: 'mentor', data_type: 'user_autocompletion', data_option: {} },
  { name: 'client', data_type: 'autocompletion_ajax_customer_organization', data_option: {} },
  { name: 'asset', data_type: 'autocompletion_ajax_external_data_source', data_option: {} },
].map((attribute) => ({ display: attribute.name, ...attribute }))

/** Values that are sent, and the stored ones if they differ. */
const validValues: Readonly<Record<string, readonly (readonly [unknown, unknown?])[]>> = {
  shelf: [["it's a3"], ['', ''], [7, '7'], ['x'.repeat(20)], ['👩‍💻 Ä']],
  contact: [['a@b.example'], ['']],
  link: [['https://desk.example/?a=1'], ['']],
  story: [['line\nline']],
  page: [['<p>a <b>b</b></p>'], ['<p onclick="x()">a</p><script>alert(1)</script>', '<p>a</p>']],
  urgent: [[true], [false], ['true', true], [0, false]],
  boxes: [[0], [-5], ['12', 12]],
  due: [['2026-03-04'], ['2026-03-04T12:00:00Z', '2026-03-04']],
  meeting: [
    ['2026-03-04T12:00:00.000Z'],
    ['2026-03-04 12:00', '2026-03-04T12:00:00.000Z'],
    ['2026-03-04T12:00:00+02:00', '2026-03-04T10:00:00.000Z'],
  ],
  tier: [['gold'], ["o'h"], ['', null]],
  tiers: [[['silver', 'gold']], ['gold', ['gold']], [['gold', 'gold', ''], ['gold']], [[], null], [[''], null]],
  category: [['Hardware::Label printer'], ['Hardware']],
  categories: [[['Software', 'Hardware::Label printer']]],
  mentor: [[2], ['2', 2]],
  client: [[1]],
  asset: [
    [{ value: 'x1', label: 'Label' }],
    [{ value: 5 }, { value: 5, label: '5' }],
    ['x1', { value: 'x1', label: 'x1' }],
  ],
}

const invalidValues: Readonly<Record<string, readonly unknown[]>> = {
  shelf: ['x'.repeat(21), { a: 1 }, ['a'], 'a\0'],
  contact: ['unknown', 'a b@c'],
  link: ['javascript:alert(1)', 'desk.example'],
  story: ['x'.repeat(101)],
  page: [`<p>${'x'.repeat(200)}</p>`],
  urgent: ['perhaps', 3],
  boxes: [-6, 101, 1.5, 'many'],
  due: ['soon', '2026-02-30'],
  meeting: ['soon', '2020-01-01T00:00:00Z'],
  tier: ['bronze', {}, ['gold'], '__proto__', 'constructor'],
  tiers: [['gold', 'bronze'], [['gold']], { gold: true }],
  category: ['Label printer', 'hardware'],
  categories: ['Hardware::'],
  mentor: [999_999, 'unknown', -1],
  client: [999_999],
  asset: [{ value: {} }],
}

/**
 * Queries that find the ticket of the test, and others that do not. For the word `cafe` in field 1, the index contains
 * `1xcafe` after a marker character; no query may find such terms.
 */
const matchingQueries = `
  shelf:cafe
  shelf:A3
  shelf:"a3 b4"
  shelf:a3-b4
  shelf:caf*
  shelf:c*
  shelf:?afe
  shelf:*3-b*
  shelf:c?fe
  cafe
  drum
  page:drum
  page:"the drum"
  urgent:false
  boxes:12
  boxes:>=12
  boxes:[10 TO 12]
  due:2026-03
  due:[2026-03-01 TO 2026-03-04]
  meeting:2026-03-05
  meeting:>2026-03-04
  mentor:2
  tiers:gold
  tiers:silver
  category:hardware
  category:"label printer"
  asset:forklift
  asset:x1
  _exists_:tiers
  _missing_:categories
  urgent:false AND shelf:cafe
  shelf:(cafe OR nothing)
  shelf:its OR shelf:it
`
  .trim()
  .split(/\n */)
const otherQueries = `
  shelf:drum
  page:cafe
  page:b
  tiers:"gold silver"
  boxes:>12
  urgent:true
  due:2026-04
  _missing_:tiers
  1xcafe
  shelf:"cafe b4"
  -shelf:cafe
  category:printer category:software
`
  .trim()
  .split(/\n */)

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`custom fields, on ${name}`, () => {
    let w: World
    let id: number
    before(async () => {
      w = await world(open)
      await addAttributes(w, attributes)
      await addAttributes(
        w,
        ['User', 'Organization', 'Group'].flatMap((object) => [
          { ...attributes[0], object },
          { ...attributes.find((one) => one.name === 'tier'), object },
        ]),
      )
      id = w.ids['Quiet ticket'] as number
    })
    after(() => w.close())

    const put = (body: object, as: Person = 'admin') => w.request(`tickets/${id}`, { method: 'PUT', body, as })
    const read = async (mode = '') => (await w.request(`tickets/${id}${mode}`)).json

    test('each type accepts valid values, and every response format returns them', async () => {
      for (const [field, values] of Object.entries(validValues)) {
        for (const [given, expected = given] of values) {
          const reply = await put({ [field]: given })
          assert.equal(reply.status, 200, `${field} ${JSON.stringify(given)} ${reply.text}`)
          assert.deepEqual(reply.json[field], expected, field)
          assert.equal(reply.headers['x-ignored-attributes'], undefined)
          assert.deepEqual((await read())[field], expected)
          assert.deepEqual((await read('?expand=true'))[field], expected)
          assert.deepEqual((await read('?full=true')).assets.Ticket[id][field], expected)
          assert.deepEqual(await read(`?fields=${field}`), { [field]: expected })
        }
      }
    })

    test('each type refuses invalid values with the name of the field, and nothing is written', async () => {
      const previous = await read()
      for (const [field, values] of Object.entries(invalidValues)) {
        for (const given of values) {
          const reply = await put({ title: 'Other', [field]: given })
          assert.equal(reply.status, 422, `${field} ${JSON.stringify(given)} ${reply.text}`)
          assert.equal(reply.json.details[0].path, field)
        }
      }
      assert.equal((await put({ tier: 'bronze' })).json.error, "Invalid value 'bronze' for field 'tier'!")
      assert.deepEqual(await read(), previous)
    })

    test('null unsets a value, omitted fields stay, and unknown ones are reported as ignored', async () => {
      await put({ shelf: 'a1', tier: 'gold', boxes: 3 })
      const reply = await put({ shelf: null, colour: 'red' })
      assert.equal(reply.headers['x-ignored-attributes'], 'colour')
      const { shelf, tier, boxes } = await read()
      assert.deepEqual([shelf, tier, boxes], [null, 'gold', 3])
    })

    test('the history and the event contain the changes', async () => {
      await put({ shelf: 'b1', tiers: ['gold'], title: 'Quiet ticket' })
      await put({ shelf: 'b2', tiers: ['gold', 'silver'], tier: 'gold' })
      const rows = await w.desk.database.sql
        .selectFrom('histories')
        .select(['attribute', 'value_from', 'value_to'])
        .where('o_id', '=', id)
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
      assert.deepEqual(
        rows.map((row) => ({ ...row })).toSorted((a, b) => ((a.attribute ?? '') < (b.attribute ?? '') ? -1 : 1)),
        [
          { attribute: 'shelf', value_from: 'b1', value_to: 'b2' },
          { attribute: 'tiers', value_from: '["gold"]', value_to: '["gold","silver"]' },
        ],
      )
      const event = await w.desk.database.sql
        .selectFrom('events')
        .select('changes')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      assert.deepEqual((event?.changes as unknown as Record<string, unknown> | undefined)?.['shelf'], {
        from: 'b1',
        to: 'b2',
      })
    })

    test('lists sort by custom fields; lists, searches and assets contain them', async () => {
      await put({ shelf: 'zz', boxes: 9 })
      await writeAs(w, 'admin', 'ticket', { shelf: 'B', boxes: 20 }, 1)
      const order = async (by: string) =>
        (await w.request(`tickets?sort_by=${by}&order_by=desc&per_page=2`, { as: 'admin' })).json.map(
          (t: { id: number }) => t.id,
        )
      assert.deepEqual(await order('shelf'), [id, 1])
      assert.deepEqual(await order('boxes'), [1, id])
      assert.equal((await w.request('tickets?sort_by=tiers')).status, 422)
      const { json } = await w.request('tickets/search?query=shelf:zz')
      assert.deepEqual(json.tickets, [id])
      assert.equal(json.assets.Ticket[id].shelf, 'zz')
      assert.equal(json.assets.User[w.ids['paul'] as number].tier, null)
      const [listed] = (await w.request('tickets/search?query=shelf:zz&expand=true')).json
      assert.equal(listed.boxes, 9)
    })

    test('each type is searched in its own way', async () => {
      await put({
        shelf: "Café a3-b4, it's",
        page: '<p>Order the <b>drum</b></p>',
        urgent: false,
        boxes: 12,
        due: '2026-03-04',
        meeting: '2026-03-05T08:00:00Z',
        tiers: ['gold', 'silver'],
        category: 'Hardware::Label printer',
        categories: null,
        mentor: 2,
        asset: { value: 'x1', label: 'Forklift' },
      })
      const hits = async (query: string) => {
        const reply = await w.request(`tickets/search?query=${encodeURIComponent(query)}`)
        assert.equal(reply.status, 200, `${query} ${reply.text}`)
        return reply.json.tickets.includes(id) as boolean
      }
      for (const query of matchingQueries) assert.ok(await hits(query), query)
      for (const query of otherQueries) assert.ok(!(await hits(query)), query)
      assert.match((await w.request('tickets/search?query=shelv:a')).json.error, /shelf/)
      assert.equal((await w.request('tickets/search?query=boxes:many')).status, 422)
    })

    test('the index matches the records, before and after a reindex', async () => {
      const find = async () => {
        const all: string[] = []
        for (const check of checks) for await (const one of findProblems(check, w.desk, { deep: true })) all.push(one)
        return all
      }
      assert.deepEqual(await find(), [])
      await reindex(w.desk, undefined, { empty: true })
      assert.deepEqual(await find(), [])
      assert.deepEqual((await w.request('tickets/search?query=shelf:cafe')).json.tickets, [id])
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
