import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { systemUser } from '@deskbell/contract'
import type { IndexLimits, WordLimit } from '../kernel/context.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type World, world } from '../testing/world.ts'
import { wordsIn } from '../text/words.ts'
import { checks, findProblems } from '../upkeep/check.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { Allowance, defaultIndexLimits } from './allowance.ts'
import { ticketTexts } from './ticket-texts.ts'
import { addWords } from './vocabulary.ts'

test('an allowance accepts words up to the limit, however they are distributed over texts', () => {
  const anyLimit = fc.record({ words: fc.integer({ min: 1, max: 20 }), different: fc.integer({ min: 1, max: 10 }) })
  const anyTexts = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l')))
  fc.assert(
    fc.property(anyLimit, anyTexts, (limit, texts) => {
      const allowance = new Allowance(limit)
      const taken = texts.flatMap((words) => words.slice(0, allowance.take(words)))
      assert.deepEqual(taken, longestPrefix(limit, texts.flat()))
      assert.equal(allowance.isSpent, taken.length < texts.flat().length)
    }),
  )
})

/** Returns the longest prefix of the words that the limit accepts. */
function longestPrefix({ words, different }: WordLimit, all: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: Math.min(words, all.length) + 1 }, (_, length) => length)
  const longest = lengths.findLast((length) => new Set(all.slice(0, length)).size <= different)
  return all.slice(0, longest)
}

/** Three words of each article are those of its sender. */
const sender = 'admin@desk.example'
const fewWords: IndexLimits = { article: { words: 9, different: 7 }, ticket: { words: 12, different: 12 } }

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the index of long texts, on ${dialect}`, () => {
    let w: World
    let id: number
    before(async () => {
      w = await world(open, {
        indexLimits: fewWords,
      })
      const article = { subject: 'Label printer', body: 'Ärger mit Toner heute', internal: true }
      const body = { title: 'Sixth floor', group: 'Users', customer_id: 3, tags: 'vip', article }
      const reply = await w.request('tickets', { method: 'POST', body })
      assert.equal(reply.status, 201, reply.text)
      id = reply.json.id
    })
    after(() => w.close())

    const isFound = async (query: string) => {
      const { json, text } = await w.request(`tickets/search?query=${encodeURIComponent(`${query} id:${id}`)}`)
      assert.ok(json.tickets, text)
      return json.tickets.length === 1
    }
    const isFoundBy = (...queries: string[]) => Promise.all(queries.map(isFound))
    const add = async (body: string) => {
      const article = { ticket_id: id, body, content_type: 'text/html' }
      assert.equal((await w.request('ticket_articles', { method: 'POST', body: article })).status, 201)
    }

    test('only the first words of an article are found, but its text is stored completely', async () => {
      assert.deepEqual(await isFoundBy('printer', 'arger', '"arger mit"', 'article.body:mi*'), [true, true, true, true])
      assert.deepEqual(await isFoundBy('toner', 'article.body:heute', 'heu*', '"mit toner"'), [
        false,
        false,
        false,
        false,
      ])
      const { json } = await w.request(`ticket_articles/by_ticket/${id}`)
      assert.deepEqual([json[0].body, json[0].from], ['Ärger mit Toner heute', sender])
    })

    test('of too many articles only the newest are found; title and tags are always found', async () => {
      await add('<p>offline</p> again again')
      assert.deepEqual(await isFoundBy('again', 'printer', 'arger', 'mit'), [true, true, true, false])
      await add('paper jam paper jam')
      assert.deepEqual(await isFoundBy('"paper jam"', 'again', 'printer', 'arger'), [true, true, false, false])
      assert.deepEqual(await isFoundBy('"sixth floor"', 'tags:vip', 'title:floor'), [true, true, true])
    })

    test('older articles are found again after the newest is deleted', async () => {
      const { json } = await w.request(`ticket_articles/by_ticket/${id}`)
      assert.equal((await w.request(`ticket_articles/${json.at(-1).id}`, { method: 'DELETE' })).status, 200)
      assert.deepEqual(await isFoundBy('paper', 'again', 'printer', 'arger'), [false, true, true, true])
    })
  })
}

describe('a ticket with more different words than the limits', () => {
  let w: World
  let id: number
  before(async () => {
    w = await world()
    const body = { title: 'x', group: 'Users', customer_id: 3, article: { body: newWords(0) } }
    id = (await w.request('tickets', { method: 'POST', body })).json.id
    for (const number of [1, 2]) {
      const article = { ticket_id: id, body: newWords(number) }
      assert.equal((await w.request('ticket_articles', { method: 'POST', body: article })).status, 201)
    }
  })
  after(() => w.close())

  const perArticle = 15_000
  const newWords = (article: number) =>
    Array.from({ length: perArticle }, (_, index) => `new${article * perArticle + index}`).join(' ')
  const { article, ticket } = defaultIndexLimits

  test('is indexed up to the limits', async () => {
    const texts = (await ticketTexts(w.desk.database, [id])).get(id) ?? {}
    assert.equal(new Set(Object.values(texts).flatMap(wordsIn)).size, ticket.different)
    const [[words] = []] = await w.desk.database.arrays(
      CompiledQuery.raw(`select count(*) from search_words where word glob 'new[0-9]*'`),
    )
    assert.equal(words, 3 * (article.different - wordsIn(sender).length))
  })

  test('passes deskbell check', async () => {
    for (const check of checks) for await (const line of findProblems(check, w.desk, { deep: true })) assert.fail(line)
  })
})

test('other requests are served while many words are added to the vocabulary', async () => {
  const w = await world()
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  try {
    const lengths: number[] = []
    await unitOfWork(w.desk, systemUser, async ({ db }) => {
      setImmediate(count)
      const arrays: typeof db.arrays = (query) => {
        lengths.push(JSON.parse(query.parameters[0] as string).join('').length)
        return db.arrays(query)
      }
      await addWords({ ...db, arrays }, new Set(Array.from({ length: 5000 }, (_, index) => `word${10_000 + index}`)))
    })
    // A step ends with the word that reaches 8,000 letters.
    assert.ok(Math.max(...lengths) <= 8100, 'letters in a statement')
    assert.ok(turns >= lengths.length - 1, `${turns} turns`)
    assert.equal(
      lengths.reduce((sum, letters) => sum + letters),
      45_000,
    )
  } finally {
    isOver = true
    await w.close()
  }
})
