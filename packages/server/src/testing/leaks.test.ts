import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { eachDialect } from './each-dialect.ts'
import { type Person, type World, world } from './world.ts'

const paths = [
  'tickets',
  'ticket_articles',
  'users',
  'organizations',
  'roles',
  'ticket_states',
  'ticket_priorities',
  'tickets/search?query=*',
  'tickets/search?query=*&with_total_count=true',
  'users/me',
]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`data visible to customers on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await unitOfWork(w.desk, systemUser, async (unit) => {
        const { sql } = unit.db
        // A full name falls back to the address, which must not leak.
        for (const person of ['rita', 'zoe']) {
          const fullname = `${person}@desk.example`
          const id = w.ids[person] as number
          await sql.updateTable('users').set({ firstname: '', lastname: '', fullname }).where('id', '=', id).execute()
        }
        const secrets = { phone: '555-SECRET', note: 'SECRET note', street: 'SECRET street', mobile: '555-SECRET' }
        await sql.updateTable('users').set(secrets).where('id', '>', 1).execute()
        await sql.updateTable('groups').set({ note: 'SECRET group' }).execute()
        await sql.updateTable('roles').set({ note: 'SECRET role' }).execute()
        await sql.updateTable('organizations').set({ note: 'SECRET organization' }).execute()
        for (const ticket of ['Label printer offline', "Invoice for O'Hara"]) {
          const by = {
            type_id: 10,
            sender_id: 1,
            created_by_id: w.ids['rita'] as number,
            origin_by_id: w.ids['zoe'] as number,
          }
          await insert(unit, 'article', { ...by, ticket_id: w.ids[ticket] as number, body: 'an open note' })
        }
      })
    })
    after(() => w.close())

    const customers = ['maya', 'nils', 'zoe', 'paul', 'plain'] as const
    // The same code hides fields on both databases, so one customer is enough for PostgreSQL.
    for (const person of dialect === 'sqlite' ? customers : customers.slice(0, 1)) {
      test(`${person} sees no address of other users, and no notes`, async () => {
        const own = `${person}@desk.example`
        let examined = 0
        for (const url of await urlsOfRecords(w, person)) {
          for (const mode of ['', 'full=true', 'expand=true', 'fields=id,fullname,login,email,phone,note']) {
            const reply = await w.request(`${url}${url.includes('?') ? '&' : '?'}${mode}`, { as: person })
            if (reply.status !== 200) continue
            examined += 1
            for (const [key, text] of textsIn(reply.json)) {
              assert.ok(!text.includes('SECRET'), `${url} ${mode} shows ${person} ${key}: ${text}`)
              const addresses = text.match(/[\w.]+@[\w.]+\w/g) ?? []
              const others = addresses.filter((address) => address !== own)
              assert.ok(others.length === 0, `${url} ${mode} shows ${person} ${key}: ${text}`)
            }
          }
        }
        assert.ok(examined > 20)
      })
    }

    test('customers see the name, the picture and the active flag of other users', async () => {
      const fields = ['id', 'firstname', 'lastname', 'fullname', 'image', 'image_source', 'active']
      const { json } = await w.request(`users/${w.ids['maya']}`, { as: 'nils' })
      assert.deepEqual(Object.keys(json).toSorted(), fields.toSorted())
      assert.equal(json.fullname, 'Maya Lindqvist')
      const { assets } = (await w.request('tickets?full=true', { as: 'nils' })).json
      for (const [id, user] of Object.entries<Record<string, unknown>>(assets.User)) {
        if (Number(id) === w.ids['nils']) continue
        assert.deepEqual(Object.keys(user).toSorted(), fields.toSorted(), id)
      }
      assert.equal(assets.User[String(w.ids['rita'])].fullname, '')
      assert.equal(assets.User['1'].fullname, '')
    })

    test('with expand, customers read the names of other people and their own login', async () => {
      const ticket = (await w.request(`tickets/${w.ids['No network in the bakery']}?expand=true`, { as: 'nils' })).json
      assert.deepEqual([ticket.owner, ticket.customer, ticket.created_by], ['Omar Quill', 'nils@desk.example', '-'])
      const bakery = `organizations/${w.ids['Harbor Bakery']}?expand=true`
      const members = ['Ines Vale', 'nils@desk.example', 'Maya Lindqvist']
      assert.deepEqual((await w.request(bakery, { as: 'nils' })).json.members, members)
      const logins = (await w.request(`tickets/${ticket.id}?expand=true`, { as: 'omar' })).json
      assert.equal(logins.owner, 'omar@desk.example')
    })

    test('customers do not search the note of their organization', async () => {
      const body = { note: 'SECRET organization, again' }
      await w.request(`organizations/${w.ids['Harbor Bakery']}`, { method: 'PUT', body })
      const search = (as: Person) => w.request('tickets/search?query=organization.note:SECRET', { as })
      const { status, json } = await search('nils')
      assert.ok(status === 422 || json.tickets_count === 0)
      assert.ok((await search('rita')).json.tickets_count > 0)
    })

    test('customers see all their own fields except for those that agents maintain', async () => {
      const { json } = await w.request('users/me', { as: 'nils' })
      assert.equal(json.email, 'nils@desk.example')
      for (const hidden of [
        'web',
        'phone',
        'mobile',
        'fax',
        'department',
        'street',
        'zip',
        'city',
        'country',
        'address',
        'note',
      ]) {
        assert.ok(!(hidden in json), hidden)
      }
      assert.deepEqual(json.role_ids, [3])
    })

    test('agents see all fields', async () => {
      const { json } = await w.request(`users/${w.ids['nils']}`, { as: 'omar' })
      assert.equal(json.phone, '555-SECRET')
      assert.equal((await w.request('users?per_page=100', { as: 'omar' })).json.length, 12)
    })

    test('customers cannot search users, and find no group', async () => {
      for (const url of ['users/search?query=rita', 'groups/search?query=Users', 'groups']) {
        assert.equal((await w.request(url, { as: 'nils' })).status, 403, url)
      }
    })

    test('no search reveals to a customer whether a hidden record exists', async () => {
      for (const query of [
        '"Quiet ticket"',
        'owner.phone:*SECRET*',
        'group.note:SECRET',
        'owner.email:rita*',
        'customer.note:SECRET',
        'created_by.groups.name:*',
        'owner.groups:*',
        'owner.group_ids:>0',
        'owner.roles.name:Agent',
        'owner.role_ids:2',
        '_exists_:owner.roles',
        'owner.roles.permissions.name:ticket.agent',
        'organization.members.roles:Agent',
        'organization.members.groups.name:*',
        'group.users.firstname:*',
      ]) {
        const reply = await w.request(`tickets/search?query=${encodeURIComponent(query)}`, { as: 'nils' })
        if (reply.status === 200) assert.equal(reply.json.tickets_count, 0, query)
        else assert.equal(reply.status, 422, query)
      }
    })

    test('for customers, counting, searching and sorting consider only articles that they may read', async () => {
      const [label, network] = [w.ids['Label printer offline'], w.ids['No network in the bakery']]
      const request = async (url: string, as: Person) => (await w.request(`tickets${url}`, { as })).json
      // Each ticket was created with a public and an internal article; the notes that `before` inserts are not counted.
      for (const [as, counts] of [
        ['nils', [1, 1]],
        ['rita', [2, 2]],
        ['ines', [2, 1]],
      ] as const) {
        const read = [label, network].map(async (id) => (await request(`/${id}`, as)).article_count as number)
        assert.deepEqual(await Promise.all(read), counts, as)
        const listed = await request(`?ids=${label},${network}&fields=article_count`, as)
        assert.deepEqual(
          listed.map((ticket: { article_count: number }) => ticket.article_count),
          counts,
          as,
        )
        for (const [at, id] of [label, network].entries()) {
          for (const count of [1, 2, 3]) {
            for (const query of [`article_count:${count}`, `-article_count:${count}`]) {
              const { tickets: hits } = await request(`/search?ids=${id}&query=${query}`, as)
              const isHit = (counts[at] === count) !== query.startsWith('-')
              assert.deepEqual(hits, isHit ? [id] : [], `${as} ${query}`)
            }
          }
        }
      }
      const sorted = await request(`/search?query=*&sort_by=article_count,id&order_by=asc,asc&per_page=1`, 'nils')
      assert.deepEqual(sorted.tickets, [label])
    })

    test('a condition in a request can name only fields that the caller can read', async () => {
      // Customers can read their own e-mail address, so they may name the field; it finds no owners.
      for (const [name, as, status] of [
        ['owner.email', 'nils', 200],
        ['owner.phone', 'nils', 422],
        ['group.note', 'nils', 422],
        ['group.note', 'rita', 200],
      ] as const) {
        const reply = await w.request(
          `tickets/search?query=*&condition=${encodeURIComponent(JSON.stringify({ [name]: { operator: 'contains', value: 'e' } }))}`,
          { as },
        )
        assert.equal(reply.status, status, `${name} ${as} ${reply.text}`)
        if (as === 'nils' && status === 200) assert.equal(reply.json.tickets_count, 0)
      }
    })

    test('tags are suggested from visible tickets; administrators of tags see all', async () => {
      const tagsOf = async (as: Person, term = '') =>
        (await w.request(`tag_search?term=${term}`, { as })).json.map(({ value }: { value: string }) => value)
      await unitOfWork(w.desk, systemUser, (unit) => insert(unit, 'tag', { name: 'Unused', name_downcase: 'unused' }))
      assert.deepEqual(await tagsOf('nils'), ['floor2', 'printer'])
      assert.deepEqual(await tagsOf('omar'), ['invoice'])
      assert.deepEqual(await tagsOf('paul'), [])
      assert.deepEqual(await tagsOf('zoe', 'print'), [])
      assert.deepEqual(await tagsOf('admin'), ['floor2', 'invoice', 'printer', 'Unused'])
    })

    test('lists cannot be sorted by unreadable columns', async () => {
      for (const [url, as, column] of [
        ['users', 'nils', 'phone'],
        ['users', 'nils', 'note'],
        ['roles', 'nils', 'note'],
        ['roles', 'nils', 'default_at_signup'],
        ['organizations', 'nils', 'note'],
      ] as const) {
        const hidden = await w.request(`${url}?sort_by=${column}`, { as })
        assert.equal(hidden.status, 422, `${url} ${column}`)
        assert.match(hidden.json.error, new RegExp(`^sort_by: \\w+ has no column "${column}"; it has id, `))
        assert.ok(!hidden.json.error.split('it has')[1].includes(column))
      }
      for (const [url, as, column] of [
        ['users', 'rita', 'phone'],
        ['users', 'nils', 'email'],
        ['organizations', 'nils', 'domain'],
        ['roles', 'nils', 'name'],
        ['roles', 'omar', 'note'],
        ['tickets/search', 'nils', 'note'],
      ] as const) {
        assert.equal((await w.request(`${url}?sort_by=${column}`, { as })).status, 200, `${url} ${column}`)
      }
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}

/** The URLs of all lists and of their records, including users that the caller may not read. */
async function urlsOfRecords(w: World, person: Person): Promise<string[]> {
  const records: string[] = []
  for (const path of ['tickets', 'ticket_articles', 'users', 'organizations', 'roles']) {
    const seen = await w.request(`${path}?per_page=100&fields=id`, { as: person })
    const all = path === 'users' ? Array.from({ length: 12 }, (_, index) => ({ id: index + 1 })) : seen.json
    if (seen.status === 200) records.push(...all.map(({ id }: { id: number }) => `${path}/${id}`))
  }
  return [...paths, ...records, `ticket_articles/by_ticket/${w.ids['Label printer offline']}`]
}

/** Every text in a response with its key; in an array, with the key of the array. */
function textsIn(json: unknown, key = ''): [key: string, text: string][] {
  if (typeof json === 'string') return [[key, json]]
  if (Array.isArray(json)) return json.flatMap((entry) => textsIn(entry, key))
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]) => textsIn(value, name))
}
