import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Field, relationOf, type Resource, resources, visibleFields } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { routes } from '../http/routes/index.ts'
import { decimalText } from '../kernel/represent.ts'
import { eachDialect } from './each-dialect.ts'
import { linksOf } from './links.ts'
import { type Row, sortedBy } from './model.ts'
import { addRecords } from './records.ts'
import { tokenFor, type World, world } from './world.ts'

/*
 * Tests every resource that can be listed and read by id. The expected responses follow from its declaration, so a new
 * resource is covered as soon as it has routes.
 */

const served: readonly Resource[] = Object.values<Resource>(resources).filter(
  ({ path, can }) =>
    can.read && [`/${path}`, `/${path}/:id`].every((address) => routes.some((route) => route.path === address)),
)
const hidden = new Set(
  Object.values<Resource>(resources).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (field.hidden ? [name] : [])),
  ),
)

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`every resource on ${dialect}`, () => {
    let w: World
    let limited: string
    before(async () => {
      w = await world(open)
      await letAdminReadEverything(w)
      await addRecords(w)
      // Created before the tests read the tables, because this adds an entry to the audit log.
      limited = await tokenFor(w, 'admin', { permissions: ['report'] })
    })
    after(() => w.close())

    test('there are resources and hidden fields to test', () => {
      assert.ok(served.length >= 8)
      assert.ok(hidden.has('password') && hidden.has('hash') && hidden.has('change'))
    })

    for (const resource of served)
      describe(resource.path, () => testConformance(resource, () => ({ w, limited }), dialect === 'sqlite'))

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}

