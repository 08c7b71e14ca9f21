import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_DEPTH, MAX_LENGTH, MAX_TERMS } from '@deskbell/contract'
import { addRandomTickets } from '../testing/random-tickets.ts'
import { type Person, type World, world } from '../testing/world.ts'

const fill = (piece: (index: number) => string, length: number, between = ' '): string => {
  let text = piece(0)
  for (let index = 1; ; index += 1) {
    const more = between + piece(index)
    if (text.length + more.length > length) return text
    text += more
  }
}
const list = (count: number, piece: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join(between)

/** Queries that might crash or stall the service, and the expected status. */
const queries: readonly [name: string, query: string, status: 200 | 422][] = [
  ['10,000 parentheses', '('.repeat(10_000), 422],
  ['10,000 parentheses, all closed', `${'('.repeat(10_000)}a${')'.repeat(10_000)}`, 422],
  ['one level too deep', `${'('.repeat(MAX_DEPTH + 1)}a${')'.repeat(MAX_DEPTH + 1)}`, 422],
  ['as deep as allowed', `${'(a OR '.repeat(MAX_DEPTH)}a${')'.repeat(MAX_DEPTH)}`, 200],
  ['as many negations as allowed', `${'-'.repeat(MAX_DEPTH)}printer`, 200],
  [
    'negations and groups, as deep as allowed',
    `${'-(a OR title:b '.repeat(MAX_DEPTH / 2)}c${')'.repeat(MAX_DEPTH / 2)}`,
    200,
  ],
  ['100,000 terms', 'a '.repeat(100_000), 422],
  ['a term too many', list(MAX_TERMS + 1, () => 'a'), 422],
  ['as many terms as allowed', list(MAX_TERMS, (index) => `a${index}`), 200],
  ['as many alternatives as allowed', list(MAX_TERMS, (index) => `w${index}`, ' OR '), 200],
  ['as many exclusions as allowed', list(MAX_TERMS, (index) => `-w${index}`), 200],
  ['8,000 characters of alternatives', fill((index) => `printeroffline${index}`, MAX_LENGTH, ' OR '), 200],
  ['the same prefix again and again', list(MAX_TERMS, () => 'a*', ' OR '), 200],
  ['the same short word again and again', list(MAX_TERMS, () => 'a', ' OR '), 200],
  ['alternatives of prefixes', list(MAX_TERMS, (index) => `${'abcdefghij'[index % 10]}*`, ' OR '), 200],
  ['four prefixes of one letter', 'a* b* title:c* -d*', 422],
  ['three prefixes of one letter', 'a* b* title:c* (d OR e)', 200],
  ['alternatives of names', fill((index) => `customer.fullname:n${index}`, MAX_LENGTH, ' OR '), 200],
  ['alternatives of patterns', fill((index) => `title:*a${index}*b*`, MAX_LENGTH, ' OR '), 422],
  ['as many patterns as allowed', list(10, (index) => `title:*rin${index}*b*`, ' OR '), 200],
  ['alternatives of ranges', fill((index) => `id:[${index} TO *]`, MAX_LENGTH, ' OR '), 200],
  ['alternatives of missing values', fill(() => '_missing_:customer.organization.name', MAX_LENGTH, ' OR '), 200],
  ['products of alternatives', list(MAX_TERMS / 4, () => '(a OR b OR c)'), 200],
  ['products of excluded alternatives', list(MAX_TERMS / 4, () => '-(a OR b c)'), 200],
  ['a pattern of many wildcards', 'title:*a*b*c*d*', 422],
  ['a pattern of many wildcards with a prefix', 'title:a*b*c*d*', 200],
  ['a pattern of wildcards and a long text', 'article.message_id:*aaa*a*a*a*a*a*a*', 200],
  ['a pattern with too many wildcards', 'title:*a*b*c*d*e*f*g*h*i*', 422],
  ['a pattern without a field', '*a*b*c*d*', 422],
  ['a huge phrase', `"${fill(() => 'paper', MAX_LENGTH - 2)}"`, 200],
  ['a huge phrase in a field', `title:"${fill(() => 'paper', MAX_LENGTH - 8)}"`, 200],
  ['one huge word', 'x'.repeat(MAX_LENGTH), 200],
  ['only special characters', `"${"%_'".repeat(100)}"`, 200],
  ['a huge range of numbers', 'id:[-9007199254740991 TO 9007199254740991]', 200],
  ['a range beyond all numbers', `id:[0 TO ${'9'.repeat(300)}]`, 422],
  ['a huge range of dates', 'created_at:[0000-01-01 TO 9999-12-31]', 200],
  ['a date beyond all dates', 'created_at:>now+999999999y', 422],
  ['endless date arithmetic', `created_at:>now${'+1d'.repeat(2_000)}`, 422],
  ['an endless path', `${'customer.organization.members.organization.'.repeat(150)}name:x`, 422],
  ['a circular path', `${'article.ticket.'.repeat(40)}title:x`, 422],
  ['a path as long as allowed', `${'article.ticket.'.repeat(4)}article.body:x`, 200],
  ['alternatives of long paths', fill((i) => `${'article.ticket.'.repeat(4)}title:x${i}`, MAX_LENGTH, ' OR '), 200],
  ['an endless name', `${'a'.repeat(7_000)}:x`, 422],
  ['quotes and backslashes', '"\\""', 200],
  ['quotes without words', list(500, () => '"--"', ' OR '), 200],
  ['SQL', `title:"'); drop table tickets; --"`, 200],
  ['operators of the index', 'NEAR AND "AND" OR "NOT" title:"NEAR(a b, 5)"', 200],
  ['columns of the index', '"internal_body : hunter2" OR "{title} : x" OR "^printer" OR "printer" + "jam"', 422],
  ['a line break, a tab, a zero-width space', 'a\nb\tc\u200Bd', 200],
  ['characters outside the Basic Multilingual Plane', '😀 "𝔘𝔫𝔦" title:𝔘* OR 漢字', 200],
  ['accents without letters', '\u0301\u0301 title:\u0301*', 422],
]

describe('hostile queries', () => {
  let w: World
  before(async () => {
    w = await world()
    await addRandomTickets(w, { seed: 9 })
  })
  after(() => w.close())

  const request = async (query: string, as: Person) => {
    const begin = performance.now()
    const body = { query, with_total_count: true }
    const reply = await w.request('tickets/search', { as, method: 'POST', body })
    return { ...reply, took: performance.now() - begin }
  }

  for (const [name, query, status] of queries) {
    test(`${name}: the query is ${status === 200 ? 'answered' : 'rejected'}`, async () => {
      // Ines sees tickets as an agent and as a customer, the administrator sees all of them, and Nils is a customer.
      for (const as of ['ines', 'admin', 'nils'] as const) {
        const reply = await request(query, as)
        assert.equal(reply.status, status, reply.text.slice(0, 300))
        // Errors repeat only a limited part of the query.
        if (status === 422) assert.ok(reply.text.length < 1_500, `${reply.text.length} characters`)
      }
    })
  }

  test('are fast: the slowest takes at most as long as 500 plain queries', async () => {
    const times: number[] = []
    for (let round = 0; round < 20; round += 1) times.push((await request('printer', 'ines')).took)
    const plain = times.toSorted((a, b) => a - b)[10] as number
    for (const [name, query] of queries) {
      // Other processes may delay one attempt, but hardly all.
      let took = Infinity
      for (let tries = 0; tries < 5 && took >= plain * 500; tries += 1) {
        took = Math.min(took, (await request(query, 'ines')).took)
      }
      assert.ok(took < plain * 500, `${name}: ${took} ms against ${plain} ms`)
    }
  })

  test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
})
