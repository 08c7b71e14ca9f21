import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { type App, createApp } from '../app.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { addUsers } from '../testing/many-users.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { VersionedCache } from './cache.ts'
import type { Actor, Context } from './context.ts'
import { MAX_STATEMENTS, statement } from './statement.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

let w: World
let app: App
let statements: string[]
before(async () => {
  w = await world()
  const counting = recordStatements(w.desk.database)
  statements = counting.statements
  const cache = new VersionedCache(() => counting.database.version())
  app = await createApp({ ...w.desk, database: counting.database, cache })
  await addUsers(
    w,
    Array.from({ length: 1100 }, () => ({})),
  )
  await unitOfWork(w.desk, systemUser, async (unit) => {
    for (let index = 0; index < 300; index++) {
      // The ids of the users above begin at 13.
      const customer_id = 13 + index
      const references = {
        group_id: 1 + (index % 3),
        customer_id,
        state_id: 1 + (index % 4),
        priority_id: 1 + (index % 3),
      }
      const ticket_id = await insert(unit, 'ticket', { ...references, number: `88${index}`, title: `many ${index}` })
      await insert(unit, 'article', { ticket_id, type_id: 10, sender_id: 1, body: 'x', created_by_id: customer_id })
    }
    for (const name of ['Printers', 'Network']) {
      const pair = { user_id: w.ids['admin'] as number, group_id: w.ids[name] as number, access: 'full' as const }
      await unit.db.sql.insertInto('groups_users').values(pair).execute()
    }
  })
})
after(async () => {
  await app.http.close()
  await w.close()
})

/** Counts the statements of a request while the caller is cached. */
async function count(url: string, as: Person = 'admin'): Promise<number> {
  const request = (address: string) =>
    app.http.inject({ url: `/api/v1/${address}`, headers: { authorization: `Token ${w.tokens[as]}` } })
  await request('users/me')
  statements.length = 0
  const reply = await request(url)
  assert.equal(reply.statusCode, 200, reply.body)
  return statements.length
}

/** Statements of a page in the default order: the rows, the total, and the largest id, which decides how the page is read. */
const page = 3
const limits: [url: string, statements: number, why: string][] = [
  ['tickets?', page, 'nothing else'],
  // For a caller with a field mask (here `nils`, below), the lists of ids need a separate statement.
  ['users?', page + 1, 'roles, organizations, groups'],
  ['organizations?', page, 'members and secondary members are selected with the row'],
  // Groups, priorities, states, organizations, users, article types and senders by name.
  ['tickets?expand=true&', page + 3 + 7, 'articles, time accounting, tags, names'],
  ['ticket_articles?', page + 2 + 3, 'attachments, time accounting, names of types, senders, users'],
  ['users?expand=true&', page + 3 + 2, 'relations, names of organizations and users'],
  // For each resource one statement for the records, and one for each of its relations.
  [
    'tickets?full=true&',
    page + 2 + (1 + 3) + (1 + 2) + (1 + 1) + (1 + 2),
    'articles, time accounting; users, organizations, groups, roles',
  ],
  [
    'users?full=true&',
    page + 3 + (1 + 3) + (1 + 2) + (1 + 1) + (1 + 2),
    'relations; users, organizations, groups, roles',
  ],
  ['tickets?fields=id,customer,tags&', page + 1 + 1, 'tags, logins'],
  // A sorted page does not need the largest id.
  ['tickets?sort_by=title&', 2, 'the page and the total'],
]
for (const [url, limit, why] of limits) {
  test(`${url} takes at most ${limit} statements (${why}), however long the page`, async () => {
    const counts: number[] = []
    for (const size of [2, 10, 100, 1000]) counts.push(await count(`${url}per_page=${size}`))
    assert.ok(Math.max(...counts) <= limit, `${counts.join()}: ${statements.join('\n')}`)
    assert.equal(new Set(statements).size, statements.length, 'the same statement twice')
  })
}

test('one record takes one statement; with expand, also one for each relation and each resource with names', async () => {
  assert.equal(await count('tickets/1'), 1)
  assert.equal(await count('users/1'), 1)
  assert.equal(await count('organizations/1'), 1)
  assert.ok((await count('tickets/1?expand=true')) <= 1 + 3 + 7)
  assert.equal(await count('tickets/2', 'rita'), 1)
  assert.equal(await count('tickets/2', 'nils'), 1)
})

test('the articles of a ticket take at most 7 statements', async () => {
  // The ticket and its articles; attachments and time accounting; names of types, senders and users.
  assert.ok((await count('ticket_articles/by_ticket/2', 'rita')) <= 2 + 2 + 3)
})

test('a customer costs no more statements than an agent', async () => {
  for (const [url, limit] of limits) {
    if (!url.startsWith('tickets') && !url.startsWith('users')) continue
    assert.ok((await count(`${url}per_page=50`, 'nils')) <= limit, url)
  }
})

test('the third request for the same page runs no statement', async () => {
  // A response is stored only when it is requested for the second time.
  const url = 'tickets?expand=true&per_page=17'
  await count(url)
  await count(url)
  assert.equal(await count(url), 0)
})

test('the number of compiled statements is limited, and each is built once', async () => {
  const memo = new Map<string, unknown>()
  const actor = { memo } as unknown as Actor
  const query = w.desk.database.sql.selectFrom('users').select('id')
  const ctx: Context = { desk: w.desk, db: w.desk.database, cache: await w.desk.cache.current(), actor }
  for (let index = 0; index < 2 * MAX_STATEMENTS; index++) {
    statement(ctx, `name ${index}`, () => query)
    assert.ok(memo.size <= MAX_STATEMENTS)
  }
  let built = 0
  const build = () => {
    built += 1
    return query
  }
  for (let times = 0; times < 3; times++) statement(ctx, 'again', build)
  assert.equal(built, 1)
})
