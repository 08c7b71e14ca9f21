import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { settings } from '@deskbell/contract'
import { type World, world } from '../../testing/world.ts'

/** Returns the id of a setting: its position in the declarations. */
const id = (name: string) => Object.keys(settings).indexOf(name) + 1

describe('settings and imports', () => {
  let w: World
  before(async () => {
    w = await world()
  })
  after(() => w.close())

  const put = (id: number | string, value: unknown, as: 'admin' | 'rita' = 'admin') =>
    w.request(`settings/${id}`, { method: 'PUT', as, body: { state_current: { value } } })
  const importModules = (body: object) => w.request('text_modules/import', { method: 'POST', body })
  const modules = async () =>
    (await w.request('text_modules?per_page=100')).json.map((m: { name: string; content: string }) => [
      m.name,
      m.content,
    ])

  test('administrators list and read settings', async () => {
    const page = await w.request('settings')
    assert.equal(page.json.length, 10)
    assert.equal(page.headers['x-total-count'], String(Object.keys(settings).length))
    const all = (await w.request('settings?per_page=100')).json
    assert.deepEqual(
      all.map(({ name }: { name: string }) => name),
      Object.keys(settings),
    )
    assert.deepEqual((await w.request('settings/2')).json, all[1])
    assert.equal((await w.request('settings/999')).status, 404)
    assert.equal((await w.request('settings', { as: 'rita' })).status, 403)
    assert.equal((await put(1, 'x', 'rita')).status, 403)
  })

  test('each setting accepts values of its kind only', async () => {
    for (const [name, good, bad] of [
      ['product_name', 'Help', [{}, null, 'x'.repeat(101)]],
      ['maintenance_mode', 'false', ['perhaps', 7]],
      ['password_max_login_failed', 12, [3, 21, 'many', 1.5]],
      ['timezone_default', 'Europe/Berlin', ['Mars/Base', '']],
      ['http_type', 'https', ['gopher']],
      ['fqdn', 'help.example.com:8080', ['a b', 'x/y']],
    ] as const) {
      assert.equal((await put(id(name), good)).status, 200, name)
      for (const value of bad)
        assert.equal((await put(id(name), value)).status, 422, `${name} ${JSON.stringify(value)}`)
      assert.equal((await w.request(`settings/${id(name)}`)).json.state_current.value, good === 'false' ? false : good)
    }
    assert.equal((await w.request(`settings/${id('fqdn')}`, { method: 'PUT', body: {} })).status, 422)
  })

  test('the basic settings are set in one request, all or none', async () => {
    assert.equal((await w.request('getting_started', { as: 'anonymous' })).json.setup_done, true)
    const base = (body: object) => w.request('getting_started/base', { method: 'POST', body })
    const reply = await base({ organization: 'Bakery', url: 'https://desk.example:8443/x', timezone_default: 'UTC' })
    assert.deepEqual(reply.json, {
      result: 'ok',
      settings: { organization: 'Bakery', timezone_default: 'UTC', http_type: 'https', fqdn: 'desk.example:8443' },
    })
    assert.equal((await base({ organization: 'Other', url: 'nowhere' })).status, 422)
    const all = (await w.request('settings?per_page=100')).json
    assert.equal(all.find(({ name }: { name: string }) => name === 'organization').state_current.value, 'Bakery')
  })

  test('text modules are imported all or none', async () => {
    const data = 'name,keywords,content,groups\r\nHi,"a, b","Dear ""you"",\nwelcome",Printers\nBye,,Bye,\n'
    const tried = await importModules({ data, try: true })
    const { records, ...rest } = tried.json
    assert.deepEqual(rest, { result: 'success', try: true, stats: { created: 2, updated: 0 }, errors: [] })
    assert.deepEqual(
      records.map(({ name }: { name: string }) => name),
      ['Hi', 'Bye'],
    )
    assert.deepEqual(await modules(), [])
    assert.deepEqual((await importModules({ data })).json.stats, { created: 2, updated: 0 })
    assert.deepEqual(await modules(), [
      ['Hi', 'Dear "you",\nwelcome'],
      ['Bye', 'Bye'],
    ])
    const [first] = (await w.request('text_modules?expand=true')).json
    assert.deepEqual([first.keywords, first.groups], ['a, b', ['Printers']])
    const mixed = await importModules({ data: 'name;content\nHi;Hello\n;nameless\nLong;', col_sep: ';' })
    assert.equal(mixed.json.result, 'failed')
    assert.deepEqual(
      mixed.json.errors.map((error: string) => error.split(':')[0]),
      ['Line 3', 'Line 4'],
    )
    assert.deepEqual((await modules())[0], ['Hi', 'Dear "you",\nwelcome'])
    assert.deepEqual((await importModules({ data: 'name,content\nHi,Hello' })).json.stats, { created: 0, updated: 1 })
    assert.deepEqual((await importModules({ data: 'id,name,content\n2,Ciao,Ciao', delete: 'true' })).json.stats, {
      created: 1,
      updated: 0,
      deleted: 2,
    })
    assert.deepEqual(await modules(), [['Ciao', 'Ciao']])
  })

  test('invalid CSV and callers without permission are rejected', async () => {
    assert.equal((await importModules({})).status, 422)
    assert.equal((await importModules({ data: 'name,content\n"open' })).status, 422)
    assert.equal((await importModules({ data: 'name\nx', col_sep: 'ab' })).status, 422)
    assert.equal((await importModules({ data: `name,content\n${'x,y\n'.repeat(5001)}` })).status, 422)
    assert.equal((await importModules({ data: 'name,content' })).json.result, 'failed')
    const body = { data: 'name,content\nHi,Hello' }
    assert.equal((await w.request('text_modules/import', { method: 'POST', body, as: 'rita' })).status, 403)
    const example = await w.request('text_modules/import_example')
    assert.match(example.headers['content-type'] ?? '', /^text\/csv/)
    assert.equal((await importModules({ data: example.text, try: true })).json.errors.length, 0)
  })

  test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
})
