import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`lenient searches on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const ask = async (query: string, more = '', as: 'admin' | 'rita' | 'nils' = 'rita') => {
      const { status, json, text } = await w.request(
        `tickets/search?lenient=true&per_page=100&query=${encodeURIComponent(query)}${more}`,
        { as },
      )
      assert.equal(status, 200, `${query}: ${text}`)
      return json
    }
    const suggestion = async (query: string, as: 'rita' | 'nils' = 'rita') =>
      (await ask(query, '', as)).did_you_mean as string | undefined
    const assertSameHits = async (typed: string, strict: string) => {
      const found = await ask(typed)
      const { json } = await w.request(`tickets/search?per_page=100&query=${encodeURIComponent(strict)}`, {
        as: 'rita',
      })
      assert.deepEqual(found.tickets, json.tickets, typed)
    }

    test('words can have meanings that depend on the desk', async () => {
      const rita = w.ids['rita']
      await assertSameHits('owner:me', `owner_id:${rita}`)
      await assertSameHits('assignee: nobody', 'owner_id:1')
      await assertSameHits('is:unassigned', 'owner_id:1')
      await assertSameHits('is:open', 'state:(new OR open)')
      await assertSameHits('is:closed', 'state:closed')
      await assertSameHits('is:pending', 'state:(pending*)')
      await assertSameHits('is:escalated', 'escalation_at:<now')
      await assertSameHits('has:attachment', '_exists_:article.attachment')
      await assertSameHits('created:today', 'created_at:now/d')
      for (const query of ['is:open', 'is:unassigned']) {
        assert.ok((await ask(query)).tickets.length > 0, query)
      }
    })

    test('the last word is also a prefix', async () => {
      await assertSameHits('label prin', 'label prin*')
      assert.ok((await ask('label prin')).tickets.length > 0)
    })

    test('plain words name agents, negations and times', async () => {
      await assertSameHits(
        'open tickets rita',
        'state:(new OR open) (customer:rita OR organization:rita OR owner.fullname:rita)',
      )
      await assertSameHits('tickets not closed', '-state:closed')
      await assertSameHits('open tickets since monday', 'state:(new OR open) created_at:>=now/w')
      await assertSameHits('closed tickets last week', 'state:closed close_at:now-1w/w')
    })

    test('the number of a ticket finds the ticket; otherwise it is a word', async () => {
      const id = w.ids['Label printer offline']
      const { json } = await w.request(`tickets/${id}`, { as: 'rita' })
      for (const query of [`#${json.number}`, `ticket ${json.number}`, `[Ticket#${json.number}]`, json.number]) {
        assert.deepEqual((await ask(query)).tickets, [id], query)
      }
      await assertSameHits('ticket printer', 'ticket printer*')
      await assertSameHits('#printer', '#printer*')
    })

    test('a mistake is searched as words, and a notice reports it', async () => {
      const found = await ask('printer titel:x')
      assert.deepEqual(found.tickets, [])
      const [{ code, column, length, nearest }] = found.notices
      assert.deepEqual(
        { code, column, length, nearest: nearest[0] },
        { code: 'field_unknown', column: 9, length: 5, nearest: 'title' },
      )
      const wrong = await ask('printer article_count:many')
      assert.equal(wrong.notices[0].code, 'number')
      assert.equal((await ask('"label printer')).notices[0].code, 'quote')
      assert.equal((await ask('printer')).notices, undefined)
      for (const shape of ['&full=true', '&with_total_count=true', '&only_total_count=true']) {
        assert.equal((await ask('printer)', shape)).notices.length, 1, shape)
      }
    })

    test('the strict language is the default; suggestions and the global search are lenient', async () => {
      const query = encodeURIComponent('printer titel:')
      assert.equal((await w.request(`tickets/search?query=${query}`)).status, 422)
      assert.equal((await w.request(`tickets/search?query=${query}&label=1`)).status, 200)
      assert.equal((await w.request(`users/search?term=${query}`)).status, 200)
      const { json } = await w.request(`search?query=${query}`)
      assert.equal(json.notices[0].code, 'field_unknown')
      assert.equal((await w.request(`search?query=${query}&lenient=false`)).status, 422)
    })

    test('a field that only one resource has leaves the other resources out of a global search', async () => {
      const { json } = await w.request('search?query=firstname:nils&by_object=true')
      assert.deepEqual(Object.keys(json.result), ['User'])
      assert.equal(json.notices, undefined)
      const both = await w.request('search?query=firstname:nils%20title:printer')
      assert.deepEqual(both.json.result, [])
    })

    test('a query without hits suggests similar words with hits of the caller', async () => {
      assert.equal(await suggestion('label pritner'), 'label printer')
      assert.equal(await suggestion('labl printer'), 'label printer')
      assert.equal(await suggestion('labelprinter'), 'label printer')
      const all = await w.request('search?query=labl%20pritner', { as: 'rita' })
      assert.equal(all.json.did_you_mean, 'label printer')
      for (const query of ['printer', 'label', 'zzzz', '"labl printer"'])
        assert.equal(await suggestion(query), undefined)
      // These words are only in internal notes.
      assert.equal(await suggestion('huntre2', 'nils'), undefined)
      assert.equal(await suggestion('kyocra', 'nils'), undefined)
    })

    test('customers cannot search by what they cannot read', async () => {
      const phone = '+49 30 5550123'
      const change = { method: 'PUT', body: { phone: '030/555 01 23' } } as const
      assert.equal((await w.request(`users/${w.ids['maya']}`, change)).status, 200)
      const { json } = await w.request(`users/search?lenient=true&query=${encodeURIComponent(phone)}`)
      assert.deepEqual(
        json.map(({ id }: { id: number }) => id),
        [w.ids['maya']],
      )
      assert.ok((await ask(phone)).tickets.length > 0)
      assert.deepEqual((await ask(phone, '', 'nils')).tickets, [])
    })

    test('a phone number is found in any spelling, but not by a number that lacks some of its digits', async () => {
      const byPhone = async (number: string) => {
        const { json } = await w.request(`users/search?lenient=true&query=${encodeURIComponent(number)}`)
        return json.map(({ id }: { id: number }) => id)
      }
      const body = { phone: '+49 (0) 170 / 123-45 67' }
      assert.equal((await w.request(`users/${w.ids['maya']}`, { method: 'PUT', body })).status, 200)
      for (const number of ['+49 170 1234567', '0170 123 45 67', '0049 170/1234567', '0170-1234567'])
        assert.deepEqual(await byPhone(number), [w.ids['maya']], number)
      for (const number of ['+49 17 2367', '0170 12 34 67', '0170 123456'])
        assert.deepEqual(await byPhone(number), [], number)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
