import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources, systemUser } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { type App, createApp } from '../app.ts'
import { VersionedCache } from '../kernel/cache.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { visibilityOf, tablesOf } from '../testing/expected-visibility.ts'
import { referenceSearch } from '../testing/reference-search.ts'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { MAX_LISTED } from './planner/known-rows.ts'

const times =
  'first_response_at first_response_escalation_at close_at close_escalation_at update_escalation_at last_close_at ' +
  'last_contact_at last_contact_agent_at last_contact_customer_at waiting_since last_owner_update_at escalation_at pending_time'
const numbers =
  'article_count time_unit first_response_in_min first_response_diff_in_min close_in_min close_diff_in_min ' +
  'update_in_min update_diff_in_min checklist_id'

/** Conditions that no record matches. */
const nowhere = [
  ...times.split(' ').flatMap((name) => [`${name}:<1990`, `${name}:[2090 TO 2091]`]),
  ...numbers.split(' ').flatMap((name) => [`${name}:>99999`, `${name}:-77`]),
  ...`
    _exists_:time_unit
    _exists_:close_in_min
    _exists_:escalation_at
    note:>龠
    type:>zzzz
    number:>zzzz
    number:[1 TO 2]
    id:>99999
    id:99999
    article.id:99999
    article.type:fax
    article.type_id:2
    article.sender:unknown
    article.sender_id:3
    article.created_by:unknown
    article.created_by_id:2
    article.updated_by.email:*@nowhere.example
    article.created_at:<1990
    article.updated_at:>2090
    article.origin_by.firstname:unknown
    _exists_:article.reply_to
    _exists_:article.in_reply_to
    article.in_reply_to:*zzz*
    article.in_reply_to:*qqq*b*c*d*
    printer article.in_reply_to:*qqq*
    article.attachment.size:>99999999
    article.attachment.id:99999
    mention_user_ids:2
    _missing_:state
    _missing_:title
    _missing_:number
    _missing_:updated_at
    -created_at:[1970 TO 2100]
    -updated_at:[1970 TO 2100]
    -owner_id:[0 TO 999999]
  `
    .trim()
    .split(/\s*\n\s*/),
]

describe('conditions without matches', () => {
  let w: World
  let app: App
  let statements: string[]
  before(async () => {
    w = await world()
    await addRandomTickets(w, { seed: 5 })
    const recording = recordStatements(w.desk.database)
    statements = recording.statements
    app = await createApp({
      ...w.desk,
      database: recording.database,
      cache: new VersionedCache(() => recording.database.version()),
    })
  })
  after(async () => {
    await app.http.close()
    await w.close()
  })

  const plansOf = async (query: string) => {
    statements.length = 0
    const url = `/api/v1/tickets/search?query=${encodeURIComponent(query)}`
    const { statusCode, body } = await app.http.inject({ url, headers: { authorization: `Token ${w.tokens.admin}` } })
    assert.equal(statusCode, 200, body)
    const plans: string[] = []
    for (const text of new Set(statements)) {
      const rows = await w.desk.database.arrays(CompiledQuery.raw(`explain query plan ${text}`, []))
      plans.push(...rows.map((row) => row[3] as string))
    }
    return { plans, hits: JSON.parse(body).tickets }
  }

  for (const query of nowhere) {
    test(`${query} is found to have no matches without reading every ticket or article`, async () => {
      const { plans, hits } = await plansOf(query)
      assert.deepEqual(hits, [])
      // Tables may have the aliases `row` and `far`. Allowed are scans of an index alone (`COVERING`), and of the indexes
      // `ticket_articles_with_…`, which contain only the rows with a value.
      const fullScans = plans.filter((line) =>
        /^SCAN (row|far|tickets|ticket_articles|attachments)\b(?!.*(COVERING|articles_with))/.test(line),
      )
      assert.deepEqual(fullScans, [])
    })
  }
})

