import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { writeSetting } from '../../kernel/settings.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`tags on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body: object | undefined, as: Person | 'anonymous') =>
      w.request(url, { method, as, ...(body ? { body } : {}) })
    const add = (item: unknown, title: string, as: Person | 'anonymous' = 'rita') =>
      send('POST', 'tags/add', { item, object: 'Ticket', o_id: w.ids[title] }, as)
    const remove = (item: unknown, title: string, as: Person | 'anonymous' = 'rita') =>
      send('DELETE', 'tags/remove', { item, object: 'Ticket', o_id: w.ids[title] }, as)
    const tagsOf = async (title: string, as: Person = 'rita') =>
      (await w.request(`tags?object=Ticket&o_id=${w.ids[title]}`, { as })).json.tags
    const searchTickets = async (query: string) =>
      (await w.request(`tickets/search?query=${encodeURIComponent(query)}`, { as: 'rita' })).json.tickets
    const listTags = async () =>
      (await w.request('tag_list?per_page=100')).json as { id: number; name: string; count: number }[]
    const suggestTags = async (term: string, as: Person = 'admin') =>
      (await w.request(`tag_search?term=${encodeURIComponent(term)}`, { as })).json.map(
        (tag: { value: string }) => tag.value,
      )
    const idOf = async (name: string) => (await listTags()).find((tag) => tag.name === name)?.id as number

    const allowNewTags = (value: boolean) =>
      unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'tag_new', value))

    test('a tag is added with 201 and true, removed with 200 and true, and searchable at once', async () => {
      const added = await add("chef's choice", 'Label printer offline')
      assert.deepEqual([added.status, added.text], [201, 'true'])
      assert.deepEqual(await tagsOf('Label printer offline'), ['printer', 'floor2', "chef's choice"])
      assert.deepEqual(await searchTickets(`tags:"chef's choice"`), [w.ids['Label printer offline']])
      const again = await add("CHEF'S choice", 'Label printer offline')
      assert.deepEqual([again.status, again.text], [201, 'true'])
      assert.equal((await tagsOf('Label printer offline')).length, 3)
      const removed = await remove("Chef's Choice", 'Label printer offline')
      assert.deepEqual([removed.status, removed.text], [200, 'true'])
      assert.deepEqual(await tagsOf('Label printer offline'), ['printer', 'floor2'])
      assert.deepEqual(await searchTickets(`tags:"chef's choice"`), [])
      for (const missing of ["chef's choice", 'never heard of']) {
        const reply = await remove(missing, 'Label printer offline')
        assert.deepEqual([reply.status, reply.text], [200, 'true'])
      }
    })

    test('the query string works like the body, and the ticket changes', async () => {
      const id = w.ids['Label printer offline']
      const previous = (await w.request(`tickets/${id}`, { as: 'rita' })).json.updated_at
      w.pass(1000)
      const url = `?item=wet&object=Ticket&o_id=${id}`
      assert.equal((await w.request(`tags/add${url}`, { method: 'POST', as: 'rita' })).status, 201)
      assert.ok((await w.request(`tickets/${id}`, { as: 'rita' })).json.updated_at > previous)
      assert.equal((await w.request(`tags/remove${url}`, { method: 'DELETE', as: 'rita' })).status, 200)
      const rows = await w.desk.database.sql
        .selectFrom('histories')
        .select(['type', 'attribute', 'value_from', 'value_to', 'created_by_id'])
        .where('object', '=', 'Ticket')
        .where('o_id', '=', id as number)
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
      assert.deepEqual(
        rows.map((row) => Object.values(row)),
        [
          ['removed', 'tag', 'wet', null, w.ids['rita']],
          ['added', 'tag', null, 'wet', w.ids['rita']],
        ],
      )
    })

    test('invalid tags are rejected with their key', async () => {
      for (const [item, sentence] of [
        ['', /'item' is missing/],
        ['   ', /'item' is missing/],
        [null, /'item' is missing/],
        [{ a: 1 }, /expected a text/],
        ['x'.repeat(251), /too long/],
        ['a\0', /NUL/],
      ] as const) {
        const reply = await add(item, 'Label printer offline')
        assert.equal(reply.status, 422)
        assert.equal(reply.json.details[0].path, 'item')
        assert.match(reply.json.error, sentence)
      }
      const other = await send('POST', 'tags/add', { item: 'a', object: 'User', o_id: 3 }, 'rita')
      assert.equal(other.status, 422)
      assert.equal((await send('POST', 'tags/add', { item: 'a', object: 'Ticket', o_id: 9999 }, 'rita')).status, 404)
    })

    test('only agents who may change a ticket change its tags', async () => {
      const network = 'No network in the bakery'
      const expected: [Person | 'anonymous', string, number][] = [
        ['rita', network, 201],
        ['rita', 'Label printer offline', 201],
        ['omar', network, 403],
        ['omar', 'Label printer offline', 403],
        ['ines', 'Paper jam again', 201],
        ['ines', network, 403],
        ['admin', 'Quiet ticket', 201],
        ['admin', network, 403],
        ['nils', network, 403],
        ['maya', network, 403],
        ['zoe', network, 403],
        ['plain', network, 403],
        ['gone', network, 401],
        ['anonymous', network, 403],
      ]
      for (const [as, title, status] of expected) {
        assert.equal((await add('marked', title, as)).status, status, `${as} adds to ${title}`)
        assert.equal((await remove('marked', title, as)).status, status === 201 ? 200 : status, `${as} removes`)
      }
    })

    test('if new tags are switched off, only administrators of tags create them', async () => {
      await allowNewTags(false)
      assert.equal((await add('brand new', 'Label printer offline')).status, 403)
      assert.equal((await add('printer', 'Paper jam again')).status, 201)
      assert.equal((await add('brand new', 'Quiet ticket', 'admin')).status, 201)
      await allowNewTags(true)
      assert.equal((await add('newer', 'Label printer offline')).status, 201)
    })

    test('tags are created with 200, renamed and deleted, with counts of their tickets', async () => {
      const created = await send('POST', 'tag_list', { name: ' Urgent ' }, 'admin')
      assert.deepEqual([created.status, created.text], [200, '{}'])
      assert.equal((await send('POST', 'tag_list', { name: 'URGENT' }, 'admin')).status, 200)
      assert.deepEqual(
        (await listTags()).filter(({ name }) => /urgent/i.test(name)).map(({ count }) => count),
        [0],
      )
      await add('urgent', 'Label printer offline')
      w.pass(1000)
      const renamed = await send('PUT', `tag_list/${await idOf('Urgent')}`, { name: 'today' }, 'admin')
      assert.deepEqual([renamed.status, renamed.text], [200, '{}'])
      assert.ok((await tagsOf('Label printer offline')).includes('today'))
      assert.deepEqual(await searchTickets('tags:today'), [w.ids['Label printer offline']])
      assert.deepEqual(await searchTickets('tags:urgent'), [])
      const gone = await send('DELETE', `tag_list/${await idOf('today')}`, undefined, 'admin')
      assert.deepEqual([gone.status, gone.text], [200, '{}'])
      assert.ok(!(await tagsOf('Label printer offline')).includes('today'))
      assert.deepEqual(await searchTickets('tags:today'), [])
    })

    test('a tag that is renamed to an existing one is merged into it', async () => {
      for (const title of ['Label printer offline', 'Paper jam again']) await add('one', title, 'rita')
      await add('two', 'Label printer offline')
      assert.equal((await send('PUT', `tag_list/${await idOf('one')}`, { name: 'TWO' }, 'admin')).status, 200)
      assert.equal(await idOf('one'), undefined)
      const [kept] = (await listTags()).filter(({ name }) => name === 'two')
      assert.equal(kept?.count, 2)
      assert.deepEqual((await searchTickets('tags:two')).length, 2)
      assert.deepEqual(await searchTickets('tags:one'), [])
      // The same name in another case renames the tag.
      await send('PUT', `tag_list/${kept?.id}`, { name: 'Two' }, 'admin')
      assert.equal(await idOf('Two'), kept?.id)
    })

    test('a search finds parts of names, with pattern characters as text', async () => {
      for (const name of ['footag', 'Tagesschau', '100%', 'a_b', 'c\\d']) {
        await send('POST', 'tag_list', { name }, 'admin')
      }
      assert.deepEqual(await suggestTags('TAG'), ['footag', 'Tagesschau'])
      for (const [term, expected] of [
        ['%', ['100%']],
        ['_', ['a_b']],
        ['\\', ['c\\d']],
        ['x'.repeat(5000), []],
        ['footag and more', []],
      ] as const) {
        assert.deepEqual(await suggestTags(term), expected, term.slice(0, 20))
      }
      assert.deepEqual(await suggestTags('tag', 'rita'), [], 'on no ticket that she sees')
      await add('footag', 'Label printer offline')
      assert.deepEqual(await suggestTags('tag', 'rita'), ['footag'])
      assert.ok((await suggestTags('')).length > 0)
    })

    test('only administrators of tags manage them', async () => {
      const id = await idOf('printer')
      for (const as of ['rita', 'omar', 'ines', 'nils', 'plain', 'anonymous'] as const) {
        assert.equal((await send('POST', 'tag_list', { name: 'x' }, as)).status, 403)
        assert.equal((await send('PUT', `tag_list/${id}`, { name: 'x' }, as)).status, 403)
        assert.equal((await send('DELETE', `tag_list/${id}`, undefined, as)).status, 403)
      }
      assert.equal((await send('PUT', 'tag_list/9999', { name: 'x' }, 'admin')).status, 404)
      assert.equal((await send('DELETE', 'tag_list/9999', undefined, 'admin')).status, 404)
      assert.equal((await send('PUT', `tag_list/${id}`, { name: '' }, 'admin')).status, 422)
      assert.equal((await send('POST', 'tag_list', {}, 'admin')).json.details[0].path, 'name')
    })

    test('concurrent requests create a new tag once', async () => {
      const replies = await Promise.all(
        ['Label printer offline', 'Paper jam again', 'Toner for the oven label printer'].map((title) =>
          add('together', title),
        ),
      )
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
      assert.equal((await listTags()).find(({ name }) => name === 'together')?.count, 3)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
