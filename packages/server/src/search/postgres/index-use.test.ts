import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { inOrder, type Sort } from '../../kernel/page.ts'
import { contextOf } from '../../testing/context-of.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

describe('indexes of PostgreSQL', { skip: !eachDialect.postgres }, () => {
  let w: World
  before(async () => {
    w = await world(eachDialect.postgres)
  })
  after(() => w.close())

  const run = async (text: string) => w.desk.database.arrays(CompiledQuery.raw(text))

  test('rows are read in the order of an index, without sorting, where no value can be missing', async () => {
    const ctx = await contextOf(w, 'admin')
    const orders: readonly (readonly Sort[])[] = [
      [
        { column: 'updated_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ],
      [{ column: 'created_at', order: 'asc' }],
      [{ column: 'title', order: 'desc' }],
    ]
    for (const order of orders) {
      const rows = dynamic(ctx.db).selectFrom('tickets').select('tickets.id')
      const { sql } = inOrder(ctx, resources.ticket, rows, order).compile()
      const plan = await w.desk.database.transaction(async (unit) => {
        for (const method of ['seqscan', 'bitmapscan', 'sort'])
          await unit.arrays(CompiledQuery.raw(`set local enable_${method} = off`))
        return unit.arrays(CompiledQuery.raw(`explain ${sql}`))
      })
      assert.doesNotMatch(JSON.stringify(plan), /Sort/)
    }
  })

  test('new documents are found before and after they are merged into the full-text index', async () => {
    const merge = `select gin_clean_pending_list('tickets_text_lexemes')`
    const find = async () => (await w.request('tickets/search?query=pendinglist', { as: 'rita' })).json.tickets.length
    const body = { title: 'pendinglist', group: 'Printers', customer: 'nils@desk.example', article: { body: 'x' } }
    const write = async () =>
      assert.equal((await w.request('tickets', { method: 'POST', body, as: 'rita' })).status, 201)
    await write()
    assert.equal(await find(), 1)
    assert.notDeepEqual(await run(merge), [[0]])
    await write()
    await w.desk.database.mergeTextIndex?.()
    assert.deepEqual(await run(merge), [[0]])
    assert.equal(await find(), 2)
  })
})
