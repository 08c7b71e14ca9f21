import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ResourceName } from '@deskbell/contract'
import { systemUser } from '@deskbell/contract'
import type { Unit } from '../kernel/context.ts'
import { insert, markForIndexing, unitOfWork, update } from '../writing/unit-of-work.ts'
import { type World, world } from './world.ts'

/** Two sets of all records that a ticket refers to. Rounds alternate between them. */
const sets = [
  { user: 'nils', owner: 'rita', organization: "O'Hara & Sons", group: 'Network', ticket_state: 4 },
  { user: 'maya', owner: 'ines', organization: 'Harbor Bakery', group: 'Printers', ticket_state: 2 },
] as const

/** The resource and record that is renamed, its new value, and the paths by which its tickets are found. */
const renamed: readonly [ResourceName, keyof (typeof sets)[0], (text: string) => object, readonly string[]][] = [
  [
    'user',
    'user',
    (text) => ({ firstname: text, lastname: 'Brandt', fullname: `${text} Brandt`, email: `${text}@new.example` }),
    ['', 'customer.firstname:', 'customer.fullname:', 'customer.email:'],
  ],
  [
    'user',
    'owner',
    (text) => ({ lastname: text, fullname: `Some ${text}` }),
    ['', 'owner.lastname:', 'owner.fullname:'],
  ],
  ['organization', 'organization', (text) => ({ name: `${text} Ltd` }), ['', 'organization.name:', 'organization:']],
  ['group', 'group', (text) => ({ name: `Support ${text}` }), ['', 'group.name:', 'group:']],
  ['ticket_state', 'ticket_state', (text) => ({ name: text }), ['state.name:', 'state:']],
]

/** The number of rounds after which another ticket is written, so that none gets thousands of articles. */
const TICKET_ROUNDS = 20

/**
 * Declares a test that writes all fields in each round, in few units of work, and searches by the new and the old value of
 * each in the next requests.
 */
