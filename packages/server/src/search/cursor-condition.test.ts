import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type World, world } from '../testing/world.ts'

interface Row {
  readonly id: number
}

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the cursor of a search on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addRandomTickets(w, { seed: 7 })
    })
    after(() => w.close())

    const page = async (url: string, as: 'admin' | 'rita' | 'nils' = 'admin') => {
      const reply = await w.request(url, { as })
      assert.equal(reply.status, 200, `${url}: ${reply.text}`)
      return { ids: (reply.json as Row[]).map(({ id }) => id), headers: reply.headers }
    }
    const walk = async (url: string, size: number, as: 'admin' | 'rita' | 'nils') => {
      const walked: number[] = []
      for (let last: number | undefined; ;) {
        const { ids } = await page(`${url}&per_page=${size}${last === undefined ? '' : `&after=${last}`}`, as)
        walked.push(...ids)
        last = ids.at(-1)
        if (ids.length < size) return walked
      }
    }

    const orders = ['', '&order_by=asc', '&sort_by=id', '&sort_by=id&order_by=desc', '&sort_by=updated_at']
    for (const path of ['tickets', 'users', 'organizations', 'roles']) {
      for (const query of ['*', 'printer', '-printer', 'e* OR a*']) {
        test(`returns each of the ${path} that match ${query} once and in order`, async () => {
          for (const as of ['admin', 'rita', 'nils'] as const) {
            if (as === 'nils' && path !== 'tickets') continue
            for (const order of orders) {
              const url = `${path}/search?query=${query}&expand=true&fields=id${order}`
              const { ids } = await page(`${url}&per_page=1000`, as)
              assert.deepEqual(await walk(url, 3, as), ids, `${as} ${order}`)
            }
          }
        })
      }
    }

    test('changes between two pages neither repeat nor skip a hit', async () => {
      const url = 'tickets/search?query=*&expand=true&fields=id&per_page=3'
      const { ids } = await page('tickets/search?query=*&expand=true&fields=id&per_page=1000')
      const first = await page(url)
      // Two hits of the first page move to the front; pages by number would repeat them.
      for (const id of first.ids.slice(0, 2)) {
        await w.request(`tickets/${id}`, { method: 'PUT', body: { title: `Changed ${id}` } })
      }
      const second = await page(`${url}&after=${first.ids[2]}`)
      assert.deepEqual(second.ids, ids.slice(3, 6))
      assert.equal(second.headers['link'], `</api/v1/${url}&after=${second.ids[2]}>; rel="next"`)
      assert.equal(second.headers['x-total-count'], String(ids.length))
    })

    test('totals count all hits; an invalid cursor, or one with another order or a page number, is rejected', async () => {
      const all = (await w.request('tickets/search?query=printer&only_total_count=true')).json.total_count
      const full = await w.request('tickets/search?query=printer&full=true&after=0')
      assert.equal(full.json.total_count, all)
      for (const query of ['after=99999', 'after=1&sort_by=title', 'after=1&page=2', 'after=x', 'after=-1']) {
        const { status, json } = await w.request(`tickets/search?query=printer&${query}`)
        assert.deepEqual([status, json.details[0].path], [422, 'after'], query)
      }
      // Customers do not see `updated_at` of roles, so they cannot page in that order.
      assert.equal((await w.request('roles/search?query=*&after=1', { as: 'nils' })).status, 422)
      assert.equal((await page('roles/search?query=*&after=1&sort_by=id', 'nils')).ids.length, 2)
      assert.equal((await w.request('tickets/search?query=printer&sort_by=relevance&after=1')).status, 422)
    })
  })
}
