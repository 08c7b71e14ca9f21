import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from './each-dialect.ts'
import type { Row } from './model.ts'
import { writeSetting } from '../kernel/settings.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { type Person, tokenFor, type World, world } from './world.ts'

/** The titles of the tickets, in the order of their ids. The first ticket has the id 1, which is not in `w.ids`. */
const titles = [
  'Welcome to Deskbell!',
  'Label printer offline',
  'Toner for the oven label printer',
  'No network in the bakery',
  "Invoice for O'Hara",
  'Quiet ticket',
  'Paper jam again',
]
/** The access of each person to these tickets, in the same order: `a` as an agent, `c` as a customer, `.` none. */
const ticketAccess: Record<Person, string> = {
  admin: 'a....a.',
  rita: '.aaaa.a',
  omar: '...aa..',
  ines: '.aac..a',
  nils: '.ccc..c',
  maya: '.ccc..c',
  zoe: '....c..',
  paul: '.....c.',
  gone: '.......',
  plain: '.......',
}
/** Texts of internal articles. */
const internal = ['Spare drum ordered from Kyocera', 'the router password is hunter2', 'ines is a colleague']

/** The expected replies: success; the user or the token lacks the permission; or the record is not readable. */
const ok = '200'
const userLacks = '403 Not authorized (user)!'
const tokenLacks = '403 Not authorized (token)!'
const unreadable = '403 Not authorized'
const urls = [
  'users/me',
  'users/1',
  'organizations/1',
  'groups',
  'groups/1',
  'roles/1',
  'ticket_states',
  'tag_list',
  'tickets',
]
const basic = (login: string, password: string) => async () => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const withHeader = (authorization: string) => async () => ({ authorization })
type Caller = [name: string, headers: () => Promise<Record<string, string>>, expected: string[] | string]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`access on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      const password = await hash('open sesame', { timeCost: 1, memoryCost: 1024 })
      // Each caller sends more requests than the default limit on wrong passwords allows.
      await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'password_max_login_failed', 20))
      await w.desk.database.transaction(async (db) => {
        await db.sql.updateTable('users').set({ password }).where('id', '>', 2).execute()
        const locked = { account: `user ${w.ids['paul']}`, address: '127.0.0.1', failures: 20 }
        await db.sql
          .insertInto('failed_logins')
          .values({ ...locked, last_at: w.desk.now().toISOString() })
          .execute()
      })
    })
    after(() => w.close())

    const as = (person: Person) => async () => ({ authorization: `Token token=${w.tokens[person]}` })
    const limited =
      (person: Person, ...permissions: Parameters<typeof tokenFor>[2]['permissions'] & {}) =>
      async () => ({
        authorization: `Token token=${await tokenFor(w, person, { permissions })}`,
      })
    const acting =
      (person: Person, whom: string, header = 'from') =>
      async () => ({
        authorization: `Token ${w.tokens[person]}`,
        [header]: whom,
      })
    const adminRow = [ok, ok, ok, ok, ok, ok, ok, ok, ok]
    const agentRow = [ok, ok, ok, userLacks, userLacks, ok, ok, userLacks, ok]
    const customerRow = [ok, unreadable, unreadable, userLacks, userLacks, ok, ok, userLacks, ok]
    const noRoleRow = [ok, unreadable, unreadable, userLacks, userLacks, userLacks, userLacks, userLacks, ok]
    const limitedRow = [ok, unreadable, unreadable, tokenLacks, tokenLacks, tokenLacks, tokenLacks, tokenLacks, ok]
    const groupTokenRow = [ok, unreadable, unreadable, ok, ok, tokenLacks, tokenLacks, tokenLacks, ok]
    const systemRow = [ok, ok, unreadable, userLacks, userLacks, userLacks, userLacks, userLacks, ok]
    const anonymous = '403 Authentication required'
    const badToken = "401 Can't find User for Token"
    const badPassword = '401 Invalid BasicAuth credentials'
    const notForYou = '403 Only a user administrator may act for somebody else.'

    const callers: Caller[] = [
      ['the administrator', as('admin'), adminRow],
      ['an agent', as('rita'), agentRow],
      ['an agent who may only read', as('omar'), agentRow],
      ['an agent who is a customer too', as('ines'), agentRow],
      ['a customer', as('nils'), customerRow],
      ['a customer with a second organization', as('maya'), customerRow],
      ['a customer whose organization does not share', as('zoe'), customerRow],
      ['somebody without a role', as('plain'), noRoleRow],
      ['an inactive user', as('gone'), '401 Login failed. The account is not active.'],
      ['anonymous', async () => ({}), anonymous],
      ['an empty header', withHeader(''), anonymous],
      ['an unknown scheme', withHeader('Digest username="x"'), anonymous],
      ['the scheme alone, which is read as a token', withHeader('Token'), badToken],
      ['an unknown token', withHeader('Token token=nonsense'), badToken],
      ['an empty token', withHeader('Token token='), badToken],
      ['an unknown bearer', withHeader('Bearer nonsense'), badToken],
      [
        'an expired token',
        async () => withHeader(`Token ${await tokenFor(w, 'admin', { expires: '2026-03-02T09:00:00.000Z' })}`)(),
        '401 Not authorized (token expired)!',
      ],
      [
        'a token that expires in a moment',
        async () => withHeader(`Token ${await tokenFor(w, 'rita', { expires: '2026-03-02T09:00:00.001Z' })}`)(),
        agentRow,
      ],
      ['Token without token=', async () => withHeader(`Token ${w.tokens.rita}`)(), agentRow],
      ['Token with quotes', async () => withHeader(`Token token="${w.tokens.rita}"`)(), agentRow],
      ['Bearer', async () => withHeader(`Bearer ${w.tokens.rita}`)(), agentRow],
      ['Bearer with a stray colon', async () => withHeader(`Bearer: ${w.tokens.rita}`)(), agentRow],
      ['small letters', async () => withHeader(`token token=${w.tokens.rita}`)(), agentRow],
      ['a token limited to reports', limited('admin', 'report'), limitedRow],
      ['a token limited to groups', limited('admin', 'admin.group'), groupTokenRow],
      ['a token limited to more than its user may', limited('rita', 'admin', 'ticket.agent'), agentRow],
      ['a token limited to nothing', limited('admin'), limitedRow],
      ['the right password', basic('rita@desk.example', 'open sesame'), agentRow],
      ['a wrong password', basic('zoe@desk.example', 'wrong'), badPassword],
      ['an unknown login', basic('unknown', 'open sesame'), badPassword],
      [
        'the password of an inactive user',
        basic('gone@desk.example', 'open sesame'),
        '401 Login failed. The account is not active.',
      ],
      [
        'the password of a locked account',
        basic('paul@desk.example', 'open sesame'),
        '429 Too many failed logins; try again later.',
      ],
      ['the administrator for a customer by login', acting('admin', 'nils@desk.example'), customerRow],
      ['the administrator for a customer by id', async () => acting('admin', String(w.ids['nils']))(), customerRow],
      [
        'the administrator for a customer in capitals, with spaces',
        acting('admin', '  NILS@desk.example '),
        customerRow,
      ],
      [
        'the administrator for a customer, by X-On-Behalf-Of',
        acting('admin', 'nils@desk.example', 'x-on-behalf-of'),
        customerRow,
      ],
      ['the administrator for an agent', acting('admin', 'rita@desk.example'), agentRow],
      ['the administrator for an inactive user', acting('admin', 'gone@desk.example'), agentRow],
      ['the administrator for the system', acting('admin', '1'), systemRow],
      ['the administrator for somebody unknown', acting('admin', 'who@nowhere'), "403 No such user 'who@nowhere'"],
      ['the administrator for an unknown id', acting('admin', '99999999999'), "403 No such user '99999999999'"],
      ['an agent for somebody', acting('rita', 'nils@desk.example'), notForYou],
      ['a customer for the administrator', acting('nils', '3', 'x-on-behalf-of'), notForYou],
    ]

    // Authentication does not depend on the database; visibility does.
    for (const [name, headers, expected] of dialect === 'sqlite' ? callers : callers.slice(0, 8)) {
      test(`${name}: ${typeof expected === 'string' ? expected : expected.map((reply) => reply.slice(0, 3)).join(' ')}`, async () => {
        const sentHeaders = await headers()
        for (const [index, url] of urls.entries()) {
          const reply = await w.request(url, { as: 'anonymous', headers: sentHeaders })
          const expectedReply = typeof expected === 'string' ? expected : (expected[index] as string)
          assert.equal(reply.status === 200 ? ok : `${reply.status} ${reply.json.error}`, expectedReply, url)
          assert.equal(reply.headers['x-failure'], /^40[13]/.test(expectedReply) ? expectedReply.slice(4) : undefined)
        }
        // A caller who is rejected early does not learn whether a record exists, or whether the parameters are valid.
        if (typeof expected === 'string' && !expected.startsWith('429')) {
          for (const url of ['users/999999', 'tickets/abc', 'users?per_page=0']) {
            assert.equal(
              (await w.request(url, { as: 'anonymous', headers: sentHeaders })).headers['x-failure'],
              expected.slice(4),
            )
          }
        }
      })
    }

    test('From takes precedence over X-On-Behalf-Of, and a limited token stays limited', async () => {
      const both = { from: 'nils@desk.example', 'x-on-behalf-of': 'zoe@desk.example' }
      assert.equal((await w.request('users/me', { headers: both })).json.id, w.ids['nils'])
      const authorization = `Token ${await tokenFor(w, 'admin', { permissions: ['admin.user', 'ticket.customer'] })}`
      const headers = { authorization, from: 'rita@desk.example' }
      assert.equal((await w.request('users/me', { headers })).json.id, w.ids['rita'])
      assert.deepEqual((await w.request('tickets', { headers })).json, [])
      assert.equal((await w.request('tickets', { headers: { ...headers, from: 'nils@desk.example' } })).json.length, 4)
    })

    test('From is read as UTF-8', async () => {
      const { json } = await w.request('users', { method: 'POST', body: { login: 'jörg', firstname: 'Jörg' } })
      const headers = { from: Buffer.from('JÖRG').toString('latin1') }
      assert.equal((await w.request('users/me', { as: 'admin', headers })).json.id, json.id)
    })

    for (const [person, sees] of Object.entries(ticketAccess) as [Person, string][]) {
      if (person === 'gone') continue
      // One caller of each kind: an agent of some groups, an agent who is a customer too, a customer.
      if (dialect !== 'sqlite' && !['omar', 'ines', 'maya'].includes(person)) continue
      test(`${person} sees exactly the expected tickets, in lists, in searches and by id`, async () => {
        const expected = titles.flatMap((title, index) => (sees[index] === '.' ? [] : [w.ids[title] ?? 1]))
        const list = await w.request('tickets?per_page=100', { as: person })
        assert.deepEqual(
          list.json.map(({ id }: Row) => id),
          expected,
        )
        assert.equal(list.headers['x-total-count'], String(expected.length))
        const full = (await w.request('tickets?full=true', { as: person })).json
        assert.deepEqual(full.record_ids, expected)
        assert.equal(full.total_count, expected.length)
        const named = await w.request('tickets?ids=1,2,3,4,5,6,7,8', { as: person })
        assert.deepEqual(
          named.json.map(({ id }: Row) => id),
          expected,
        )
        const found = await w.request('tickets/search?query=*&per_page=100', { as: person })
        assert.deepEqual(
          found.json.tickets.toSorted((a: number, b: number) => a - b),
          expected,
        )
        for (const [index, title] of titles.entries()) {
          const id = w.ids[title] ?? 1
          const status = sees[index] === '.' ? 403 : 200
          for (const url of [`tickets/${id}`, `ticket_articles/by_ticket/${id}`, `tags?object=Ticket&o_id=${id}`]) {
            const reply = await w.request(url, { as: person })
            assert.equal(reply.status, status, `${url} as ${person}`)
            if (status === 403) assert.equal(reply.json.error, 'Not authorized')
          }
        }
      })

      test(`${person} sees internal texts only as an agent of the group`, async () => {
        const { sql } = w.desk.database
        const articles = await sql
          .selectFrom('ticket_articles')
          .select(['id', 'ticket_id', 'internal'])
          .orderBy('id')
          .execute()
        const open = articles.filter(({ ticket_id, internal: hidden }) => {
          const access = sees[titles.findIndex((title) => (w.ids[title] ?? 1) === ticket_id)]
          return access === 'a' || (access === 'c' && !hidden)
        })
        const list = await w.request('ticket_articles?per_page=100', { as: person })
        assert.deepEqual(
          list.json.map(({ id }: Row) => id),
          open.map(({ id }) => id),
        )
        assert.equal(list.headers['x-total-count'], String(open.length))
        for (const { id, ticket_id } of articles) {
          const visible = open.some((article) => article.id === id)
          assert.equal((await w.request(`ticket_articles/${id}`, { as: person })).status, visible ? 200 : 403)
          const expanded = await w.request(`tickets/${ticket_id}?expand=true`, { as: person })
          if (expanded.status === 200) assert.equal(expanded.json.article_ids.includes(id), visible)
          const ofTicket = await w.request(`ticket_articles/by_ticket/${ticket_id}`, { as: person })
          if (ofTicket.status === 200)
            assert.equal(
              ofTicket.json.some((a: Row) => a.id === id),
              visible,
            )
        }
        if (sees.includes('a')) return
        const searches = internal.map((text) => `tickets/search?query=${encodeURIComponent(`"${text}"`)}`)
        const reads = [
          'tickets?full=1',
          'tickets?expand=1',
          'ticket_articles?full=1',
          'tickets/search?query=*',
          'users?full=1',
        ]
        for (const url of [...searches, ...reads]) {
          const { text } = await w.request(url, { as: person })
          for (const secret of ['hunter2', 'Kyocera', 'colleague'])
            assert.ok(!text.includes(secret), `${url} as ${person}`)
        }
        for (const url of searches) assert.equal((await w.request(url, { as: person })).json.tickets_count, 0)
      })
    }

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
