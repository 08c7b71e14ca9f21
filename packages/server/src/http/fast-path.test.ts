import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../testing/each-dialect.ts'
import { type Person, type World, world } from '../testing/world.ts'

/** Headers that differ between responses, or that only a socket has. */
const ignoredHeaders = ['content-length', 'x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']

const addresses = [
  ...['tickets', 'ticket_articles', 'users', 'organizations', 'groups', 'roles', 'ticket_states'].flatMap((path) => [
    path,
    `${path}/1`,
    `${path}/2?expand=true`,
    `${path}/1?full=true`,
    `${path}/0`,
    `${path}/999999`,
    `${path}/9007199254740993`,
    `${path}?page=2&per_page=2`,
    `${path}?per_page=0`,
    `${path}?after=2&fields=id`,
    `${path}/1?fields=nothing`,
    `${path}?ids=1,2&sort_by=id&order_by=desc`,
  ]),
  'users/me',
  'ticket_articles/by_ticket/2',
  'tickets/1?a=%ff',
  'tickets/1?a=1&a=2',
  'tickets/01',
  'tickets/1/',
  'tickets/%31',
  'tickets/x',
  'tickets/1x',
  'tickets/search?query=printer',
  'nothing',
  'nothing/1',
  'version',
]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the fast path and the framework give the same responses on ${dialect}`, () => {
    let w: World
    let base: string
    before(async () => {
      w = await world(open)
      base = await w.listen()
    })
    after(() => w.close())

    /** Sends a request over a socket, where it may take the fast path, and through the framework. */
    async function assertSame(url: string, as: Person | 'anonymous', headers: Record<string, string> = {}) {
      const credentials = as === 'anonymous' ? {} : { authorization: `Token ${w.tokens[as]}` }
      const actual = await fetch(`${base}/api/v1/${url}`, { headers: { ...credentials, ...headers } })
      const expected = await w.request(url, { as, headers })
      const description = `${url} as ${as} ${JSON.stringify(headers)}`
      assert.equal(actual.status, expected.status, description)
      assert.equal(withoutId(await actual.text()), withoutId(expected.text), description)
      const names = Object.keys(expected.headers).filter((name) => !ignoredHeaders.includes(name))
      for (const name of names) {
        assert.equal(actual.headers.get(name), expected.headers[name], `${name} of ${description}`)
      }
      assert.deepEqual(
        [...actual.headers.keys()].filter((name) => !ignoredHeaders.includes(name)).toSorted(),
        names.toSorted(),
        description,
      )
      assert.notEqual(actual.headers.get('x-request-id'), expected.headers['x-request-id'])
      return expected
    }

    const people: (Person | 'anonymous')[] = ['admin', 'rita', 'nils', 'plain', 'anonymous']
    // One person is enough on the other database, because only the statements differ.
    for (const person of dialect === 'sqlite' ? people : (['rita'] as const)) {
      test(`for ${person}`, async () => {
        // The second response comes from the cache, which both paths share.
        for (let times = 0; times < 2; times++) for (const url of addresses) await assertSame(url, person)
      })
    }

    test('for conditional requests, and for callers who act for another user', async () => {
      const { headers } = await assertSame('tickets/1', 'admin')
      const etag = headers['etag'] as string
      for (const tag of [etag, `W/${etag}`, '*', '"other"', `"other", ${etag}`]) {
        const { status } = await assertSame('tickets/1', 'admin', { 'if-none-match': tag })
        assert.equal(status, tag === '"other"' ? 200 : 304)
      }
      for (const from of ['nils@desk.example', String(w.ids['nils']), 'unknown@nowhere.example']) {
        await assertSame('users/me', 'admin', { from })
        await assertSame('users/me', 'rita', { from })
      }
    })

    test('for invalid credentials', async () => {
      const wrong = [
        'Token token=wrong',
        'Basic !',
        'x',
        `Basic ${Buffer.from('admin@desk.example:wrong').toString('base64')}`,
      ]
      for (const authorization of wrong) await assertSame('tickets/1', 'anonymous', { authorization })
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}

const withoutId = (text: string): string => text.replaceAll(/"error_id":"[^"]*"/g, '"error_id":""')
