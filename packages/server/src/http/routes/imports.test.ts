import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`CSV imports on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const csv = (path: string, text: string, as?: 'rita') =>
      w.request(`${path}/import`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'text/csv' },
        ...(as ? { as } : {}),
      })

    test('users are created and updated by the rules of users', async () => {
      const { email } = (await w.request(`users/${w.ids['nils']}`)).json
      const table = [
        'email,firstname,lastname,organization,roles,vip',
        'KIM@wharf.example,kim,lee,Harbor Bakery,"Agent,Customer",true',
        `"${email.toUpperCase()}",,"O'Brandt",,,`,
      ].join('\r\n')
      const { json } = await csv('users', table)
      assert.deepEqual([json.result, json.stats, json.errors], ['success', { created: 1, updated: 1 }, []])
      const [kim, nils] = json.records
      const shown = (await w.request(`users/${kim.id}?expand=true`)).json
      assert.deepEqual(
        [shown.login, shown.fullname, shown.roles, shown.organization, shown.vip],
        ['kim@wharf.example', 'Kim Lee', ['Agent', 'Customer'], 'Harbor Bakery', true],
      )
      assert.ok(shown.preferences.notification_config)
      assert.deepEqual([nils.id, nils.firstname, nils.lastname], [w.ids['nils'], 'Nils', "O'Brandt"])
      assert.deepEqual(nils.role_ids, [3])
    })

    test('every error has its line, and nothing is written', async () => {
      const count = async () => (await w.request('users?per_page=1')).headers['x-total-count']
      const before = await count()
      const text =
        'email,organization,password\nbo@wharf.example,,\nnonsense,,\nx@y.example,Nowhere,\nz@y.example,,secret'
      const { status, json } = await csv('users', text)
      assert.deepEqual([status, json.result, json.records], [200, 'failed', undefined])
      assert.deepEqual(json.errors, [
        "Line 3: Invalid email 'nonsense'",
        `Line 4: No lookup value found for 'organization': "Nowhere"`,
        'Line 5: Passwords cannot be imported from a table.',
      ])
      assert.equal(await count(), before)
      const tried = await w.request('users/import?try=true', {
        method: 'POST',
        body: { data: 'email\nbo@wharf.example' },
      })
      assert.deepEqual([tried.json.try, tried.json.stats], [true, { created: 1, updated: 0 }])
      assert.equal(await count(), before)
    })

    test('a value in an unknown column is rejected with its column and line; a record from a list can be imported', async () => {
      const text = 'email,Colour,phone\nbo@wharf.example,,1\nal@wharf.example,red,2\n'
      const { json } = await csv('users', text)
      assert.deepEqual([json.result, json.errors], ['failed', ["Line 3: unknown attribute 'colour' for User."]])
      assert.equal((await w.request('users/search?query=email:al@wharf.example')).json.length, 0)
      for (const [path, table, error] of [
        ['organizations', 'name,size\nA,3\n', "Line 2: unknown attribute 'size' for Organization."],
        ['text_modules', 'name,content,x\nA,b,3\n', "Line 2: unknown attribute 'x' for TextModule."],
        ['tickets', 'title,articlebody\nA,b\n', "Line 2: unknown attribute 'articlebody' for Ticket."],
        ['tickets', 'title,article.bdy\nA,b\n', "Line 2: unknown attribute 'article.bdy' for Ticket."],
      ] as const) {
        assert.deepEqual((await csv(path, table)).json.errors, [error])
      }
      const [row] = (await w.request('organizations?expand=true&per_page=1')).json
      const cells = Object.entries(row).filter(([, cell]) => typeof cell !== 'object')
      const table = `${cells.map(([name]) => name).join()}\n${cells.map(([, cell]) => String(cell)).join()}\n`
      assert.deepEqual((await csv('organizations', table)).json.stats, { created: 0, updated: 1 })
    })

    test('CSV can be a file of a form, too', async () => {
      const table = '\uFEFFname;shared\nWharf;false\n'
      const body = [
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n',
        `${table}\r\n--b\r\nContent-Disposition: form-data; name="col_sep"\r\n\r\n;\r\n--b--\r\n`,
      ].join('')
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const { json } = await w.request('organizations/import', { method: 'POST', body, headers })
      assert.deepEqual(
        [json.stats, json.records[0].name, json.records[0].shared],
        [{ created: 1, updated: 0 }, 'Wharf', false],
      )
    })

    test('tickets are created and updated with their customer, tags and an article', async () => {
      const table =
        'title,group,customer_id,state,tags,article.body\n' +
        '"Label, printer",Users,guess:bo@wharf.example,open,"a,b",It blinks\n'
      const { json } = await csv('tickets', table)
      assert.deepEqual([json.result, json.errors, json.stats], ['success', [], { created: 1, updated: 0 }])
      const [created] = json.records
      assert.deepEqual([created.title, created.article_count], ['Label, printer', 1])
      const [row] = (await w.request(`tickets/search?query=number:${created.number}&expand=true`)).json
      assert.deepEqual([row.customer, row.state, row.tags], ['bo@wharf.example', 'open', ['a', 'b']])
      const again = await csv('tickets', `number,state\n${created.number},closed\n`)
      assert.deepEqual([again.json.stats, again.json.records[0].id], [{ created: 0, updated: 1 }, created.id])
      const more = await csv(
        'tickets',
        `number,customer_id,tags,article.body\n${created.number},guess:li@wharf.example,c,Still\n`,
      )
      assert.deepEqual([more.json.errors, more.json.stats], [[], { created: 0, updated: 1 }])
      const [changed] = (await w.request(`tickets/search?query=number:${created.number}&expand=true`)).json
      assert.deepEqual(
        [changed.customer, changed.title, changed.state, changed.priority, changed.tags, changed.article_count],
        ['li@wharf.example', 'Label, printer', 'closed', row.priority, ['a', 'b', 'c'], 2],
      )
      const failed = await csv('tickets', 'title,group\nNo customer,Users\n,Users\n')
      assert.deepEqual([failed.json.result, failed.json.errors.length], ['failed', 2])
    })

    test('extra cells and invalid ids are refused, because the cells of their row may be shifted', async () => {
      const { json } = await csv('users', 'email,firstname\nbo@wharf.example,Bo,Lee\nli@wharf.example,Li,,\n')
      assert.deepEqual(json.errors, ['Line 2: more cells than columns.'])
      const shifted = await csv('users', 'id,email\nli@wharf.example,Li\n')
      assert.match(shifted.json.errors[0], /^Line 2: Invalid value for param 'id'/)
      const twice = await csv('users', 'email,Email\nbo@wharf.example,li@wharf.example\n')
      assert.deepEqual([twice.status, twice.json.error], [422, 'data: the column "email" occurs twice.'])
    })

    test('each example can be imported', async () => {
      for (const path of ['users', 'organizations', 'tickets', 'text_modules']) {
        const example = await w.request(`${path}/import_example`)
        assert.match(example.headers['content-type'] ?? '', /^text\/csv/, path)
        const { json } = await w.request(`${path}/import`, { method: 'POST', body: { data: example.text, try: true } })
        assert.deepEqual([json.result, json.errors], ['success', []], path)
      }
    })

    test('callers without permission and invalid CSV are rejected', async () => {
      for (const path of ['users', 'organizations', 'tickets']) {
        assert.equal((await csv(path, 'name\nx', 'rita')).status, 403, path)
        assert.equal((await w.request(`${path}/import_example`, { as: 'rita' })).status, 403, path)
        assert.equal((await csv(path, '')).status, 422, path)
        const clear = { method: 'POST', body: { data: 'name\nx', delete: true } } as const
        assert.equal((await w.request(`${path}/import`, clear)).status, 422, path)
      }
      const elsewhere = { method: 'POST', body: 'name\nx', headers: { 'content-type': 'text/csv' } } as const
      assert.equal((await w.request('organizations', elsewhere)).status, 415)
      assert.deepEqual(w.logged, [])
    })
  })
}