export function testSearchesInEachRound(times: number): void {
  describe(`${times} rounds of writes, each followed at once by searches for each field`, () => {
    let w: World
    before(async () => {
      w = await world()
    })
    after(() => w.close())

    const ids = async (query: string): Promise<number[]> => {
      const { json, text } = await w.request(
        `tickets/search?query=${encodeURIComponent(query)}&per_page=100&fields=id`,
        {
          as: 'rita',
        },
      )
      assert.ok(!('error' in json), text)
      return json.tickets
    }
    const finds = async (ticket: number, queries: readonly string[]) => {
      for (const query of queries) assert.ok((await ids(query)).includes(ticket), `${query} does not find it`)
    }
    const findsNot = async (ticket: number, queries: readonly string[]) => {
      for (const query of queries) assert.ok(!(await ids(query)).includes(ticket), `${query} finds it`)
    }
    const write = <T>(work: (unit: Unit) => Promise<T>) => unitOfWork(w.desk, systemUser, work)
    const idOf = (round: number, key: keyof (typeof sets)[0]): number => {
      const name = sets[round % 2]?.[key]
      return typeof name === 'number' ? name : (w.ids[name as string] as number)
    }
    const createTicket = (round: number) =>
      write((unit) =>
        insert(unit, 'ticket', {
          number: `88${round}`,
          title: 'x',
          group_id: w.ids['Network'] as number,
          customer_id: w.ids['nils'] as number,
          state_id: 1,
          priority_id: 1,
        }),
      )

    async function writeColumns(ticket: number, round: number) {
      const day = new Date(w.desk.now()).toISOString().slice(0, 10)
      await findsNot(ticket, [...words(round), ...anywhere(round)])
      await write((unit) =>
        update(unit, 'ticket', ticket, {
          title: `a titlezebra${round} b`,
          note: `the notezebra${round}`,
          type: `typezebra${round}`,
          customer_id: idOf(round, 'user'),
          owner_id: idOf(round, 'owner'),
          organization_id: idOf(round, 'organization'),
          group_id: idOf(round, 'group'),
          state_id: idOf(round, 'ticket_state'),
          priority_id: 1 + (round % 3),
          pending_time: `${day}T12:00:00.000Z`,
          article_count: 100 + round,
        }),
      )
      const references = (of: number) => [
        `customer_id:${idOf(of, 'user')}`,
        `owner_id:${idOf(of, 'owner')}`,
        `state_id:${idOf(of, 'ticket_state')}`,
        `group_id:${idOf(of, 'group')}`,
        `titlezebra${round} organization_id:${idOf(of, 'organization')}`,
        `priority:${priority(of)}`,
      ]
      await finds(ticket, [...words(round), ...anywhere(round), ...references(round), ...values(round)])
      await finds(ticket, [`pending_time:${day}`, `updated_at:${day}`, `article_count:[${100 + round} TO *]`])
      // A new ticket has no values of an earlier round.
      if (round % TICKET_ROUNDS === 0) return
      await findsNot(ticket, [...words(round - 1), ...anywhere(round - 1), ...references(round - 1)])
      await findsNot(ticket, [...values(round - 1), `pending_time:<${day}`, `updated_at:<${day}`])
    }

    async function writeArticle(ticket: number, round: number) {
      const names = ['subject', 'from', 'to', 'cc', 'body'] as const
      const texts = Object.fromEntries(names.map((name) => [name, `a ${name}zebra${round} b`]))
      const queries = [
        ...names.flatMap((name) => [`article.${name}:${name}zebra${round}`, `${name}zebra${round}`]),
        `article.attachment.title:filezebra${round}.pdf`,
        `filezebra${round}`,
      ]
      await findsNot(ticket, queries)
      const article_id = await write((unit) =>
        insert(unit, 'article', {
          ticket_id: ticket,
          type_id: 10,
          sender_id: 1,
          ...texts,
          body: `a bodyzebra${round} b`,
        }),
      )
      const file = { article_id, store_file_id: 1, filename: `filezebra${round}.pdf`, size: 5 }
      await write((unit) => insert(unit, 'attachment', file))
      await finds(ticket, queries)
    }

    async function writeTags(ticket: number, round: number, ids: readonly number[]) {
      const [now, before] = [ids[round % 2] as number, ids[(round + 1) % 2] as number]
      await write(async (unit) => {
        const pairs = unit.db.sql.deleteFrom('tickets_tags').where('ticket_id', '=', ticket)
        await pairs.where('tag_id', '=', before).execute()
        await unit.db.sql.insertInto('tickets_tags').values({ ticket_id: ticket, tag_id: now }).execute()
        markForIndexing(unit, 'ticket', ticket)
      })
      await finds(ticket, tagged(round))
      await findsNot(ticket, tagged(round + 1))
    }

    async function renameRecords(ticket: number, round: number) {
      await write(async (unit) => {
        for (const [kind, key, patch] of renamed) {
          await update(unit, kind, idOf(round, key), patch(`${key.replace('_', '')}zebra${round}`))
        }
      })
      for (const [, key, , paths] of renamed) {
        const queries = (of: number) => paths.map((path) => `${path}${key.replace('_', '')}zebra${of}`)
        await finds(ticket, queries(round))
        // No record has the name of two rounds ago any more.
        if (round >= 2) for (const query of queries(round - 2)) assert.deepEqual(await ids(query), [], query)
      }
    }

    test('columns, references, times, articles, files, tags, and names of what a ticket refers to', async () => {
      const tagIds = await write(async (unit) => [
        await insert(unit, 'tag', { name: 'tag even', name_downcase: 'tag even' }),
        await insert(unit, 'tag', { name: 'tag odd', name_downcase: 'tag odd' }),
      ])
      let ticket = 0
      for (let round = 0; round < times; round += 1) {
        w.pass(86_400_000)
        if (round % TICKET_ROUNDS === 0) ticket = await createTicket(round)
        await writeColumns(ticket, round)
        await writeArticle(ticket, round)
        await writeTags(ticket, round, tagIds)
        await renameRecords(ticket, round)
      }
      assert.deepEqual(w.logged, [])
    })
  })
}

const words = (of: number) => [`title:titlezebra${of}`, `note:notezebra${of}`, `type:typezebra${of}`]
const anywhere = (of: number) => [`titlezebra${of}`, `title:*lezeb*a${of}`, `"the notezebra${of}"`]
const priority = (of: number) => ['low', 'normal', 'high'][of % 3] as string
const values = (of: number) => [`article_count:${100 + of}`]
const tagged = (of: number) => [`tags:"tag ${of % 2 ? 'odd' : 'even'}"`, `tags.name:${of % 2 ? 'odd' : 'even'}`]
