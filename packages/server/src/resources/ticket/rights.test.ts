import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Access } from '@deskbell/contract'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type RequestOptions, tokenFor, type World, world } from '../../testing/world.ts'
import { makeToken } from '../../auth/tokens.ts'

/**
 * Rights on tickets of the group Network with the customer nils: a row for each caller, a column for each action. `+` is
 * allowed, `-` is refused with 403. `reads` to `full` are agents with a single level of access.
 *
 * nils is the customer, maya belongs to the same organization, which shares its tickets, and zoe to another one. both: an
 * agent with read access who is also the customer; guest: an agent without access who is also the customer; stranger: an agent
 * without access; token: a token of the agent rita that is limited to reports; plain: a user without a role.
 */
const matrix = `
  caller   see history article note internal change close move tag merge remove create
  admin     -     -       -     -      -       -      -    -   -    -      +      -
  reads     +     +       +     -      -       -      -    -   -    -      -      -
  creates   -     -       -     +      +       -      -    -   -    -      -      +
  changes   -     -       -     +      +       +      +    -   +    -      -      -
  full      +     +       +     +      +       +      +    +   +    +      -      +
  stranger  -     -       -     -      -       -      -    -   -    -      -      -
  nils      +     -       +     +      +       +      +    +   -    -      -      +
  maya      +     -       +     +      +       +      +    +   -    -      -      +
  zoe       -     -       -     -      -       -      -    -   -    -      -      +
  both      +     +       +     -      -       -      -    -   -    -      -      +
  guest     +     -       +     +      +       +      +    +   -    -      -      +
  token     -     -       -     -      -       -      -    -   -    -      -      -
  plain     -     -       -     -      -       -      -    -   -    -      -      -
  anonymous -     -       -     -      -       -      -    -   -    -      -      -
`

/** The same for records related to a ticket. `hide` makes an article internal, `list` creates a checklist. */
const related = `
  caller   tags links file split link untag mention time list draft hide
  admin     -    -     -    -     -    -      -      +    -     -    -
  reads     +    +     +    +     -    -      +      -    -     -    -
  creates   -    -     -    -     -    -      -      +    -     -    -
  changes   -    -     -    -     +    +      -      +    -     -    +
  full      +    +     +    +     +    +      +      +    +     +    +
  stranger  -    -     -    -     -    -      -      -    -     -    -
  nils      +    +     +    -     -    -      -      -    -     -    -
  maya      +    +     +    -     -    -      -      -    -     -    -
  zoe       -    -     -    -     -    -      -      -    -     -    -
  both      +    +     +    +     -    -      +      -    -     -    -
  guest     +    +     +    -     -    -      -      -    -     -    -
  token     -    -     -    -     -    -      -      -    -     -    -
  plain     -    -     -    -     -    -      -      -    -     -    -
  anonymous -    -     -    -     -    -      -      -    -     -    -
`

const table = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
/** On PostgreSQL, only two callers are tested: the rules do not depend on the database, and it is slow in tests. */
const triedOn = (database: string, all: string[][]): string[][] =>
  database === 'sqlite' ? all : all.filter(([caller]) => caller === 'full' || caller === 'both')