/** @param isThorough if true, also tests behaviour that does not depend on the database: PostgreSQL is slow in tests. */
function testConformance(resource: Resource, theWorld: () => { w: World; limited: string }, isThorough: boolean): void {
  const { path, model } = resource
  const columns = visibleFields(resource)
  const inDepth = (name: string, run: () => Promise<void>) => (isThorough ? test(name, run) : undefined)
  let w: World
  let table: Row[]
  let list: Row[]
  before(async () => {
    w = theWorld().w
    table = (await dynamic(w.desk.database).selectFrom(path).selectAll().orderBy('id').execute()) as Row[]
    list = (await w.request(`${path}?per_page=1000`)).json
    assert.ok(table.length > 1)
  })

  test('the list contains every row with every visible column, as stored', () => {
    assert.deepEqual(
      list.map(({ id }) => id),
      table.map(({ id }) => id),
    )
    for (const [index, row] of table.entries()) {
      for (const [name, field] of columns) {
        assert.deepEqual(list[index]?.[name], onTheWire(row[name], field), `${path} ${row.id} ${name}`)
      }
    }
  })

  test('each record equals its entry in the list', async () => {
    for (const row of list) assert.deepEqual((await w.request(`${path}/${row.id}`)).json, row)
  })

  inDepth('HEAD has the headers of GET and no body', async () => {
    for (const url of [path, `${path}/1`, `${path}?full=true`, `${path}/999999`]) {
      const get = await w.request(url)
      const head = await w.request(url, { method: 'HEAD' })
      const { date: _, 'x-request-id': __, ...expected } = get.headers
      const { date: ___, 'x-request-id': ____, ...headers } = head.headers
      assert.equal(head.status, get.status)
      assert.equal(head.text, '')
      // The text of an error contains its request id.
      assert.deepEqual({ ...headers, 'content-length': '' }, { ...expected, 'content-length': '' }, url)
    }
  })

  inDepth('with the parameter fields, lists, records and assets contain only the named keys', async () => {
    const [name] = columns.find(([column]) => column !== 'id') ?? ['id']
    for (const url of [`${path}?fields=${name}`, `${path}?fields=id,${name}`]) {
      const keys = url.includes('id,') ? ['id', name] : [name]
      for (const row of (await w.request(url)).json) assert.deepEqual(Object.keys(row), keys)
    }
    assert.deepEqual((await w.request(`${path}/1?fields=id`)).json, { id: 1 })
    const { assets } = (await w.request(`${path}/1?fields=id&full=true`)).json
    assert.deepEqual(assets, { [model.replaceAll('::', '')]: { 1: { id: 1 } } })
  })

  inDepth(
    'an unknown or hidden name in fields is refused with 422, and the error lists the existing fields',
    async () => {
      for (const name of ['nothing', 'ID', '__proto__', 'constructor', ...hidden]) {
        if (columns.some(([column]) => column === name)) continue
        for (const url of [`${path}?fields=id,${name}`, `${path}/1?fields=${name}`]) {
          const reply = await w.request(url)
          assert.equal(reply.status, 422, url)
          assert.equal(reply.json.details[0].path, 'fields')
          assert.match(reply.json.error, new RegExp(`"${name}"; it has .*\\bid\\b`))
        }
      }
    },
  )

  test('a request without the permission is rejected, and the error names the user or the token as the reason', async () => {
    const can = resource.can.read ?? []
    // If the routes need no permission, the scope decides; a caller without permissions sees at most their own record.
    if (can.length === 0) {
      const own = (await w.request(`${path}?per_page=1000`, { as: 'plain' })).json as Row[]
      assert.deepEqual(
        own.map(({ id }) => id),
        path === 'users' ? [w.ids['plain']] : [],
      )
      return
    }
    const authorization = `Token ${theWorld().limited}`
    for (const url of [path, `${path}/1`, `${path}/999999`]) {
      const user = await w.request(url, { as: 'plain' })
      const token = await w.request(url, { headers: { authorization } })
      assert.deepEqual([user.status, user.json.error], [403, 'Not authorized (user)!'])
      assert.deepEqual([token.status, token.json.error], [403, 'Not authorized (token)!'])
    }
  })

  test('an unknown id is 404, a forbidden one 403, and neither reveals more', async () => {
    for (const id of ['999999', '9007199254740991', '9007199254740992', '0', '-1', '1.5', 'abc', '1e1', '%201']) {
      const reply = await w.request(`${path}/${id}`)
      assert.equal(reply.status, 404, id)
      assert.equal(reply.json.error, `Couldn't find ${model} with 'id'=${decodeURIComponent(id)}`)
    }
    const { status } = await w.request(path, { as: 'zoe' })
    if (status !== 200) return
    const seen = new Set<number>(
      ((await w.request(`${path}?per_page=1000`, { as: 'zoe' })).json as Row[]).map(({ id }) => id),
    )
    for (const { id } of table) {
      const reply = await w.request(`${path}/${id}`, { as: 'zoe' })
      // Members of the caller's organization can be read, but not listed.
      if (seen.has(id) || (path === 'users' && id === w.ids['paul'])) assert.equal(reply.status, 200)
      else {
        assert.equal(reply.status, 403)
        const { error_id: _, ...body } = reply.json
        assert.deepEqual(body, { error: 'Not authorized', error_human: 'Not authorized' })
        assert.equal(reply.headers['x-failure'], 'Not authorized')
      }
    }
  })

  inDepth('no reply contains a hidden field, in any mode, for any caller', async () => {
    for (const as of ['admin', 'rita', 'ines', 'nils', 'zoe', 'plain'] as const) {
      for (const mode of ['', 'expand=true', 'full=true', 'expand=1&full=1']) {
        for (const url of [`${path}?per_page=100&${mode}`, `${path}/1?${mode}`]) {
          const { json } = await w.request(url, { as })
          const own = new Set(columns.map(([name]) => name))
          for (const key of keysIn(json)) assert.ok(!hidden.has(key) || own.has(key), `${url} as ${as}: ${key}`)
        }
      }
    }
  })

  test('with expand, a reference that is set has a name, others have no key', async () => {
    const expanded = (await w.request(`${path}?per_page=1000&expand=true`)).json as Row[]
    for (const [column, { to }] of columns.filter(([, field]) => field.kind === 'ref')) {
      const target = resources[to as keyof typeof resources] as Resource
      const names = new Map<number, unknown>()
      if (target.label !== null) {
        const query = dynamic(w.desk.database).selectFrom(target.path).select(['id', target.label])
        for (const row of await query.execute()) {
          names.set(row['id'] as number, row[target.label])
        }
      }
      for (const row of expanded) {
        const name = row[column] === null || target.label === null ? undefined : names.get(row[column] as number)
        assert.equal(row[relationOf(column)], name, `${path} ${row.id} ${column}`)
        assert.equal(relationOf(column) in row, name !== undefined)
      }
    }
    for (const row of expanded) assert.deepEqual((await w.request(`${path}/${row.id}?expand=true`)).json, row)
  })

  inDepth('expand takes precedence over full, and both require true or 1', async () => {
    const { text } = await w.request(`${path}?expand=true`)
    assert.equal((await w.request(`${path}?expand=1&full=true`)).text, text)
    for (const no of ['false', '0', 'yes', 'True', '']) {
      assert.deepEqual((await w.request(`${path}?expand=${no}&full=${no}&per_page=1000`)).json, list, no)
    }
  })

  test('full lists contain the ids, the records and the total', async () => {
    const reply = (await w.request(`${path}?full=true&per_page=2`)).json
    assert.deepEqual(Object.keys(reply), ['record_ids', 'assets', 'total_count'])
    assert.deepEqual(
      reply.record_ids,
      table.slice(0, 2).map(({ id }) => id),
    )
    assert.equal(reply.total_count, table.length)
    const single = (await w.request(`${path}/1?full=true`)).json
    assert.deepEqual(Object.keys(single), ['id', 'assets'])
    const name = model.replaceAll('::', '')
    assert.deepEqual(single.assets[name]['1'], reply.assets[name]['1'])
  })

  test('every column can be sorted in both directions', async () => {
    for (const [column] of columns.filter(([, { kind }]) => kind !== 'object')) {
      for (const order of ['asc', 'desc'] as const) {
        const reply = await w.request(`${path}?sort_by=${column}&order_by=${order}&per_page=1000&fields=id`)
        const expected = sortedBy(table, [{ column, order }]).map(({ id }) => ({ id }))
        assert.deepEqual(reply.json, expected, `${path} by ${column} ${order}`)
      }
    }
  })

  for (const size of isThorough ? [1, 2, 3, 7, 10, 1000] : [3, 1000]) {
    test(`pages of ${size} and the cursor return every row once`, async () => {
      const ids = table.map(({ id }) => ({ id }))
      const inPages: unknown[] = []
      for (let page = 1; page <= Math.ceil(ids.length / size) + 1; page++) {
        inPages.push(...(await w.request(`${path}?page=${page}&per_page=${size}&fields=id`)).json)
      }
      assert.deepEqual(inPages, ids)
      const byCursor: unknown[] = []
      for (let url: string | undefined = `${path}?after=0&per_page=${size}&fields=id`; url !== undefined;) {
        const { json, headers } = await w.request(url)
        byCursor.push(...json)
        assert.ok(byCursor.length <= ids.length)
        url = linksOf(headers['link'])['next']
      }
      assert.deepEqual(byCursor, ids)
    })
  }
}

/** Gives the administrator access to all groups, instead of one. */
async function letAdminReadEverything(w: World): Promise<void> {
  await w.desk.database.transaction(async (db) => {
    for (const group of ['Printers', 'Network']) {
      const pair = { user_id: w.ids['admin'] as number, group_id: w.ids[group] as number, access: 'full' as const }
      await db.sql.insertInto('groups_users').values(pair).execute()
    }
  })
}

const onTheWire = (value: unknown, { kind }: Field): unknown =>
  kind === 'decimal' && value !== null ? JSON.parse(decimalText(value as string)) : value

function keysIn(json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap(keysIn)
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]) => [key, ...keysIn(value)])
}
