import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type World, world } from '../testing/world.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

describe('totals that would take long to count', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, 3)
    await ticket(1, 'gromble fnord, upper tray')
    for (let index = 0; index < 11; index += 1) await ticket(undefined, `gromble fnord ${index}`)
  })
  after(() => w.close())

  /** Adds a ticket in a group that all agents can read. */
  async function ticket(group_id = 1, title: string, id?: number): Promise<void> {
    const values = { group_id, title, number: `9${title.length}${Math.random()}`, state_id: 1, priority_id: 2 }
    const people = { customer_id: 3, owner_id: 1, create_article_type_id: 1, create_article_sender_id: 1 }
    await unitOfWork(w.desk, systemUser, (unit) =>
      insert(unit, 'ticket', { ...values, ...people, ...(id === undefined ? {} : { id }) }),
    )
  }

  const totals = async (query: string, more = '') => {
    const reply = await w.request(`tickets/search?query=${encodeURIComponent(query)}&per_page=5${more}`, {
      as: 'admin',
    })
    return { header: reply.headers['x-total-count'], tickets: reply.json.tickets?.length, json: reply.json }
  }

  const together = [
    'title:"gromble fnord"',
    'title:gromble title:fnord',
    'title:gromble -title:offline',
    'fnord gromble',
  ]
  const alone = ['title:gromble', 'title:gromble OR title:fnord', 'title:gro*']
  const withConditions = ['title:gromble -article_count:7', '"gromble fnord" -article_count:7']

  test('are counted in a small desk', async () => {
    for (const query of [...together, ...alone, ...withConditions])
      assert.equal((await totals(query)).header, '12', query)
  })

  test('are omitted in a large desk for common words joined by AND and for conditions on rows, unless requested', async () => {
    // The number of tickets is estimated from the largest id, the frequency of a word from the newest tickets.
    await ticket(1, 'gromble fnord again', 1_000_000)
    for (const query of [...together, ...withConditions]) {
      const { header, tickets } = await totals(query)
      assert.deepEqual([header, tickets], [undefined, 5], query)
      assert.equal((await totals(query, '&only_total_count=true')).json.total_count, 13, query)
      assert.equal((await totals(query, '&full=true')).json.total_count, 13, query)
    }
    for (const query of alone) assert.equal((await totals(query)).header, '13', query)
  })

  test('are present if the page contains the last hit', async () => {
    const reply = await w.request(
      `tickets/search?query=${encodeURIComponent('"gromble fnord" -article_count:7')}&per_page=20`,
      {
        as: 'admin',
      },
    )
    assert.equal(reply.headers['x-total-count'], '13')
  })
})

test('consecutive changes of tickets leave gaps between change numbers', async (t) => {
  const w = await world()
  t.after(() => w.close())
  await addRandomTickets(w, 2)
  const rows = await w.desk.database.sql.selectFrom('tickets').select('change').orderBy('change').execute()
  const numbers = rows.map(({ change }) => change)
  assert.ok(numbers.length > 10)
  for (const [at, change] of numbers.slice(1).entries()) assert.ok(change > (numbers[at] as number) + 1)
})
