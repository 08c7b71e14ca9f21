import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import { contextOf } from '../../testing/context-of.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'
import { COUNTED_HITS } from '../hits.ts'
import { search } from '../search.ts'

describe('the total of a search on PostgreSQL', { skip: !eachDialect.postgres }, () => {
  let w: World
  before(async () => {
    w = await world(eachDialect.postgres)
    const run = (text: string) => w.desk.database.arrays(CompiledQuery.raw(text))
    /**
     * Copies a ticket with other ids, and with change numbers from 10,000 at regular distances: even ones if `first` is even,
     * else odd ones.
     */
    const copy = async (title: string, first: number, count: number, distance: number) => {
      const into = (table: string, values: string) =>
        run(`insert into ${table} select (jsonb_populate_record(original, to_jsonb(original) || ${values})).*
          from ${table} as original, generate_series(1, ${count}) as n where original.title ilike '%${title}%'`)
      const change = `${10_000 + (first % 2)} + ${distance} * n`
      await into('tickets_text', `jsonb_build_object('rowid', ${change}, 'sort_id', ${first} + n)`)
      await into('tickets', `jsonb_build_object('id', ${first} + n, 'number', ${first} + n, 'change', ${change})`)
    }
    await copy('jam again', 100_000, 1500, 2)
    await copy('oven label', 200_001, 150, 20)
  })
  after(() => w.close())

  /** Reads the first page and the number of hits, and counts the statements that searched. */
  async function find(text: string) {
    const ctx = await contextOf(w, 'rita')
    let statements = 0
    const { forSearches } = ctx.db
    assert.ok(forSearches?.readInWorker)
    const { readInWorker } = forSearches
    const counting: Connection = {
      ...forSearches,
      readInWorker: (...read) => {
        statements += 1
        return readInWorker(...read)
      },
    }
    const hits = await search({ ...ctx, db: { ...ctx.db, forSearches: counting } }, resources.ticket, { text })
    const { cells } = await hits.rows({ page: 1, perPage: 10, sort: [] }, { mode: 'columns', fields: ['id'] })
    const afterPage = statements
    return { rows: cells.length, count: await hits.count(COUNTED_HITS), counting: statements - afterPage }
  }

  test('is not counted if the newest hits of the page show that there are many', async () => {
    assert.deepEqual(await find('title:jam'), { rows: 10, count: COUNTED_HITS + 1, counting: 0 })
  })

  test('takes another statement if there may be few hits, and none if the page has all of them', async () => {
    assert.deepEqual(await find('title:oven'), { rows: 10, count: 151, counting: 1 })
    assert.deepEqual(await find('title:bakery'), { rows: 1, count: 1, counting: 0 })
  })
})
