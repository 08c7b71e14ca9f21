import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addUsers } from './many-users.ts'
import { eachDialect } from './each-dialect.ts'
import { linksOf } from './links.ts'
import { type World, world } from './world.ts'

const links = async (w: World, query: string) =>
  (await w.request(`users?per_page=1&page=2&${query}`)).headers['link'] ?? ''

for (const [dialect, open] of Object.entries(eachDialect)) {
  // Parsing of parameters does not depend on the database, so fewer of them are tested on PostgreSQL.
  const isThorough = dialect === 'sqlite'
  const sizes = isThorough ? [1, 2, 3, 7, 10, 1000] : [3, 7, 1000]
  describe(`pages on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addUsers(
        w,
        Array.from({ length: 24 }, () => ({})),
      )
    })
    after(() => w.close())

    const idsOf = async (url: string): Promise<number[]> => {
      const reply = await w.request(url)
      assert.equal(reply.status, 200, reply.text)
      return (reply.json as { id: number }[]).map(({ id }) => id)
    }
    const everyUser = async (): Promise<number[]> => {
      const rows = await w.desk.database.sql.selectFrom('users').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }

    test('a list without page and per_page is page 1 with ten items', async () => {
      assert.deepEqual(await idsOf('users'), (await everyUser()).slice(0, 10))
      assert.deepEqual(await idsOf('users?page=2'), (await everyUser()).slice(10, 20))
      assert.deepEqual(await idsOf('users?expand=false'), (await everyUser()).slice(0, 10))
    })

    for (const size of sizes) {
      test(`pages of ${size} together are the whole list, and each links to the others`, async () => {
        const model = await everyUser()
        const last = Math.max(1, Math.ceil(model.length / size))
        const seen: number[] = []
        for (let page = 1; page <= last + 2; page++) {
          const reply = await w.request(`users?per_page=${size}&page=${page}&fields=id`)
          const expected = model.slice((page - 1) * size, page * size)
          assert.deepEqual(
            reply.json,
            expected.map((id) => ({ id })),
          )
          seen.push(...expected)
          assert.equal(reply.headers['x-total-count'], String(model.length))
          const addressOf = (target: number) => `/api/v1/users?per_page=${size}&page=${target}&fields=id`
          assert.deepEqual(linksOf(reply.headers['link']), {
            first: addressOf(1),
            ...(page > 1 ? { prev: addressOf(Math.min(page - 1, last)) } : {}),
            ...(page < last ? { next: addressOf(page + 1) } : {}),
            last: addressOf(last),
          })
        }
        assert.deepEqual(seen, model)
      })

      test(`following the cursor in steps of ${size} returns every row once`, async () => {
        const seen: number[] = []
        let url: string | undefined = `/api/v1/users?after=0&per_page=${size}&fields=id`
        for (let rounds = 0; url !== undefined; rounds++) {
          assert.ok(rounds < 100, 'the cursor does not end')
          const reply = await w.request(url)
          seen.push(...(reply.json as { id: number }[]).map(({ id }) => id))
          url = linksOf(reply.headers['link'])['next']
        }
        assert.deepEqual(seen, await everyUser())
      })

      test(`following the cursor in steps of ${size} in descending order returns every row once, too`, async () => {
        const seen: number[] = []
        let url: string | undefined = `/api/v1/users?after=999999&order_by=desc&per_page=${size}&fields=id`
        while (url !== undefined && seen.length < 1000) {
          const reply = await w.request(url)
          seen.push(...(reply.json as { id: number }[]).map(({ id }) => id))
          url = linksOf(reply.headers['link'])['next']
        }
        assert.deepEqual(seen, (await everyUser()).toReversed())
      })

      test(`rows that are added between pages of ${size} appear once, and no row appears twice`, async () => {
        const before = await everyUser()
        const seen: number[] = []
        for (let page = 1; ; page++) {
          const ids = await idsOf(`users?per_page=${size}&page=${page}&fields=id`)
          if (ids.length === 0) break
          seen.push(...ids)
          if (page <= 3) await addUsers(w, [{}], `late-${size}-${page}`)
        }
        assert.equal(new Set(seen).size, seen.length)
        assert.deepEqual(seen.slice(0, before.length), before)
        if (size < 1000) assert.deepEqual(seen, await everyUser())
      })
    }

    test('limit is an alias of per_page; if both are given, per_page counts', async () => {
      const model = await everyUser()
      assert.deepEqual(await idsOf('users?limit=4'), model.slice(0, 4))
      assert.deepEqual(await idsOf('users?limit=4&page=3'), model.slice(8, 12))
      assert.deepEqual(await idsOf('users?limit=40&page=2&per_page=5'), model.slice(5, 10))
    })

    test('a page past the end is an empty list, however far', async () => {
      for (const page of ['900', '100000', '9007199254740991']) {
        for (const size of [1, 10, 1000]) {
          const reply = await w.request(`users?page=${page}&per_page=${size}`)
          assert.equal(reply.status, 200)
          assert.equal(reply.text, '[]')
          assert.equal(linksOf(reply.headers['link'])['next'], undefined)
        }
      }
      assert.deepEqual(await idsOf('users?after=9007199254740991'), [])
      assert.deepEqual(await idsOf('users?page=3000000000000&per_page=1000&sort_by=login'), [])
    })

    test('links to other pages keep all other parameters, whatever their values', async () => {
      const reply = await w.request(
        'users?fields=id%2Clogin&per_page=3&expand=false&note=a%26b%3Dc%20%C3%A4+d?e&page=2',
      )
      const { next } = linksOf(reply.headers['link'])
      const parameters = new URLSearchParams(next?.slice(next.indexOf('?') + 1))
      assert.deepEqual(Object.fromEntries(parameters), {
        fields: 'id,login',
        per_page: '3',
        expand: 'false',
        note: 'a&b=c ä d?e',
        page: '3',
      })
      const asked = await w.request(next ?? '')
      assert.deepEqual(Object.keys(asked.json[0]).toSorted(), ['id', 'login'])
    })

    test('links stay within the limit of headers: if they are long, the less important ones are left out', async () => {
      assert.deepEqual(Object.keys(linksOf(await links(w, `x=${'y'.repeat(100)}`))), ['first', 'prev', 'next', 'last'])
      assert.deepEqual(Object.keys(linksOf(await links(w, `x=${'y'.repeat(1500)}`))), ['prev', 'next'])
      assert.deepEqual(Object.keys(linksOf(await links(w, `x=${'y'.repeat(3000)}`))), ['next'])
      // Each ä takes six characters in a link.
      for (const count of [1250, 5000]) assert.equal(await links(w, `x=${'ä'.repeat(count)}`), '')
    })

    test('the total and the pages contain only what the caller can read', async () => {
      const reply = await w.request('users?per_page=1', { as: 'zoe' })
      assert.equal(reply.headers['x-total-count'], '1')
      assert.deepEqual(linksOf(reply.headers['link']), {
        first: '/api/v1/users?per_page=1&page=1',
        last: '/api/v1/users?per_page=1&page=1',
      })
    })

    const refused: [query: string, names: RegExp][] = [
      ['per_page=0', /per_page.*between 1 and 1000/],
      ['per_page=1001', /per_page.*between 1 and 1000/],
      ['per_page=abc', /per_page.*between 1 and 1000/],
      ['per_page=-1', /per_page.*between 1 and 1000/],
      ['per_page=1.5', /per_page.*between 1 and 1000/],
      ['per_page=1e2', /per_page/],
      ['per_page=0x10', /per_page/],
      ['per_page=+5', /per_page/],
      ['per_page=%205', /per_page/],
      ['per_page=', /per_page.*between 1 and 1000/],
      ['per_page=99999999999999999999', /per_page/],
      ['per_page=%D9%A1', /per_page/],
      ['per_page[]=5', /per_page/],
      ['limit=0', /limit.*between 1 and 1000/],
      ['limit=1001', /limit.*between 1 and 1000/],
      ['limit=', /limit/],
      ['page=0', /page.*1 or more/],
      ['page=-1', /page.*1 or more/],
      ['page=abc', /page.*1 or more/],
      ['page=1.5', /page.*1 or more/],
      ['page=', /page.*1 or more/],
      ['page=9007199254740992', /page/],
      ['page=1&page=2', /page.*more than once/],
      ['page=1&page=1', /page.*more than once/],
      ['per_page=5&per_page=5', /per_page.*more than once/],
      ['expand=true&expand=false', /expand.*more than once/],
      ['ids=1&ids[]=2', /ids.*more than once/],
      ['after=abc', /after/],
      ['after=-1', /after/],
      ['after=', /after/],
      ['after=1&page=2', /after.*page/],
      ['after=1&sort_by=login', /after.*sort_by/],
      ['sort_by=nothing', /sort_by.*nothing/],
      ['sort_by=password', /sort_by.*password/],
      ['sort_by=preferences', /sort_by.*preferences/],
      ['sort_by=login;drop table users', /sort_by/],
      ['sort_by=organization.name', /sort_by/],
      ['sort_by=login&order_by=up', /order_by.*asc or desc/],
      ['sort_by=login&order_by=asc,desc', /order_by/],
      ['sort_by=login,login', /sort_by.*login.*more than once/],
      [`sort_by=${'login,'.repeat(3000)}`, /sort_by.*more than once/],
      ['fields=nothing', /fields.*nothing/],
      ['fields=password', /fields.*password/],
      ['fields=id,Login', /fields.*Login/],
      ['ids=abc', /ids/],
      ['ids=1,2,x', /ids/],
      ['ids=-1', /ids/],
      ['ids=1.5', /ids/],
      ['ids=9007199254740992', /ids/],
    ]
    for (const [query, names] of isThorough ? refused : []) {
      test(`${query.slice(0, 40)} is 422 with the name of the parameter`, async () => {
        const reply = await w.request(`users?${query}`)
        assert.equal(reply.status, 422, reply.text)
        assert.match(reply.json.error, names)
        assert.equal(reply.json.error, reply.json.error_human)
        assert.equal(reply.json.details[0].message, reply.json.error)
        assert.equal(reply.json.details[0].path, reply.json.error.split(':')[0])
      })
    }

    test('an empty list of fields or columns is ignored', async () => {
      for (const query of ['fields=', 'fields=,', 'sort_by=', 'sort_by=,', 'order_by=', '&&', '=']) {
        const reply = await w.request(`users?${query}`)
        assert.equal(reply.status, 200, query)
        assert.equal(reply.json[0].login, '-', query)
      }
    })

    test('tags have pages like other lists', async () => {
      const all = await w.request('tag_list')
      assert.deepEqual(
        all.json.map(({ name, count }: { name: string; count: number }) => [name, count]),
        [
          ['floor2', 1],
          ['invoice', 1],
          ['printer', 3],
        ],
      )
      const second = await w.request('tag_list?per_page=2&page=2')
      assert.deepEqual(second.json, all.json.slice(2))
      assert.equal(second.headers['x-total-count'], '3')
      assert.deepEqual(Object.keys(linksOf(second.headers['link'])), ['first', 'prev', 'last'])
      const names = async (query: string) =>
        (await w.request(`tag_list?${query}`)).json.map(({ name }: { name: string }) => name).join()
      const ids: number[] = all.json.map(({ id }: { id: number }) => id)
      const byId = all.json.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)
      assert.equal(await names('order_by=desc'), 'printer,invoice,floor2')
      assert.equal(await names('sort_by=count,name&order_by=desc,desc'), 'printer,invoice,floor2')
      assert.deepEqual((await w.request('tag_list?sort_by=id')).json, byId)
      assert.deepEqual((await w.request(`tag_list?after=${byId[0].id}`)).json, byId.slice(1))
      assert.deepEqual((await w.request('tag_list?after=0&per_page=2')).json, byId.slice(0, 2))
      const selected = await w.request(`tag_list?ids=${ids[2]},${ids[0]},9999`)
      assert.deepEqual([selected.json, selected.headers['x-total-count']], [[all.json[0], all.json[2]], '2'])
      assert.deepEqual((await w.request('tag_list?fields=name&per_page=1')).json, [{ name: 'floor2' }])
      assert.deepEqual((await w.request('tag_list?full=true')).json, { record_ids: ids, assets: {}, total_count: 3 })
      for (const query of ['fields=name_downcase', 'sort_by=created_at', 'after=1&sort_by=name', 'page=0'])
        assert.equal((await w.request(`tag_list?${query}`)).status, 422, query)
    })

    test('the articles of a ticket are returned all at once, or in pages on request', async () => {
      for (const body of ['one', 'two', 'three'])
        await w.request('ticket_articles', { method: 'POST', body: { ticket_id: 1, body } })
      const url = 'ticket_articles/by_ticket/1'
      const all = await w.request(url)
      const total = all.json.length as number
      assert.ok(total > 2)
      for (const size of [1, 2, total, 100]) {
        const pages = Math.ceil(total / size)
        for (let page = 1; page <= pages + 1; page += 1) {
          const reply = await w.request(`${url}?page=${page}&per_page=${size}`)
          assert.deepEqual(reply.json, all.json.slice((page - 1) * size, page * size))
          assert.equal(reply.headers['x-total-count'], String(total))
          assert.equal('next' in linksOf(reply.headers['link']), page < pages)
        }
      }
      const { record_ids, total_count } = (await w.request(`${url}?full=true&limit=1`)).json
      assert.deepEqual([record_ids, total_count], [[all.json[0].id], total])
      assert.equal((await w.request(`${url}?per_page=0`)).status, 422)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
