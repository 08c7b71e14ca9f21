import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bucketsOf, ladderTerms } from './ladder.ts'

const time = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) })
const isIn = (terms: readonly string[], at: number) =>
  ladderTerms(new Date(at).toISOString()).some((one) => terms.includes(one))

test('the buckets of a span contain each of its times, and none before the span that they cover', () => {
  const spans = fc.tuple(time, time, fc.integer({ min: 1, max: 2 ** 36 }), time)
  fc.assert(
    fc.property(spans, ([one, another, slack, random]) => {
      const [from, to] = [Math.min(one, another), Math.max(one, another) + 1]
      const { terms, span } = bucketsOf({ from, to }, slack)
      assert.ok(span.from <= from && span.from > from - Math.max(slack, 2 ** 11))
      for (const at of [from, to - 1, random]) if (at >= from && at < to) assert.ok(isIn(terms, at))
      for (const at of [span.from - 1, random]) if (at < span.from) assert.ok(!isIn(terms, at))
    }),
  )
})

test('a span of several years takes few buckets, which are small where it begins', () => {
  const from = Date.UTC(2024, 0, 1, 3)
  const { terms, span } = bucketsOf({ from, to: Date.UTC(2026, 10, 1) }, 3_600_000)
  assert.ok(terms.length < 50, `${terms.length} buckets`)
  assert.ok(from - span.from < 3_600_000)
})
