import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemUser } from '@deskbell/contract'
import { type App, createApp } from '../app.ts'
import { VersionedCache } from '../kernel/cache.ts'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type World, world } from '../testing/world.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

/** Searches and lists in a large desk, and whether a read worker runs one of their statements. */
const requests: readonly [path: string, isLong: boolean][] = [
  ['tickets/search?query=printer', false],
  ['tickets/search?query=printer&per_page=2&page=2', false],
  ['tickets/search?query=state:open', false],
  ['tickets/search?query=printer&only_total_count=true', false],
  ['tickets/search?query=printer&sort_by=title', false],
  ['tickets/search?query=*:*&sort_by=customer_id&order_by=asc', false],
  ['tickets/search?query=printer&sort_by=relevance', true],
  ['tickets/search?query=-printer', false],
  ['tickets/search?query=-printer&only_total_count=true', false],
  ['tickets/search?query=printer article.internal:true&only_total_count=true', false],
  ['tickets/search?query=title:printer', false],
  ['tickets/search?query=title:"label printer"', false],
  ['tickets/search?query=title:pri*', false],
  ['tickets/search?query=printer&full=true', false],
  ['tickets/search?query=printer&page=600&per_page=10', false],
  ['tickets/search?query=article.ticket.title:printer', false],
  ['tickets/search?query=article.created_by.created_at:>2000', false],
  ['tickets/search?query=customer.created_by.created_at:>2000', false],
  ['users/search?query=berta', true],
  ['organizations/search?query=members.created_at:>2000', true],
  ['groups/search?query=name:users', false],
  ['tickets?per_page=5', false],
  ['tickets?sort_by=id&order_by=desc', false],
  ['tickets?sort_by=priority_id,title&order_by=desc,asc', true],
  ['users?sort_by=lastname', true],
  ['groups?sort_by=name', false],
]

describe('statements of a large desk that cannot be divided run in a worker', () => {
  let w: World
  let app: App
  let plain: App
  let workerReads: number
  before(async () => {
    w = await world()
    await addRandomTickets(w, { seed: 5 })
    const { readInWorker } = w.desk.database
    assert.ok(readInWorker)
    await unitOfWork(w.desk, systemUser, async (unit) => {
      // The newest id tells the service how large a table is.
      await sql`update sqlite_sequence set seq = 30000 where name in ('tickets', 'users')`.execute(unit.db.sql)
      const references = { group_id: 1, customer_id: 2, state_id: 2, priority_id: 2 }
      await insert(unit, 'ticket', { ...references, number: '30001', title: 'One of many' })
      await insert(unit, 'user', { login: 'many@example.com', firstname: 'One', lastname: 'of many' })
    })
    const database = {
      ...w.desk.database,
      readInWorker: (...given: Parameters<typeof readInWorker>) => {
        workerReads += 1
        return readInWorker(...given)
      },
    }
    const cache = () => new VersionedCache(() => w.desk.database.version())
    app = await createApp({ ...w.desk, database, cache: cache() })
    const { readInWorker: _, ...without } = w.desk.database
    plain = await createApp({ ...w.desk, database: without, cache: cache() })
  })
  after(async () => {
    await app.http.close()
    await plain.http.close()
    await w.close()
  })

  for (const [path, isLong] of requests) {
    test(`${path} runs ${isLong ? 'in a worker' : 'inline'}, with the same result`, async () => {
      const url = `/api/v1/${path}`
      const headers = { authorization: `Token ${w.tokens.admin}` }
      workerReads = 0
      const reply = await app.http.inject({ url, headers })
      assert.equal(reply.statusCode, 200, reply.body)
      assert.equal(workerReads > 0, isLong)
      assert.equal(reply.body, (await plain.http.inject({ url, headers })).body)
    })
  }
})
