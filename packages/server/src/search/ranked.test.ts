import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources, systemUser } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { wordsIn } from '../text/words.ts'
import { textTableColumns, indexed } from './document-columns.ts'
import { ownTexts } from './documents.ts'
import { ticketTexts } from './ticket-texts.ts'
import { RESCORE_WINDOW } from './ranked.ts'

const columnWeights: Readonly<Record<string, number>> = {
  refs: 0,
  number: 8,
  title: 8,
  tags: 4,
  article_subject: 2,
  internal_subject: 2,
}

/** Queries with the words that count, so that the order can be computed independently. */
const cases: readonly [query: string, phrases: string[], columns?: string[]][] = [
  ['printer', ['printer']],
  ['printer toner', ['printer', 'toner']],
  ['printer OR offline OR paper', ['printer', 'offline', 'paper']],
  ['printer -offline', ['printer']],
  ['title:printer', ['printer'], ['title']],
  ['"paper jam" OR muller', ['paper jam', 'muller']],
  ['article.body:(toner OR cafe)', ['toner', 'cafe'], ['article_body', 'internal_body']],
]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the order of relevance on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addRandomTickets(w, { seed: 5 })
    })
    after(() => w.close())

    const ids = async (query: string, more = '', as: Person = 'admin', path = 'tickets'): Promise<number[]> => {
      const url = `${path}/search?query=${encodeURIComponent(query)}&sort_by=relevance&fields=id${more}`
      const { status, json, text } = await w.request(url, { as })
      assert.equal(status, 200, text)
      return path === 'tickets' ? json.tickets : json.map(({ id }: { id: number }) => id)
    }

    for (const [query, phrases, columns] of cases) {
      test(`${query}: frequent matches, rare words and short tickets come first`, async () => {
        const scoreOf = await bm25Scorer(w, phrases, columns)
        const found = await ids(query, '&per_page=100')
        assert.ok(found.length > 4)
        const scores = found.map(scoreOf)
        const isSorted = scores.every((score, index) => index === 0 || score <= (scores[index - 1] ?? 0) + 1e-9)
        assert.ok(isSorted, `${found.join()}: ${scores.join()}`)
        assert.ok((scores[0] ?? 0) > (scores.at(-1) ?? 0))
      })
    }

    test('consecutive pages contain each hit once, in either direction', async () => {
      for (const [query, as] of [
        ['printer', 'admin'],
        ['nils OR printer', 'ines'],
        ['printer OR state:open', 'maya'],
        ['-jam (paper OR priority:high)', 'rita'],
      ] as const) {
        const all = await ids(query, '&per_page=1000', as)
        const { json } = await w.request(`tickets/search?query=${encodeURIComponent(query)}&per_page=1000`, { as })
        assert.deepEqual(
          all.toSorted((a, b) => a - b),
          json.tickets.toSorted((a: number, b: number) => a - b),
          query,
        )
        for (const order of ['desc', 'asc']) {
          const pages: number[] = []
          for (let page = 1; page * 3 < all.length + 6; page += 1) {
            pages.push(...(await ids(query, `&per_page=3&page=${page}&order_by=${order}`, as)))
          }
          assert.deepEqual(pages, order === 'asc' ? all.toReversed() : all)
        }
      }
    })

    test('single-letter prefixes and references do not count: the newest hits are first', async () => {
      for (const query of ['p*', 'p* OR t*', 'p* state:open -jam', 'customer.firstname:nils']) {
        for (const as of ['admin', 'ines', 'maya'] as const) {
          const { json } = await w.request(`tickets/search?query=${encodeURIComponent(query)}&per_page=100`, { as })
          assert.deepEqual(await ids(query, '&per_page=100', as), json.tickets, query)
        }
      }
      const users = await w.request('users/search?query=n*&fields=id', { as: 'rita' })
      const found = users.json.map(({ id }: { id: number }) => id)
      assert.ok(found.length > 1)
      assert.deepEqual(await ids('n*', '', 'rita', 'users'), found)
    })

    test('users and organizations are ranked, and so are tickets with full=true', async () => {
      assert.deepEqual((await ids('nils', '', 'rita', 'users'))[0], w.ids['nils'])
      assert.deepEqual(await ids('harbor', '', 'rita', 'organizations'), [w.ids['Harbor Bakery']])
      const { json } = await w.request('tickets/search?query=printer&sort_by=relevance&full=true')
      assert.deepEqual(json.record_ids, await ids('printer'))
    })

    test('is rejected for a query without words, and together with other columns', async () => {
      for (const query of ['*', 'state_id:2', '-printer', '_exists_:note', '']) {
        const { status, json } = await w.request(`tickets/search?query=${encodeURIComponent(query)}&sort_by=relevance`)
        assert.equal(status, 422, query)
        assert.deepEqual(json.details, [{ path: 'sort_by', message: 'sort_by=relevance: needs words in the query.' }])
      }
      // A lenient search without words keeps the default order: people chose relevance for an earlier search.
      const newest = (await w.request('tickets/search?query=state_id:2')).json.tickets
      const lenient = await w.request('tickets/search?query=state_id:2&sort_by=relevance&lenient=true')
      assert.ok(newest.length > 1)
      assert.deepEqual(lenient.json.tickets, newest)
      for (const [more, path] of [
        ['sort_by=relevance,id', 'sort_by'],
        ['sort_by=relevance&order_by=up', 'order_by'],
        ['sort_by=relevance&order_by=asc,desc', 'order_by'],
      ] as const) {
        const { status, json } = await w.request(`tickets/search?query=printer&${more}`)
        assert.equal(status, 422)
        assert.equal(json.details[0].path, path)
      }
      assert.equal((await w.request('tickets?sort_by=relevance')).status, 422)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}

test('the newest RESCORE_WINDOW hits are sorted by relevance; older ones follow, newest first', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const count = RESCORE_WINDOW + 30
  await unitOfWork(w.desk, systemUser, async (unit) => {
    for (let index = 0; index < count; index += 1) {
      const title = index % 7 === 0 ? 'walrus walrus' : 'walrus'
      const references = { group_id: 1, customer_id: 2, state_id: 1, priority_id: 2, owner_id: 1 }
      await insert(unit, 'ticket', { ...references, number: String(80_000 + index), title })
    }
  })
  const pages = async (more: string, size: number) => {
    const found: number[] = []
    for (let page = 1; page <= Math.ceil(count / size); page += 1) {
      found.push(...(await w.request(`tickets/search?query=walrus&${more}&per_page=${size}&page=${page}`)).json.tickets)
    }
    return found
  }
  const newest = await pages('', 1000)
  const best = await pages('sort_by=relevance', 1000)
  assert.deepEqual(best.slice(RESCORE_WINDOW), newest.slice(RESCORE_WINDOW))
  assert.deepEqual(
    best.slice(0, RESCORE_WINDOW).toSorted((a, b) => b - a),
    newest.slice(0, RESCORE_WINDOW),
  )
  assert.notDeepEqual(best.slice(0, RESCORE_WINDOW), newest.slice(0, RESCORE_WINDOW))
  assert.deepEqual(await pages('sort_by=relevance', 77), best)
  assert.deepEqual(await pages('sort_by=relevance&order_by=asc', 77), best.toReversed())
})

