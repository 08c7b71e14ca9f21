import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAttributes, forAll, migrateAttributes, writeAs } from '../../testing/attributes.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

const options = (...values: unknown[]) => ({ options: values.map((value) => ({ name: 'x', value })) })

const badNames = [
  ...'title customer customer_id article article_ids tags tag change custom expand constructor'.split(' '),
  'a b',
  'Größe',
  '7up',
  'x'.repeat(64),
  ...'group_ids preferences __proto__ mentions'.split(' '),
]

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`attributes, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const post = (body: object) => w.request('object_manager_attributes', { method: 'POST', body })
    const put = (id: number, body: object) => w.request(`object_manager_attributes/${id}`, { method: 'PUT', body })
    const customFields = async () =>
      (await w.request('object_manager_attributes?per_page=1000')).json.filter(
        (one: { editable: boolean }) => one.editable,
      )
    const remove = (id: number) => w.request(`object_manager_attributes/${id}`, { method: 'DELETE' })
    const shelf = {
      object: 'Ticket',
      name: 'shelf',
      display: 'Shelf',
      data_type: 'input',
      data_option: { type: 'text' },
    }
    const ticket = () => w.ids['Quiet ticket'] as number

    test('a new attribute takes effect when migrations are executed; every ticket then has it', async () => {
      const created = await post({ ...shelf, screens: forAll })
      assert.equal(created.status, 201, created.text)
      const { id } = created.json
      const rest = Object.entries(created.json).filter(([key]) => !/^(id|(created|updated)_(at|by_id))$/.test(key))
      assert.deepEqual(Object.fromEntries(rest), {
        object_lookup_id: 1,
        name: 'shelf',
        display: 'Shelf',
        data_type: 'input',
        data_option: { type: 'text' },
        data_option_new: {},
        editable: true,
        active: true,
        screens: forAll,
        to_create: true,
        to_migrate: true,
        to_delete: false,
        to_config: false,
        position: null,
        object: 'Ticket',
        deletable: true,
      })
      assert.ok(!('shelf' in (await w.request('tickets/1')).json))
      assert.equal((await w.request('tickets?sort_by=shelf')).status, 422)
      await migrateAttributes(w)
      const there = (await w.request(`object_manager_attributes/${id}`)).json
      assert.deepEqual([there.to_create, there.to_migrate], [false, false])
      assert.equal((await w.request('tickets/1')).json.shelf, null)
      assert.deepEqual(
        (await customFields()).map((one: { name: string }) => one.name),
        ['shelf'],
      )
    })

    test('built-in fields are listed as read-only attributes', async () => {
      const all = (await w.request('object_manager_attributes?per_page=1000&expand=true')).json
      const of = (object: string, name: string) =>
        all.find((one: { object: string; name: string }) => one.object === object && one.name === name)
      const state = of('Ticket', 'state_id')
      assert.deepEqual(
        [state.display, state.data_type, state.data_option.relation, state.editable, state.deletable, state.created_by],
        ['State', 'select', 'Ticket::State', false, false, '-'],
      )
      assert.equal(state.not_deletable_reason, 'It is built in.')
      assert.deepEqual(of('User', 'email').data_option, { null: true, default: '', type: 'text', maxlength: 255 })
      assert.deepEqual(
        [of('Group', 'active').data_type, of('Ticket', 'owner_id').data_type],
        ['boolean', 'user_autocompletion'],
      )
      assert.equal(of('Organization', 'name').created_by_id, 1)
      for (const hidden of ['password', 'id', 'created_at', 'custom', 'preferences'])
        assert.ok(!of('User', hidden), hidden)
      const [first] = (await w.request('object_manager_attributes')).json
      assert.equal(first.name, 'shelf', 'custom fields come first')
      assert.equal((await put(state.id, { data_option: {}, display: 'Condition' })).status, 422)
      assert.equal((await remove(state.id)).status, 422)
      assert.equal(
        (await post({ object: 'Ticket', name: 'title', display: 'x', data_type: 'input', data_option: {} })).status,
        422,
      )
    })

    test('new options take effect when migrations are executed; the current ones apply until then', async () => {
      const { id } = (await customFields())[0]
      const without = await put(id, { display: 'Place' })
      assert.equal(without.status, 422)
      assert.equal(without.json.details[0].path, 'data_option')
      const changed = await put(id, { data_option: { type: 'text', maxlength: 5 }, display: 'Place' })
      assert.equal(changed.status, 200, changed.text)
      assert.equal(changed.json.display, 'Place')
      assert.deepEqual(changed.json.data_option, { type: 'text' })
      assert.deepEqual(changed.json.data_option_new, { type: 'text', maxlength: 5 })
      assert.deepEqual([changed.json.to_config, changed.json.to_migrate], [true, true])
      await writeAs(w, 'admin', 'ticket', { shelf: 'long enough' }, ticket())
      await migrateAttributes(w)
      const there = (await w.request(`object_manager_attributes/${id}`)).json
      assert.deepEqual(there.data_option, { type: 'text', maxlength: 5 })
      assert.deepEqual([there.data_option_new, there.to_config, there.to_migrate], [{}, false, false])
      await assert.rejects(writeAs(w, 'admin', 'ticket', { shelf: 'longer' }, ticket()), /too long/)
      // Existing values stay valid.
      await writeAs(w, 'admin', 'ticket', { shelf: 'long enough', title: 'Same' }, ticket())
      // Equal options change nothing.
      const same = await put(id, { data_option: { maxlength: 5, type: 'text' }, name: 'other', data_type: 'date' })
      assert.equal(same.json.to_config, false)
      assert.equal(same.json.name, 'shelf')
      assert.equal(same.headers['x-ignored-attributes'], 'name, data_type')
    })

    test('an attribute is deleted with its values; a new one of the same name starts empty', async () => {
      const { id } = (await customFields())[0]
      await writeAs(w, 'admin', 'ticket', { shelf: 'a3' }, ticket())
      const previous = (await w.request(`tickets/${ticket()}`)).json
      assert.equal(previous.shelf, 'a3')
      w.pass(1000)
      assert.deepEqual((await remove(id)).json, {})
      assert.equal((await w.request(`object_manager_attributes/${id}`)).json.to_delete, true)
      assert.equal((await w.request(`tickets/${ticket()}`)).json.shelf, 'a3')
      await migrateAttributes(w)
      assert.equal((await w.request(`object_manager_attributes/${id}`)).status, 404)
      const { shelf: _, ...others } = previous
      assert.deepEqual((await w.request(`tickets/${ticket()}`)).json, others)
      const row = await w.desk.database.sql
        .selectFrom('tickets')
        .select('custom')
        .where('id', '=', ticket())
        .executeTakeFirstOrThrow()
      assert.deepEqual(row.custom, {})
      // The list of deleted attributes whose values are not removed yet.
      const leftovers = await w.desk.database.sql
        .selectFrom('settings')
        .select('name')
        .where('name', '=', 'custom_fields_gone')
        .execute()
      assert.deepEqual(leftovers, [])
      await addAttributes(w, [{ ...shelf, display: 'Another' }])
      assert.equal((await w.request(`tickets/${ticket()}`)).json.shelf, null)
      assert.deepEqual((await w.request('tickets/search?query=shelf:a3')).json.tickets, [])
    })

    test('an attribute that was never migrated is deleted at once', async () => {
      const { json } = await post({ ...shelf, name: 'short_lived' })
      await remove(json.id)
      assert.equal((await w.request(`object_manager_attributes/${json.id}`)).status, 404)
    })

    test('an attribute with references cannot be deleted, and the error names them', async () => {
      const [id] = await addAttributes(w, [{ ...shelf, name: 'spoken_of' }])
      await w.desk.database.transaction((db) =>
        db.sql
          .insertInto('macros')
          .values({
            name: "O'Hara",
            perform: JSON.stringify({ 'ticket.spoken_of': { value: 'a' } }),
            ux_flow_next_up: 'none',
            active: true,
            created_by_id: 1,
            updated_by_id: 1,
            created_at: '2026-01-01T00:00:00.000Z',
            updated_at: '2026-01-01T00:00:00.000Z',
          })
          .execute(),
      )
      const { json } = await w.request(`object_manager_attributes/${id}`)
      assert.deepEqual([json.deletable, json.not_deletable_reason], [false, `It is used by macro "O'Hara".`])
      const reply = await remove(id as number)
      assert.equal(reply.status, 422)
      assert.match(reply.json.error, /macro "O'Hara"/)
    })

    test('invalid attributes are refused with the path', async () => {
      const select = { ...shelf, name: 'tier', data_type: 'select' }
      const tree = { ...select, data_type: 'tree_select' }
      const deep = JSON.parse('{"value":"a","children":['.repeat(30) + ']}'.repeat(30))
      for (const [body, path] of [
        [{ ...shelf, object: 'Article' }, 'object'],
        [{ ...shelf, object: undefined }, 'object'],
        [{ ...shelf, object: undefined, object_lookup_id: 9 }, 'object'],
        [{ ...shelf, name: undefined }, 'name'],
        [{ ...shelf, display: '' }, 'display'],
        [{ ...shelf, name: 'q', data_type: 'colour' }, 'data_type'],
        [{ ...shelf, name: 'q', data_option: undefined }, 'data_option'],
        [{ ...shelf, name: 'q', data_option: 'x' }, 'data_option'],
        ...badNames.map((bad) => [{ ...shelf, name: bad }, 'name'] as const),
      ] as const) {
        const reply = await post(body)
        assert.equal(reply.status, 422, `${JSON.stringify(body)} ${reply.text}`)
        assert.equal(reply.json.details[0].path, path, reply.text)
      }
      for (const [body, path] of [
        [{ ...shelf, data_option: { maxlength: 0 } }, 'maxlength'],
        [{ ...shelf, data_option: { type: 'password' } }, 'type'],
        [{ ...shelf, data_type: 'integer', data_option: { min: 5, max: 1 } }, 'min'],
        [{ ...shelf, data_type: 'integer', data_option: { min: 5, default: 1 } }, 'default'],
        [{ ...shelf, data_type: 'datetime', data_option: { future: 'no' } }, 'future'],
        [{ ...shelf, data_type: 'date', data_option: { diff: 0.5 } }, 'diff'],
        [select, 'options'],
        [{ ...select, data_option: { options: {} } }, 'options'],
        [{ ...select, data_option: { relation: 'Group' } }, 'relation'],
        [{ ...select, data_option: { options: { a: 'A' }, default: 'b' } }, 'default'],
        [{ ...select, data_option: options('a', 'a') }, 'options'],
        [{ ...tree, data_option: { options: { a: 'A' } } }, 'options'],
        [{ ...tree, data_option: options({}) }, 'options[0].value'],
        [{ ...tree, data_option: { options: [{ value: 'a', children: [{}] }] } }, 'options[0].children[0].value'],
        [{ ...tree, data_option: { options: [deep] } }, undefined],
      ] as const) {
        const reply = await post({ ...body, name: 'odd' })
        assert.equal(reply.status, 422, JSON.stringify(body))
        if (path) assert.equal(reply.json.details[0].path, `data_option.${path}`, reply.text)
      }
      for (const screens of [{ edit: true }, { edit: { '-all-': 1 } }, { edit: { '-all-': { required: 'yes' } } }]) {
        assert.match((await post({ ...shelf, name: 'odd', screens })).json.details[0].path, /^screens\.edit/)
      }
      assert.equal((await post({ ...shelf, name: 'shelf' })).json.error, 'This object already exists.')
      assert.equal((await w.request('object_manager_attributes', { as: 'rita' })).status, 403)
      const execute = { method: 'POST', as: 'rita' } as const
      assert.equal((await w.request('object_manager_attributes_execute_migrations', execute)).status, 403)
    })

    test('the same name may be used for each kind of record', async () => {
      await addAttributes(
        w,
        ['User', 'Organization', 'Group'].map((object) => ({ ...shelf, object })),
      )
      for (const path of ['users/1', 'organizations/1', 'groups/1']) {
        assert.equal((await w.request(path)).json.shelf, null, path)
      }
    })
  })
}
