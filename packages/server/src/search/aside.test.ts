import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type App, createApp } from '../app.ts'
import { Memory } from '../memory.ts'
import { scatter } from '../testing/scatter.ts'
import { type World, world } from '../testing/world.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

/** Searches of a large desk, and whether they may have to look at every ticket, or at most of them. */
const asked: readonly [query: string, isLong: boolean][] = [
  ['query=printer', false],
  ['query=printer&per_page=2&page=2', false],
  ['query=state:open', false],
  ['query=printer&only_total_count=true', false],
  ['query=printer&sort_by=title', true],
  ['query=*:*&sort_by=customer_id&order_by=asc', true],
  ['query=printer&sort_by=relevance', true],
  ['query=-printer', true],
  ['query=-printer&only_total_count=true', true],
  ['query=printer article.internal:true&only_total_count=true', true],
  ['query=title:printer', false],
  ['query=title:"label printer"', true],
  ['query=title:pri*', true],
  ['query=printer&full=true', false],
  ['query=printer&page=600&per_page=10', true],
]

describe('what takes long in a large desk is read aside', () => {
  let w: World
  let app: App
  let plain: App
  let read: number
  before(async () => {
    w = await world()
    await scatter(w, 5)
    const { aside } = w.desk.database
    assert.ok(aside)
    await unitOfWork(w.desk, 1, async (unit) => {
      await sql`update sqlite_sequence set seq = 30000 where name = 'tickets'`.execute(unit.db.sql)
      const references = { group_id: 1, customer_id: 2, state_id: 2, priority_id: 2 }
      await insert(unit, 'ticket', { ...references, number: '30001', title: 'One of many' })
    })
    const database = {
      ...w.desk.database,
      aside: (query: Parameters<typeof aside>[0]) => {
        read += 1
        return aside(query)
      },
    }
    const memory = () => new Memory(() => w.desk.database.version())
    app = await createApp({ ...w.desk, database, memory: memory() })
    const { aside: _, ...without } = w.desk.database
    plain = await createApp({ ...w.desk, database: without, memory: memory() })
  })
  after(async () => {
    await app.http.close()
    await plain.http.close()
    await w.close()
  })

  for (const [query, isLong] of asked) {
    test(`${query}: ${isLong ? 'aside' : 'at once'}, with the same answer`, async () => {
      const url = `/api/v1/tickets/search?${query}`
      const headers = { authorization: `Token ${w.tokens.admin}` }
      read = 0
      const reply = await app.http.inject({ url, headers })
      assert.equal(reply.statusCode, 200, reply.body)
      assert.equal(read > 0, isLong)
      assert.equal(reply.body, (await plain.http.inject({ url, headers })).body)
    })
  }
})
