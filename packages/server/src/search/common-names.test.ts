import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources, systemUser } from '@deskbell/contract'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { visibilityOf, tablesOf } from '../testing/expected-visibility.ts'
import { referenceSearch } from '../testing/reference-search.ts'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { pace } from './planner/task.ts'

const queries = [
  'customer.firstname:nicole',
  'owner.firstname:nicole',
  'nicole',
  'nicole printer',
  'nicole OR printer',
  'title:printer nicole',
  'printer -nicole',
  '-nicole',
  '-owner.firstname:nicole',
  'customer.firstname:nicole owner.firstname:nicole',
  'customer.firstname:nicole -state:closed',
  'printer (customer.firstname:nicole OR created_at:>2000)',
  'printer created_at:>2000',
  'printer owner.firstname:nicole created_at:>2000',
  'customer.firstname:nicole created_at:<2000',
  'article.ticket.title:printer',
  'article.ticket.title:printer state:open',
  'printer customer.firstname:berta',
  'printer customer.firstname:berta state:open',
  'printer customer.firstname:(berta OR nicole) state:open',
  'printer -customer.firstname:berta',
  'berta printer state:open',
  'berta customer.firstname:berta -state:closed',
  'customer.firstname:berta article_count:>1',
  '(printer OR berta) customer.firstname:berta state:open',
  'customer.email:*@crowd.example',
  '-customer.email:nicole1*@crowd.example',
  'printer customer.email:*@crowd.example',
  'printer OR customer.email:*@crowd.example',
  'customer.email:*@crowd.example article_count:>1',
  'owner.email:*@crowd.example updated_at:>2000',
  '-(colleague article_count:<99)',
  '-(colleague article_count:<99) group.name:printers',
  '-berta',
  '-berta -printer',
  '-(printer OR berta OR nicole)',
  '-(berta OR state:open OR article_count:>2)',
  '-berta -owner.firstname:berta state:open',
  'printer state:open customer.firstname:nicole',
  'printer -state:open customer.firstname:berta group:printers',
  // Many exclusions: words with accents, of a field or in no ticket, and a phrase.
  '-niño -øre -title:offline -jam -title:naïve -C3PO -"prin ter" -title:printer -ÉTÉ',
  'state:open -niño -øre -title:offline -jam -title:naïve -C3PO -"prin ter" -title:printer -ÉTÉ -berta',
  'article.created_by.firstname:nicole',
  'article.created_by.firstname:(nicole OR berta) state:open',
  'article.created_by.email:*@crowd.example -printer',
  '-article.created_by.email:*@crowd.example',
  'article.ticket.customer.firstname:nicole',
]

describe('a query for users who share a name or a mail domain with many others', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, { seed: 5 })
    // About 250 Bertas, fewer than `MAX_LISTED` in planner/known-rows.ts; about 750 Nicoles, more than that and fewer than
    // `MAX_RECORDS` in planner/plan.ts; and more than `MAX_RECORDS` users of the domain.
    const many = await unitOfWork(w.desk, systemUser, async (unit) => {
      const ids: number[] = []
      for (let index = 0; index <= 2000; index += 1) {
        const login = `nicole${index}@crowd.example`
        const firstname = index > 1000 ? 'Anna' : index % 4 === 1 ? 'Berta' : 'Nicole'
        ids.push(await insert(unit, 'user', { login, email: login, firstname, fullname: `${firstname} ${index}` }))
      }
      return ids
    })
    const tickets = await w.desk.database.sql.selectFrom('tickets').select('id').orderBy('id').execute()
    await unitOfWork(w.desk, systemUser, async (unit) => {
      for (const [index, { id }] of tickets.entries()) {
        if (index % 3 === 0) await update(unit, 'ticket', id, { customer_id: many[index] as number })
        if (index % 7 === 0) await update(unit, 'ticket', id, { owner_id: many[index + 1] as number })
        if (index % 5 === 0) {
          const article = { ticket_id: id, type_id: 10, sender_id: 2, body: 'x', internal: index % 2 === 0 }
          await insert(unit, 'article', { ...article, created_by_id: many[index + 2] as number })
        }
      }
      // Ines is the customer of this ticket again. As an agent, she also sees the internal note in it, which mentions a
      // colleague.
      await update(unit, 'ticket', w.ids['Paper jam again'] as number, { customer_id: w.ids['ines'] as number })
    })
  })
  after(() => w.close())

  /** Limits with which the users of the domain are listed, and with which they are looked up for each row. */
  const limits = { listed: pace.maxIds, 'looked up': 1000 }
  after(() => Object.assign(pace, { maxIds: limits.listed }))

  for (const [as, mode] of [
    ['admin', 'listed'],
    ['admin', 'looked up'],
    ['rita', 'looked up'],
    ['ines', 'listed'],
    ['maya', 'looked up'],
  ] as const satisfies readonly (readonly [Person, string])[]) {
    for (const query of queries) {
      test(`finds the tickets of ${query}, as ${as}, if users are ${mode}`, async () => {
        pace.maxIds = limits[mode]
        const tables = await tablesOf(w.desk.database)
        const visibility = visibilityOf(tables, w.ids[as] as number)
        const expected = referenceSearch({ tables, visibility, now: w.desk.now() }, resources.ticket, query)
        const url = `tickets/search?query=${encodeURIComponent(query)}`
        const reply = await w.request(`${url}&per_page=100`, { as })
        assert.deepEqual(reply.json.tickets, expected)
        assert.equal(reply.headers['x-total-count'], String(expected.length))
        const { json } = await w.request(`${url}&only_total_count=true`, { as })
        assert.deepEqual(json, { total_count: expected.length })
      })
    }
  }
})