test('the columns of an index are in the order of textTableColumns, in which their weights are listed', async (t) => {
  const w = await world()
  t.after(() => w.close())
  for (const resource of indexed) {
    const query = CompiledQuery.raw(`select name from pragma_table_info('${resource.path}_text')`)
    const columns = (await w.desk.database.arrays(query)).map(([name]) => name)
    assert.deepEqual(columns, textTableColumns(resource), resource.name)
  }
})

/** BM25, computed from the texts of all documents. */
async function bm25Scorer({ desk: { database } }: World, phrases: string[], columns?: string[]) {
  const rows = await database.sql.selectFrom('tickets').selectAll().execute()
  const documents = new Map<number, Map<string, string[]>>()
  for (const row of rows) {
    const texts = { ...ownTexts(resources.ticket, row), ...(await ticketTexts(database, [row.id])).get(row.id) }
    // The separator between two texts is a term of the index.
    const words = Object.entries(texts).map(([name, text]) => [name, wordsIn(text.replaceAll('\uE000', 'x'))] as const)
    documents.set(row.id, new Map(words))
  }
  const sizes = new Map([...documents].map(([id, texts]) => [id, [...texts.values()].flat().length]))
  const average = [...sizes.values()].reduce((sum, size) => sum + size, 0) / documents.size
  const occurrences = (id: number, phrase: string, by: (column: string) => number) => {
    let sum = 0
    for (const [column, words] of documents.get(id) ?? []) {
      if (columns && !columns.includes(column)) continue
      const wanted = phrase.split(' ')
      sum += by(column) * words.filter((_, index) => wanted.every((one, more) => words[index + more] === one)).length
    }
    return sum
  }
  return (id: number): number => {
    let score = 0
    for (const phrase of phrases) {
      const hits = [...documents.keys()].filter((one) => occurrences(one, phrase, () => 1) > 0).length
      const rarity = Math.max(Math.log((documents.size - hits + 0.5) / (hits + 0.5)), 1e-6)
      const count = occurrences(id, phrase, (column) => columnWeights[column] ?? 1)
      score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * (sizes.get(id) ?? 0)) / average))
    }
    return score
  }
}
