import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type World, world } from '../testing/world.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

describe('totals', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, { seed: 3 })
    await unitOfWork(w.desk, systemUser, async (unit) => {
      for (let index = 0; index < 1001; index += 1) {
        const title = index < 12 ? `gromble fnord ${index}` : `gromble ${index}`
        const people = { customer_id: 3, owner_id: 1, create_article_type_id: 1, create_article_sender_id: 1 }
        await insert(unit, 'ticket', {
          group_id: 1,
          title,
          number: `9${index}`,
          state_id: 1,
          priority_id: 2,
          ...people,
        })
      }
    })
  })
  after(() => w.close())

  const totals = async (query: string, more = '') => {
    const reply = await w.request(`tickets/search?query=${encodeURIComponent(query)}&per_page=5${more}`, {
      as: 'admin',
    })
    return { header: reply.headers['x-total-count'], json: reply.json }
  }

  test('are counted up to a thousand hits', async () => {
    for (const query of [
      'title:"gromble fnord"',
      'title:gromble title:fnord',
      'fnord -title:offline',
      'fnord',
      'title:fno*',
    ])
      assert.equal((await totals(query)).header, '12', query)
    assert.equal((await totals('gromble -fnord')).header, '989')
  })

  test('are omitted for more hits, unless requested', async () => {
    for (const query of ['gromble', 'title:gromble', 'gromble -article_count:7']) {
      assert.equal((await totals(query)).header, undefined, query)
      assert.equal((await totals(query, '&only_total_count=true')).json.total_count, 1001, query)
      assert.equal((await totals(query, '&full=true')).json.total_count, 1001, query)
    }
  })
})

test('consecutive changes of tickets leave gaps between change numbers', async (t) => {
  const w = await world()
  t.after(() => w.close())
  await addRandomTickets(w, { seed: 2 })
  const rows = await w.desk.database.sql.selectFrom('tickets').select('change').orderBy('change').execute()
  const numbers = rows.map(({ change }) => change)
  assert.ok(numbers.length > 10)
  for (const [at, change] of numbers.slice(1).entries()) assert.ok(change > (numbers[at] as number) + 1)
})