/** Conditions that few tickets match, that many match, and combinations of both with words. */
const queries = [
  'article_count:1',
  'article_count:2',
  'article_count:>1',
  '-article_count:1',
  '-article_count:>1',
  'printer article_count:2',
  'printer -article_count:2',
  'printer OR article_count:2',
  'article_count:2 state:open',
  'article_count:1 pending_time:>2000',
  'article_count:1 -printer',
  '_missing_:article_count',
  '_exists_:pending_time',
  '_missing_:pending_time',
  'pending_time:>2000 printer',
  'close_at:>2000',
  'id:<5',
  'id:3 printer',
  'id:[2 TO 9] -printer',
  'printer (id:4 OR article.internal:true)',
  'article.internal:true',
  'article.internal:false',
  '-article.internal:true',
  'article.type:note',
  'article.type:phone',
  'article.type:(note OR email)',
  '-article.type:note',
  'printer article.type:note',
  'printer OR article.type:note',
  'article.type:note article.internal:true',
  'article.sender:Agent',
  'article.created_by:rita@desk.example',
  'article.created_at:>2000',
  'article.attachment.size:>0',
  '-article.attachment.size:>0',
  '_exists_:article.cc',
  '_exists_:article.message_id',
  '_missing_:article.cc',
  'printer _exists_:article.attachment',
  'article.message_id:*bc@*',
  'article.message_id:*abc*',
  'article.message_id:*',
  'printer article.message_id:*bc@*',
  '-article.message_id:*bc@*',
  'article.message_id:(*bc@* OR *ef@*) article.internal:true',
  'article.in_reply_to:*bc@*',
  '-article.in_reply_to:*bc@*',
  'article.in_reply_to:*zzz*',
  '_missing_:state',
  '_exists_:state printer',
  '_missing_:title',
  '-_exists_:organization',
  '-owner_id:1',
  '-article_count:[2 TO 3]',
  '-article_count:[0 TO 1]',
  'printer -article_count:1 -state:open',
  '-created_at:>2000',
  '-created_at:[2025-12-05 TO 2026-02-01]',
  'printer -created_at:<2026-01-10T05:00',
  '-updated_at:>2000',
  '-state:open',
  '-state:(open OR new)',
  '-state:(open OR new OR closed) -priority:high',
  '-(state:open OR article_count:1)',
  'printer -group:Printers',
  '-group:*rin*',
]

const persons = {
  sqlite: ['admin', 'rita', 'ines', 'maya'],
  // One caller on PostgreSQL, where each condition takes longer.
  postgres: ['ines'],
} satisfies Record<string, Person[]>

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`conditions with few and with many matches, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addRandomTickets(w, { seed: 5 })
      await unitOfWork(w.desk, systemUser, async (unit) => {
        const few = await unit.db.sql.selectFrom('tickets').select('id').where('id', '<', 20).execute()
        for (const { id } of few) {
          await update(unit, 'ticket', id, { pending_time: '2026-01-05T00:00:00.000Z', close_at: null })
          const message_id = id % 2 === 0 ? '<abc@x.example>' : '<def@y.example>'
          const article = { ticket_id: id, type_id: 1, sender_id: 2, body: 'printer', message_id }
          await insert(unit, 'article', { ...article, internal: id % 3 === 0 })
        }
        for (let index = 0; index <= MAX_LISTED; index += 1) {
          const ticket_id = await insert(unit, 'ticket', {
            group_id: 1,
            customer_id: 2,
            state_id: 2,
            priority_id: 2,
            number: `77${index}`,
            title: 'many',
            article_count: 1,
          })
          const article = {
            ticket_id,
            type_id: 5,
            sender_id: 2,
            body: index % 2 === 0 ? 'printer' : 'x',
            cc: 'a@b.example',
            in_reply_to: index % 4 === 0 ? '<def@y.example>' : '<abc@x.example>',
          }
          await insert(unit, 'article', { ...article, internal: index % 3 === 0 })
        }
      })
    })
    after(() => w.close())

    for (const as of persons[dialect as keyof typeof persons]) {
      test(`return the same hits as the reference search, as ${as}`, async () => {
        const tables = await tablesOf(w.desk.database)
        const visibility = visibilityOf(tables, w.ids[as] as number)
        for (const query of queries) {
          const expected = referenceSearch({ tables, visibility, now: w.desk.now() }, resources.ticket, query)
          const url = `tickets/search?query=${encodeURIComponent(query)}`
          const { json } = await w.request(`${url}&per_page=1000`, { as })
          assert.deepEqual(json.tickets, expected, query)
          const counted = await w.request(`${url}&only_total_count=true`, { as })
          assert.deepEqual(counted.json, { total_count: expected.length }, query)
          const ids = expected.slice(1, 4)
          const among = await w.request(`${url}&ids=${[...ids, 999_999].join()}`, { as })
          assert.deepEqual(among.json.tickets, ids, query)
        }
      })
    }
  })
}
