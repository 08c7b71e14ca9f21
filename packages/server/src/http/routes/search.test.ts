import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import type { Row } from '../../testing/model.ts'
import { type World, world } from '../../testing/world.ts'

const ids = (rows: readonly Row[]): number[] => rows.map((row) => row.id)

const query = (text: string): string => `query=${encodeURIComponent(text)}`

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`suggestions and filters of searches on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const id = (name: string) => w.ids[name] as number
    const search = async (path: string, as: 'admin' | 'rita' | 'nils' = 'admin') => (await w.request(path, { as })).json
    const findUsers = async (parameters: string, as: 'admin' | 'rita' = 'admin') =>
      ((await search(`users/search?per_page=1000&${parameters}`, as)) as Row[])
        .map((row) => row.id)
        .toSorted((a, b) => a - b)
    const sortedIds = (...names: string[]) => names.map(id).toSorted((a, b) => a - b)

    test('label=1 returns id, label and value; term also returns whether a user is inactive', async () => {
      const email = (await w.request(`users/${id('nils')}`)).json.email
      const label = `Nils Brandt <${email}>`
      assert.deepEqual(await search('users/search?query=brandt&label=1'), [{ id: id('nils'), label, value: label }])
      assert.deepEqual(await search('users/search?term=brandt'), [
        { id: id('nils'), label, value: email, inactive: false },
      ])
      assert.equal((await search('users/search?term=away&label=1'))[0].inactive, true)
      // The beginning of a name is enough.
      assert.deepEqual(
        (await search('users/search?term=bran')).map((one: { id: number }) => one.id),
        [id('nils')],
      )
      assert.equal((await search('users/search?query=nils%20bra&label=1')).length, 1)
      // What people have typed halfway may be an invalid query, but causes no internal error.
      for (const term of ['"bra', 'firstname:nil', 'nils OR', 'nils (', '*']) {
        assert.ok([200, 422].includes((await w.request(`users/search?term=${encodeURIComponent(term)}`)).status), term)
      }
      assert.deepEqual(await search('organizations/search?query=harbor&label=1'), [
        { id: id('Harbor Bakery'), label: 'Harbor Bakery', value: 'Harbor Bakery' },
      ])
      assert.deepEqual(await search('groups/search?term=printers'), [
        { id: id('Printers'), label: 'Printers', value: 'Printers', inactive: false },
      ])
      const [ticket] = await search('tickets/search?query=number:67001&label=1')
      assert.deepEqual(ticket, { id: 1, label: 'Welcome to Deskbell!', value: 'Welcome to Deskbell!' })
    })

    test('a single bare word is a prefix search for users and organizations, in every shape of the response', async () => {
      const nils = id('nils')
      assert.deepEqual(ids(await search('users/search?query=bran')), [nils])
      assert.deepEqual(ids(await search('users/search?query=BRÄN')), [nils])
      assert.deepEqual(ids(await search('users/search?query=bran&expand=true')), [nils])
      assert.deepEqual((await search('users/search?query=bran&full=true')).record_ids, [nils])
      assert.deepEqual(await search('users/search?query=bran&only_total_count=true'), { total_count: 1 })
      assert.equal((await search('users/search?query=bran&with_total_count=true')).total_count, 1)
      assert.deepEqual(ids(await search('users/search?query=bran&sort_by=relevance')), [nils])
      const [hit] = await search('users/search?query=bran&highlight=true&fields=id')
      assert.deepEqual(hit.highlights[0], { field: 'lastname', text: 'Brandt', marks: [[0, 6]] })
      const posted = await w.request('users/search', { method: 'POST', body: { query: 'bran' } })
      assert.deepEqual(ids(posted.json), [nils])
      // An e-mail address is one word of a query, but several in the index; the last may be incomplete.
      const email = (await w.request(`users/${nils}`)).json.email as string
      assert.deepEqual(ids(await search(`users/search?${query(email.slice(0, -2))}`)), [nils])
      assert.deepEqual(ids(await search('organizations/search?query=harb')), [id('Harbor Bakery')])
      const { result } = await search('search/user-organization?query=harb&by_object=true')
      assert.deepEqual(result.Organization.object_ids, [id('Harbor Bakery')])
    })

    test('other searches are exact: quoted words, fields, several words, and other kinds of records', async () => {
      for (const exact of ['"bran"', 'lastname:bran', 'nils bran', 'bran nils', '(bran OR bran)', 'bran -zoe']) {
        assert.deepEqual(await search(`users/search?${query(exact)}`), [], exact)
      }
      assert.deepEqual((await search('tickets/search?query=welco')).tickets, [])
      const { result } = await search('search?query=welco&by_object=true&lenient=false')
      assert.deepEqual(result.Ticket.object_ids, [])
      assert.deepEqual(await search('groups/search?query=print'), [])
    })

    test('with `term` or `label`, the last word is a prefix, for every kind of record', async () => {
      for (const by of ['term=welco', 'term=welcome%20to%20desk', 'query=welco&term=welco']) {
        assert.deepEqual((await search(`tickets/search?${by}`)).tickets, [1], by)
      }
      for (const by of ['query=welco&label=1', 'term=welco&label=true']) {
        assert.deepEqual(ids(await search(`tickets/search?${by}`)), [1], by)
      }
      assert.deepEqual(ids(await search('groups/search?term=print')), [id('Printers')])
      assert.deepEqual(ids(await search('users/search?term=nils%20bran')), [id('nils')])
      for (const exact of ['"bran"', 'lastname:bran', 'bran nils']) {
        const term = encodeURIComponent(exact)
        assert.deepEqual(await search(`users/search?term=${term}`), [], exact)
        assert.deepEqual(await search(`users/search?query=${term}&label=1`), [], exact)
      }
    })

    test('expand and full take precedence over suggestions, and ticket searches keep their shape with term', async () => {
      assert.ok('roles' in (await search('users/search?term=brandt&expand=true'))[0])
      assert.deepEqual((await search('users/search?term=brandt&full=true')).record_ids, [id('nils')])
      assert.deepEqual(await search('users/search?term=brandt&label=1&only_total_count=true'), { total_count: 1 })
      assert.deepEqual((await search('tickets/search?term=welcome')).tickets, [1])
      assert.deepEqual((await w.request('users/search?term=brandt&label=1', { as: 'nils' })).status, 403)
    })

    test('suggestions are paged and counted like other hits', async () => {
      const reply = await w.request('users/search?query=desk.example&label=1&per_page=2&page=2')
      assert.equal(reply.json.length, 2)
      assert.ok(Number(reply.headers['x-total-count']) > 4)
      assert.match(reply.headers['link'] as string, /rel="next"/)
    })

    test('a search for users is filtered by roles, permissions and groups', async () => {
      assert.deepEqual(await findUsers('role_ids=2'), sortedIds('admin', 'rita', 'omar', 'ines', 'gone'))
      assert.deepEqual(await findUsers('role_ids[]=1&role_ids[]=2&query=rita'), sortedIds('rita'))
      assert.deepEqual(await findUsers('permissions=admin.user'), sortedIds('admin'))
      assert.deepEqual(await findUsers('permissions=ticket.agent,admin.user', 'rita'), await findUsers('role_ids=1,2'))
      assert.deepEqual(await findUsers('permissions=no.such,__proto__'), [])
      const nul = { query: '*', permissions: ['ticket.agent\0'] }
      assert.deepEqual((await w.request('users/search', { method: 'POST', body: nul })).json, [])
      const far = { group_ids: { 9007199254740991: 'full' }, role_ids: [9007199254740991] }
      assert.deepEqual((await w.request('users/search', { method: 'POST', body: far })).json, [])
      const printers = id('Printers')
      const withAccess = await findUsers(`group_ids[${printers}]=read`)
      assert.ok(withAccess.includes(id('rita')) && !withAccess.includes(id('nils')))
      const { json } = await w.request('users/search', {
        method: 'POST',
        body: { group_ids: { [printers]: ['read'] } },
      })
      assert.deepEqual(
        json.map((row: Row) => row.id).toSorted((a: number, b: number) => a - b),
        withAccess,
      )
      assert.equal((await search(`users/search?role_ids=2&only_total_count=true`)).total_count, 5)
    })

    test('access through a role counts; access through an inactive role does not', async () => {
      const network = id('Network')
      const role = await w.request('roles', {
        method: 'POST',
        body: { name: 'Night shift', permissions: ['ticket.agent'], group_ids: { [network]: ['overview'] } },
      })
      await w.request(`users/${id('plain')}`, { method: 'PUT', body: { role_ids: [role.json.id] } })
      assert.ok((await findUsers(`group_ids[${network}]=overview`)).includes(id('plain')))
      assert.ok((await findUsers('permissions=ticket.agent')).includes(id('plain')))
      await w.request(`roles/${role.json.id}`, { method: 'PUT', body: { active: false } })
      assert.ok(!(await findUsers(`group_ids[${network}]=overview`)).includes(id('plain')))
      assert.ok(!(await findUsers('permissions=ticket.agent')).includes(id('plain')))
    })

    test('a query can name the keys with ids of related records, such as `role_ids:2`', async () => {
      assert.deepEqual(await findUsers(query('role_ids:2')), await findUsers('role_ids=2'))
      assert.deepEqual(await findUsers(query('role_ids:(1 OR 2) -role_ids:3')), sortedIds('admin', 'rita', 'omar'))
      assert.deepEqual(await findUsers(query(`organization_ids:${id("O'Hara & Sons")}`)), sortedIds('maya'))
      assert.ok(!(await findUsers(query('_missing_:role_ids'))).includes(id('rita')))
      const organizations = await search(`organizations/search?${query(`member_ids:${id('nils')}`)}`)
      assert.deepEqual(
        organizations.map((row: Row) => row.id),
        [id('Harbor Bakery')],
      )
      const label = id('Label printer offline')
      const body = { mentionable_type: 'Ticket', mentionable_id: label }
      await w.request('mentions', { method: 'POST', as: 'rita', body })
      const mentioning = async (text: string, as: 'rita' | 'nils' = 'rita') =>
        (await search(`tickets/search?${query(text)}`, as)).tickets
      assert.deepEqual(await mentioning(`mention_user_ids:${id('rita')}`), [label])
      assert.deepEqual(await mentioning(`mention_user_ids:(${id('rita')} OR 2) -title:label`), [])
      assert.deepEqual(await mentioning('_exists_:mention_user_ids'), [label])
      assert.ok(!(await mentioning('_missing_:mention_user_ids')).includes(label))
      // Customers may not learn who subscribed to a ticket.
      assert.deepEqual(await mentioning(`mention_user_ids:${id('rita')}`, 'nils'), [])
      assert.ok((await mentioning('_missing_:mention_user_ids', 'nils')).includes(label))
      const condition = { 'ticket.mention_user_ids': { operator: 'is', value: [String(id('rita'))] } }
      const byCondition = async (as: 'rita' | 'nils') =>
        (await w.request('tickets/search', { method: 'POST', as, body: { condition } })).json.tickets
      assert.deepEqual([await byCondition('rita'), await byCondition('nils')], [[label], []])
      assert.deepEqual((await w.request(`tickets/${label}?all=true`, { as: 'nils' })).json.mentions, [])
      assert.equal((await w.request(`users/search?${query('role_ids:agent')}`)).status, 422)
      assert.equal((await w.request(`tickets/search?${query('tag_ids:1')}`)).status, 422)
    })

    test('the parameter ids limits a search to these records, as far as the caller may read them', async () => {
      assert.deepEqual(await findUsers(`ids=${id('nils')},${id('rita')},999999`), sortedIds('nils', 'rita'))
      assert.deepEqual(await findUsers(`ids=${id('nils')},${id('rita')}&query=sand`), sortedIds('rita'))
      assert.deepEqual(await findUsers('ids='), [])
      assert.deepEqual((await search('tickets/search?ids=1,999999')).tickets, [1])
      const own = await search('tickets?per_page=1000', 'nils')
      const ids = Array.from({ length: 50 }, (_, at) => at + 1)
      const { total_count } = await search(`tickets/search?only_total_count=true&ids=${ids.join()}`, 'nils')
      assert.equal(total_count, own.length)
    })

    test('invalid filters are rejected with their names', async () => {
      for (const [parameters, name] of [
        ['role_ids=agent', 'role_ids'],
        ['group_ids=7', 'group_ids'],
        ['group_ids[1]=fly', 'group_ids'],
        ['ids=x', 'ids'],
        [`role_ids=${Array.from({ length: 1001 }, () => 1).join()}`, 'role_ids'],
        [`permissions=${Array.from({ length: 1001 }, () => 'admin').join()}`, 'permissions'],
        ['after=x', 'after'],
      ]) {
        const reply = await w.request(`users/search?${parameters}`)
        assert.deepEqual([reply.status, reply.json.details[0].path], [422, name])
      }
    })
  })
}
