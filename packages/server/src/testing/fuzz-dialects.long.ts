import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDialect } from './each-dialect.ts'
import { seedsOr } from './long-options.ts'
import { oddRequests } from './odd-requests.ts'
import { randomFrom } from './random.ts'
import { world } from './world.ts'

const cases = Object.entries(eachDialect).flatMap(([dialect, open]) =>
  seedsOr([5]).map((seed) => ({ dialect, open, seed })),
)
for (const { dialect, open, seed } of cases) {
  test(`odd requests cause no internal error on ${dialect}, seed ${seed}`, async () => {
    const w = await world(open)
    // Most requests are sent by the administrator, who may do most.
    const next = oddRequests(randomFrom(seed), [...Object.values(w.tokens), ...Array<string>(20).fill(w.tokens.admin)])
    for (let time = 0; time < 8000; time++) {
      const { method, target, headers, body } = next()
      const isKnown = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].includes(method)
      if (!isKnown || !URL.canParse(target, 'http://x')) continue
      const request = { method: method as 'GET', url: target, payload: body }
      const reply = await w.app.http.inject({ ...request, headers: Object.fromEntries(headers) })
      assert.ok(
        reply.statusCode < 500,
        `${method} ${target} ${JSON.stringify(headers)} ${body}\n${JSON.stringify(w.logged, withStack)}`,
      )
    }
    assert.deepEqual(w.logged, [])
    await w.close()
  })
}

/** Errors are empty objects in JSON, so they are shown with their stack. */
const withStack = (_: string, value: unknown): unknown => (value instanceof Error ? String(value.stack) : value)
