import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { language } from '../testing/language.ts'
import { type World, world } from '../testing/world.ts'

/** A letter for each ticket of the world, in the order of their ids. */
const letters: Readonly<Record<string, string>> = {
  W: 'Welcome to Deskbell!',
  L: 'Label printer offline',
  T: 'Toner for the oven label printer',
  N: 'No network in the bakery',
  I: "Invoice for O'Hara",
  Q: 'Quiet ticket',
  P: 'Paper jam again',
}

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the search language on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await fill(w)
    })
    after(() => w.close())

    const find = async (query: string) => {
      const { status, json, text } = await w.request(`tickets/search?query=${encodeURIComponent(query)}&per_page=100`)
      assert.equal(status, 200, `${query}: ${text}`)
      return json.tickets as number[]
    }
    // The first ticket, `Welcome to Deskbell!`, is not among the ids of the world.
    const idOf = (letter: string) => w.ids[letters[letter] ?? ''] ?? 1
    const order = async (more: string) => {
      const { json } = await w.request(`tickets/search?query=*&per_page=100${more}`)
      return json.tickets.map((id: number) => Object.keys(letters).find((letter) => idOf(letter) === id)).join('')
    }

    for (const [name, cases] of Object.entries(language)) {
      test(name, async () => {
        for (const [query, tickets] of cases) {
          const expected = tickets
            .split('')
            .map(idOf)
            .toSorted((a, b) => a - b)
          assert.deepEqual(
            (await find(query)).toSorted((a, b) => a - b),
            expected,
            query,
          )
        }
      })
    }

    test('the default order is the newest change first, ties by descending id; sort_by selects another', async () => {
      assert.equal(await order(''), 'QPINTLW')
      assert.equal(await order('&order_by=desc'), 'QPINTLW')
      assert.equal(await order('&order_by=asc'), 'WLTNIPQ')
      assert.equal(await order('&sort_by=id'), 'WLTNIQP')
      assert.equal(await order('&sort_by=id&order_by=asc'), 'WLTNIQP')
      assert.equal(await order('&sort_by=id&order_by=desc'), 'PQINTLW')
      assert.equal(await order('&sort_by=title'), 'ILNPQTW')
      assert.equal(await order('&sort_by=state_id,title&order_by=desc,asc'), 'IQLNPTW')
      // With sort_by, ties are sorted by descending id, too.
      assert.equal(await order('&sort_by=priority_id'), 'PQINTLW')
    })

    test('each form of the response has the ids of related records', async () => {
      const { records } = (await w.request('tickets/search?query=offline&with_total_count=true')).json
      const { assets } = (await w.request('tickets/search?query=offline')).json
      assert.deepEqual(records, [assets.Ticket[idOf('L')]])
      assert.equal(records[0].article_ids.length, 2)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}

/** Gives the administrator access to all groups, and adds values that the tickets of the world lack. */
async function fill(w: World): Promise<void> {
  await unitOfWork(w.desk, systemUser, async (unit) => {
    const user_id = w.ids['admin'] as number
    for (const name of ['Printers', 'Network']) {
      const pair = { user_id, group_id: w.ids[name] as number, access: 'full' as const }
      await unit.db.sql.insertInto('groups_users').values(pair).execute()
    }
    const invoice = w.ids["Invoice for O'Hara"] as number
    await update(unit, 'ticket', invoice, { note: 'fragile' })
    await update(unit, 'ticket', w.ids['Quiet ticket'] as number, { created_at: '2026-01-15T12:00:00.000Z' })
    await insert(unit, 'article', {
      ticket_id: invoice,
      type_id: 1,
      sender_id: 2,
      to: 'Support <support@desk.example>',
      cc: 'boss@desk.example',
      message_id: '<one@mail.example>',
      in_reply_to: '12345678901234567',
      body: 'the same again',
    })
    const article_id = w.ids['It blinks red.'] as number
    await insert(unit, 'attachment', { article_id, store_file_id: 1, filename: 'drum.pdf', size: 1234 })
  })
  // The quiet ticket is the last that changed.
  w.pass(1000)
  await unitOfWork(w.desk, systemUser, (unit) =>
    update(unit, 'ticket', w.ids['Quiet ticket'] as number, { type: 'Question' }),
  )
}
