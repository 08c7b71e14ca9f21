import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type World, world } from '../testing/world.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

describe('what would take long to be counted', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, 3)
    await ticket(1, 'gromble fnord, upper tray')
    for (let index = 0; index < 11; index += 1) await ticket(undefined, `gromble fnord ${index}`)
  })
  after(() => w.close())

  /** A ticket in a group that everybody sees who sees any. */
  async function ticket(group_id = 1, title: string, id?: number): Promise<void> {
    const values = { group_id, title, number: `9${title.length}${Math.random()}`, state_id: 1, priority_id: 2 }
    const people = { customer_id: 3, owner_id: 1, create_article_type_id: 1, create_article_sender_id: 1 }
    await unitOfWork(w.desk, 1, (unit) =>
      insert(unit, 'ticket', { ...values, ...people, ...(id === undefined ? {} : { id }) }),
    )
  }

  const totals = async (query: string, more = '') => {
    const reply = await w.ask(`tickets/search?query=${encodeURIComponent(query)}&per_page=5${more}`, { as: 'admin' })
    return { header: reply.headers['x-total-count'], tickets: reply.json.tickets?.length, json: reply.json }
  }

  const together = [
    'title:"gromble fnord"',
    'title:gromble title:fnord',
    'title:gromble -title:offline',
    'fnord gromble',
  ]
  const alone = ['title:gromble', 'title:gromble OR title:fnord', 'title:gro*']
  const besideRows = ['title:gromble -article_count:7', '"gromble fnord" -article_count:7']

  test('is counted while tickets are few', async () => {
    for (const query of [...together, ...alone, ...besideRows]) assert.equal((await totals(query)).header, '12', query)
  })

  test('is not counted where common words have to meet, or rows to be looked at, among many tickets, unless it is asked for', async () => {
    // Ids say how many tickets there are, the newest how common a word is.
    await ticket(1, 'gromble fnord again', 1_000_000)
    for (const query of [...together, ...besideRows]) {
      const { header, tickets } = await totals(query)
      assert.deepEqual([header, tickets], [undefined, 5], query)
      assert.equal((await totals(query, '&only_total_count=true')).json.total_count, 13, query)
      assert.equal((await totals(query, '&full=true')).json.total_count, 13, query)
    }
    for (const query of alone) assert.equal((await totals(query)).header, '13', query)
  })

  test('is told where the page shows the end', async () => {
    const reply = await w.ask(
      `tickets/search?query=${encodeURIComponent('"gromble fnord" -article_count:7')}&per_page=20`,
      {
        as: 'admin',
      },
    )
    assert.equal(reply.headers['x-total-count'], '13')
  })
})

test('tickets that change one after the other leave a number out between them', async (t) => {
  const w = await world()
  t.after(() => w.close())
  await addRandomTickets(w, 2)
  const rows = await w.desk.database.sql.selectFrom('tickets').select('change').orderBy('change').execute()
  const numbers = rows.map(({ change }) => change)
  assert.ok(numbers.length > 10)
  for (const [at, change] of numbers.slice(1).entries()) assert.ok(change > (numbers[at] as number) + 1)
})
