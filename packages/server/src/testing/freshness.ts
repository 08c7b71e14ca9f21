import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ResourceName } from '@deskbell/contract'
import { systemUser } from '@deskbell/contract'
import type { Unit } from '../kernel/context.ts'
import { insert, markForIndexing, unitOfWork, update } from '../writing/unit-of-work.ts'
import { type Person, type World, world } from './world.ts'

/**
 * Declares tests that write each field repeatedly, and search by the new and the old value immediately.
 * @param times the number of writes of each field.
 */
export function testSearchesAfterWrites(times: number): void {
  describe('a ticket is found immediately after a write', () => {
    let w: World
    let ticket: number
    before(async () => {
      w = await world()
      ticket = w.ids['Label printer offline'] as number
    })
    after(() => w.close())

    const ids = async (path: string, query: string, as: Person = 'rita'): Promise<number[]> => {
      const { json, text } = await w.request(`${path}/search?query=${encodeURIComponent(query)}&per_page=100`, { as })
      assert.ok(!('error' in json), text)
      return path === 'tickets' ? json.tickets : json.map(({ id }: { id: number }) => id)
    }
    const write = (work: (unit: Unit) => Promise<unknown>) => unitOfWork(w.desk, systemUser, work)
    /** Searches by the new word before the write, which fills caches; afterwards by the new word and by the old one. */
    const follow = async (
      name: string,
      query: (text: string) => string,
      change: (text: string, unit: Unit) => Promise<unknown>,
    ) => {
      const word = (round: number) => `${name}zebra${round}`
      for (let round = 1; round <= times; round += 1) {
        assert.deepEqual(await ids('tickets', query(word(round))), [], query(word(round)))
        await write((unit) => change(word(round), unit))
        assert.ok((await ids('tickets', query(word(round)))).includes(ticket), query(word(round)))
        if (round > 1) assert.deepEqual(await ids('tickets', query(word(round - 1))), [], 'the old word')
      }
    }

    for (const column of ['title', 'note', 'type'] as const) {
      test(`by its ${column}`, () =>
        follow(
          column,
          (text) => `${column}:${text}`,
          (text, unit) => update(unit, 'ticket', ticket, { [column]: `a ${text} b` }),
        ))
    }

    test('by a pattern that a new word fits', () =>
      follow(
        'pattern',
        (text) => `title:*${text.slice(2, -2)}?${text.slice(-1)}`,
        (text, unit) => update(unit, 'ticket', ticket, { title: text }),
      ))

    test('a word of a unit of work that was rolled back is not found, and the next unit writes it again', async () => {
      const add = (unit: Unit) => update(unit, 'ticket', ticket, { title: 'quixotically' })
      const failing = write(async (unit) => {
        await add(unit)
        await unit.db.sql
          .insertInto('groups')
          .values({ id: 1 } as never)
          .execute()
      })
      await assert.rejects(failing)
      assert.deepEqual(await ids('tickets', 'title:*uixot*'), [])
      await write(add)
      assert.deepEqual(await ids('tickets', 'title:*uixot*'), [ticket])
    })

    test('by a word in its title, looked for anywhere', () =>
      follow(
        'any',
        (text) => text,
        (text, unit) => update(unit, 'ticket', ticket, { title: text }),
      ))

    const references: [string, string, (unit: Unit, id: number) => Promise<unknown>, readonly string[]][] = [
      [
        'state_id',
        'state.name',
        (unit, id) => update(unit, 'ticket', ticket, { state_id: id }),
        ['new', 'open', 'closed'],
      ],
      [
        'priority_id',
        'priority',
        (unit, id) => update(unit, 'ticket', ticket, { priority_id: id }),
        ['low', 'normal', 'high'],
      ],
    ]
    for (const [column, path, change, names] of references) {
      test(`by its ${column}`, async () => {
        const idsByName = { new: 1, open: 2, closed: 4, low: 1, normal: 2, high: 3 } as Record<string, number>
        for (let round = 0; round < times; round += 1) {
          const name = names[round % names.length] as string
          await write((unit) => change(unit, idsByName[name] as number))
          assert.ok((await ids('tickets', `${path}:${name}`)).includes(ticket))
          for (const other of names) {
            if (other !== name) assert.ok(!(await ids('tickets', `${path}:${other}`)).includes(ticket), other)
          }
        }
      })
    }

    test('by its customer, owner, organization and group', async () => {
      for (let round = 0; round < times; round += 1) {
        const [customer, owner] = round % 2 === 0 ? (['maya', 'ines'] as const) : (['zoe', 'rita'] as const)
        const [organization, group] =
          round % 2 === 0 ? (['Harbor Bakery', 'Printers'] as const) : (["O'Hara & Sons", 'Network'] as const)
        await write((unit) =>
          update(unit, 'ticket', ticket, {
            customer_id: w.ids[customer] as number,
            owner_id: w.ids[owner] as number,
            organization_id: w.ids[organization] as number,
            group_id: w.ids[group] as number,
          }),
        )
        const hits = [`customer.firstname:${customer}`, `owner.login:${owner}@desk.example`, `group:${group}`]
        for (const query of [...hits, `organization:"${organization}"`, `title:anyzebra* ${customer}`]) {
          assert.ok((await ids('tickets', query)).includes(ticket), query)
        }
        const [formerCustomer, formerGroup] = round % 2 === 0 ? ['zoe', 'Network'] : ['maya', 'Printers']
        for (const query of [`customer.firstname:${formerCustomer}`, `group:${formerGroup}`]) {
          assert.ok(!(await ids('tickets', query)).includes(ticket), query)
        }
      }
    })

    test('by times and numbers', async () => {
      for (let round = 1; round <= times; round += 1) {
        w.pass(86_400_000)
        const day = new Date(w.desk.now()).toISOString().slice(0, 10)
        await write((unit) =>
          update(unit, 'ticket', ticket, { pending_time: `${day}T12:00:00.000Z`, article_count: 100 + round }),
        )
        for (const query of [
          `pending_time:${day}`,
          `updated_at:${day}`,
          'updated_at:now/d',
          `article_count:${100 + round}`,
        ]) {
          assert.deepEqual(await ids('tickets', query), [ticket], query)
        }
        assert.deepEqual(await ids('tickets', `article_count:>${100 + round}`), [])
        assert.deepEqual(await ids('tickets', `article_count:${99 + round}`), [])
      }
    })

    test('by its tags, which come and go', async () => {
      const tag = await write((unit) => insert(unit, 'tag', { name: 'zebra tag', name_downcase: 'zebra tag' }))
      for (let round = 1; round <= times; round += 1) {
        await write(async (unit) => {
          await unit.db.sql
            .insertInto('tickets_tags')
            .values({ ticket_id: ticket, tag_id: tag as number })
            .execute()
          markForIndexing(unit, 'ticket', ticket)
        })
        for (const query of ['tags:"zebra tag"', 'tags.name:zebra', 'zebra tag']) {
          assert.deepEqual(await ids('tickets', query), [ticket], query)
        }
        await write(async (unit) => {
          await unit.db.sql
            .deleteFrom('tickets_tags')
            .where('tag_id', '=', tag as number)
            .execute()
          markForIndexing(unit, 'ticket', ticket)
        })
        assert.deepEqual(await ids('tickets', 'tags:"zebra tag"'), [])
      }
    })

    for (const column of ['subject', 'from', 'to', 'cc', 'body'] as const) {
      test(`by the ${column} of a new article, in a unit of work of its own`, async () => {
        for (let round = 1; round <= times; round += 1) {
          const text = `${column}zebra${round}`
          assert.deepEqual(await ids('tickets', `article.${column}:${text}`), [])
          const values = { ticket_id: ticket, type_id: 10, sender_id: 1, body: 'x', [column]: `a ${text} b` }
          await write((unit) => insert(unit, 'article', values))
          for (const query of [`article.${column}:${text}`, text, `"a ${text}"`]) {
            assert.deepEqual(await ids('tickets', query), [ticket], query)
          }
        }
      })
    }

    test('by the name of an attachment', async () => {
      const article_id = w.ids['It blinks red.'] as number
      for (let round = 1; round <= times; round += 1) {
        const values = { article_id, store_file_id: 1, filename: `zebrafile${round}.pdf`, size: 5 }
        await write((unit) => insert(unit, 'attachment', values))
        for (const path of ['article.attachment.title:', 'article.attachments.filename:', '']) {
          assert.deepEqual(await ids('tickets', `${path}zebrafile${round}.pdf`), [ticket], path)
        }
      }
    })

    test('by a customer, with the text of an article, only while the article is public', async () => {
      const id = w.ids['It blinks red.'] as number
      await write((unit) => update(unit, 'ticket', ticket, { customer_id: w.ids['nils'] as number }))
      for (let round = 0; round < times; round += 1) {
        const internal = round % 2 === 0
        await write((unit) => update(unit, 'article', id, { internal }))
        assert.deepEqual(await ids('tickets', 'blinks', 'nils'), internal ? [] : [ticket])
        assert.deepEqual(await ids('tickets', 'article.body:blinks'), [ticket])
      }
    })

    const renamed: [ResourceName, string, (text: string) => object, readonly string[]][] = [
      [
        'user',
        'nils',
        (text) => ({ firstname: text, lastname: 'Brandt', fullname: `${text} Brandt`, email: `${text}@new.example` }),
        ['', 'customer.firstname:', 'customer.fullname:', 'customer.email:'],
      ],
      [
        'user',
        'rita',
        (text) => ({ lastname: text, fullname: `Rita ${text}` }),
        ['', 'owner.lastname:', 'owner.fullname:'],
      ],
      [
        'organization',
        "O'Hara & Sons",
        (text) => ({ name: `${text} Ltd` }),
        ['', 'organization.name:', 'organization:'],
      ],
      ['group', 'Network', (text) => ({ name: `Support ${text}` }), ['', 'group.name:', 'group:']],
      ['ticket_state', 'closed', (text) => ({ name: text }), ['state:', 'state.name:']],
    ]
    for (const [kind, name, patch, paths] of renamed) {
      test(`by the new name of the ${kind} ${name}, and not by the old one, without a write to the ticket`, async () => {
        await write((unit) =>
          update(unit, 'ticket', ticket, {
            customer_id: w.ids['nils'] as number,
            owner_id: w.ids['rita'] as number,
            organization_id: w.ids["O'Hara & Sons"] as number,
            group_id: w.ids['Network'] as number,
            state_id: 4,
          }),
        )
        // The state `closed`, which is not among the ids of the world, has the id 4.
        const id = w.ids[name] ?? 4
        for (let round = 1; round <= times; round += 1) {
          const [now, before] = [`${kind}zebra${round}`, `${kind}zebra${round - 1}`]
          await write((unit) => update(unit, kind, id, patch(now)))
          for (const path of paths) {
            assert.ok((await ids('tickets', path + now)).includes(ticket), path + now)
            assert.deepEqual(await ids('tickets', path + before), [], path + before)
          }
        }
      })
    }

    test('users, organizations and groups are found, too, by name and by note', async () => {
      for (let round = 1; round <= times; round += 1) {
        const text = `otter${round}`
        const login = `${text}@desk.example`
        const created = await unitOfWork(w.desk, systemUser, async (unit) => ({
          users: await insert(unit, 'user', {
            login,
            email: login,
            firstname: text,
            fullname: text,
            note: `about ${text}`,
          }),
          organizations: await insert(unit, 'organization', { name: text, note: `about ${text}` }),
          groups: await insert(unit, 'group', { name: text, name_last: text, note: `about ${text}` }),
        }))
        for (const [path, id] of Object.entries(created)) {
          const name = path === 'users' ? 'fullname' : 'name'
          for (const query of [text, `${name}:${text}`, `note:"about ${text}"`, `${text.slice(0, -1)}* ${text}`]) {
            assert.deepEqual(await ids(path, query, 'admin'), [id], `${path} ${query}`)
          }
        }
      }
    })

    test('no request or write caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