const [head = [], ...rows] = table(matrix)
const [relatedHead = [], ...relatedRows] = table(related)

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`rights on tickets, on ${name}`, () => {
    let w: World
    const credentials = new Map<string, string>()
    before(async () => {
      w = await world(open)
      for (const level of ['read', 'create', 'change', 'full'] as const) {
        credentials.set(`${level}s`.replace('fulls', 'full'), await newUser([2], level))
      }
      credentials.set('stranger', await newUser([2]))
      credentials.set('both', await newUser([2, 3], 'read'))
      credentials.set('guest', await newUser([2, 3]))
      credentials.set('token', await tokenFor(w, 'rita', { permissions: ['report'] }))
    })
    after(() => w.close())

    const idsByToken = new Map<string, number>()

    /** Creates a user with these roles (2 is Agent, 3 is Customer) and this access to Network. @returns a token. */
    async function newUser(roles: number[], access?: Access): Promise<string> {
      const login = `user${idsByToken.size}@desk.example`
      const id = await unitOfWork(w.desk, systemUser, async (unit) => {
        const user = await insert(unit, 'user', { login, email: login, firstname: 'U', fullname: 'U' })
        for (const role_id of roles) {
          await unit.db.sql.insertInto('roles_users').values({ role_id, user_id: user }).execute()
        }
        const group_id = w.ids['Network'] as number
        if (access) await unit.db.sql.insertInto('groups_users').values({ group_id, user_id: user, access }).execute()
        return user
      })
      const token = await makeToken(w.desk, id, { name: 'test' })
      idsByToken.set(token, id)
      return token
    }

    const request = (caller: string, url: string, options: RequestOptions = {}) => {
      const token = credentials.get(caller)
      if (token === undefined) return w.request(url, { as: caller as 'anonymous', ...options })
      return w.request(url, { ...options, headers: { authorization: `Token ${token}` } })
    }
    const post = (caller: string, url: string, body: object) => request(caller, url, { method: 'POST', body })
    const put = (caller: string, url: string, body: object) => request(caller, url, { method: 'PUT', body })

    const customerOf = (caller: string) =>
      caller === 'both' || caller === 'guest' ? idsByToken.get(credentials.get(caller) as string) : w.ids['nils']

    const attachments = [{ filename: 'log.txt', data: 'eA==', 'mime-type': 'text/plain' }]

    /** Creates a ticket of nils, or of the caller for the callers `both` and `guest`. */
    async function ticketFor(caller: string): Promise<{ id: number; number: string; article: number }> {
      const customer_id = customerOf(caller)
      const body = {
        title: 'x',
        group: 'Network',
        customer_id,
        article: { body: 'x', type: 'web', sender: 'Customer', attachments },
      }
      const { json, text } = await post('full', 'tickets', body)
      assert.ok(json.id, text)
      return { id: json.id, number: json.number, article: json.article_ids[0] }
    }

    type Ticket = Awaited<ReturnType<typeof ticketFor>>
    const actions: Record<string, (caller: string, ticket: Ticket) => ReturnType<World['request']>> = {
      see: (caller, { id }) => request(caller, `tickets/${id}`),
      history: (caller, { id }) => request(caller, `ticket_history/${id}`),
      article: (caller, { article }) => request(caller, `ticket_articles/${article}`),
      note: (caller, { id }) => post(caller, 'ticket_articles', { ticket_id: id, body: 'x' }),
      internal: (caller, { id }) => post(caller, 'ticket_articles', { ticket_id: id, body: 'x', internal: true }),
      change: (caller, { id }) => put(caller, `tickets/${id}`, { title: 'y' }),
      close: (caller, { id }) => put(caller, `tickets/${id}`, { state: 'closed', article: { body: 'done' } }),
      // The caller `full` has no access to Printers.
      move: (caller, { id }) => put(caller, `tickets/${id}`, { group: caller === 'full' ? 'Network' : 'Printers' }),
      tag: (caller, { id }) => post(caller, 'tags/add', { object: 'Ticket', o_id: id, item: 'x' }),
      merge: async (caller, { id }) => put(caller, `ticket_merge/${id}/${(await ticketFor(caller)).number}`, {}),
      remove: (caller, { id }) => request(caller, `tickets/${id}`, { method: 'DELETE' }),
      create: (caller) => post(caller, 'tickets', { title: 'x', group: 'Network', customer_id: customerOf(caller) }),
    }

    const about = ({ id }: Ticket) => ({ link_object: 'Ticket', link_object_value: String(id) })
    const relatedActions: typeof actions = {
      tags: (caller, { id }) => request(caller, `tags?object=Ticket&o_id=${id}`),
      links: (caller, ticket) => request(caller, `links?${new URLSearchParams(about(ticket))}`),
      async file(caller, { id, article }) {
        const { json } = await request('full', `ticket_articles/${article}`)
        return request(caller, `ticket_attachment/${id}/${article}/${json.attachments[0].id}`)
      },
      split: (caller, { id, article }) => request(caller, `ticket_split?ticket_id=${id}&article_id=${article}`),
      async link(caller, { number }) {
        const other = await ticketFor(caller)
        return post(caller, 'links/add', {
          link_type: 'normal',
          link_object_source: 'Ticket',
          link_object_source_number: number,
          link_object_target: 'Ticket',
          link_object_target_value: other.id,
        })
      },
      untag: (caller, { id }) => {
        const body = { object: 'Ticket', o_id: id, item: 'x' }
        return request(caller, 'tags/remove', { method: 'DELETE', body })
      },
      mention: (caller, { id }) => post(caller, 'mentions', { mentionable_type: 'Ticket', mentionable_id: id }),
      time: (caller, { id }) => post(caller, 'time_accountings', { ticket_id: id, time_unit: '1' }),
      list: (caller, { id }) => post(caller, 'checklists', { ticket_id: id }),
      draft: (caller, { id }) => put(caller, `tickets/${id}/shared_draft`, { new_article: { body: 'x' } }),
      hide: (caller, { article }) => put(caller, `ticket_articles/${article}`, { internal: true }),
    }

    const check = async (caller: string, action: (typeof actions)[string] | undefined, cell: string, what: string) => {
      const ticket = await ticketFor(caller)
      const state = async () => (await request('full', `tickets/${ticket.id}?expand=true`)).text
      const untouched = await state()
      const reply = await (action as (typeof actions)[string])(caller, ticket)
      const outcome = `${caller} ${what}: ${reply.status} ${reply.text.slice(0, 300)}`
      if (cell === '+') assert.ok([200, 201].includes(reply.status), outcome)
      else {
        assert.equal(reply.status, 403, outcome)
        assert.equal(await state(), untouched, outcome)
      }
    }
    for (const [caller = '', ...cells] of triedOn(name, rows)) {
      test(`rights of ${caller} on a ticket`, async () => {
        for (const [at, cell] of cells.entries()) {
          const action = head[at + 1] as string
          await check(caller, actions[action], cell, action)
        }
      })
    }
    for (const [caller = '', ...cells] of triedOn(name, relatedRows)) {
      test(`rights of ${caller} on related records`, async () => {
        for (const [at, cell] of cells.entries()) {
          const action = relatedHead[at + 1] as string
          await check(caller, relatedActions[action], cell, action)
        }
      })
    }

    test('customers write public articles in their own name, and change only some attributes of a ticket', async () => {
      for (const caller of ['nils', 'maya', 'guest']) {
        const { id } = await ticketFor(caller)
        const body = { ticket_id: id, body: 'x', internal: true, sender: 'Agent', type: 'email', origin_by_id: 3 }
        const { json } = await post(caller, 'ticket_articles', body)
        assert.deepEqual([json.internal, json.sender, json.type, json.origin_by_id], [false, 'Customer', 'note', null])
        const before = (await request('full', `tickets/${id}`)).json
        const changed = await put(caller, `tickets/${id}`, {
          owner_id: w.ids['rita'],
          customer_id: w.ids['zoe'],
          organization_id: null,
          preferences: { x: 1 },
          title: 'z',
        })
        const { title: _, updated_at: __, updated_by_id: ___, ...rest } = changed.json
        for (const [key, value] of Object.entries(rest)) if (key in before) assert.deepEqual(value, before[key], key)
        assert.equal(changed.headers['x-ignored-attributes']?.split(', ').length, 4)
      }
    })

    test('the access of a user is explained by the deciding rules', async () => {
      const ticket = w.ids['No network in the bakery'] as number
      const verdicts = async (user: string) => {
        const { json } = await w.request(`tickets/${ticket}/access?user=${w.ids[user]}`)
        return ['see', 'answer', 'change', 'delete'].map((deed) => `${json[deed].decided_by}:${json[deed].allowed}`)
      }
      assert.deepEqual(await verdicts('rita'), [
        'agent_read:true',
        'agent_change:true',
        'agent_change:true',
        'null:false',
      ])
      assert.deepEqual(await verdicts('omar'), [
        'agent_read:true',
        'agent_read_only:false',
        'agent_read_only:false',
        'null:false',
      ])
      assert.deepEqual(await verdicts('nils'), ['customer:true', 'customer:true', 'customer:true', 'null:false'])
      assert.deepEqual(await verdicts('maya'), [
        'organization:true',
        'organization:true',
        'organization:true',
        'null:false',
      ])
      assert.deepEqual(await verdicts('zoe'), ['null:false', 'null:false', 'null:false', 'null:false'])
      assert.deepEqual(await verdicts('admin'), ['null:false', 'null:false', 'null:false', 'admin:true'])
      assert.ok((await verdicts('gone')).every((verdict) => verdict.startsWith('inactive')))
      assert.equal((await w.request(`tickets/${ticket}/access?user=3`, { as: 'nils' })).status, 403)
      assert.equal((await w.request(`tickets/${ticket}/access?user=3`, { as: 'omar' })).status, 200)
      assert.equal((await w.request(`tickets/${ticket}/access?user=99999`)).status, 404)
    })

    test('the explanation matches the checks', async () => {
      for (const [caller, token] of credentials) {
        const user = idsByToken.get(token)
        if (user === undefined) continue
        const { id } = await ticketFor(caller)
        const explained = (await w.request(`tickets/${id}/access?user=${user}`)).json
        assert.equal((await request(caller, `tickets/${id}`)).status === 200, explained.see.allowed, caller)
        assert.equal(
          (await put(caller, `tickets/${id}`, { note: 'x' })).status === 200,
          explained.change.allowed,
          caller,
        )
        const answer = await post(caller, 'ticket_articles', { ticket_id: id, body: 'x' })
        assert.equal(answer.status === 201, explained.answer.allowed, caller)
      }
    })
  })
}
