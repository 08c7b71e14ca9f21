import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { mark } from './marks.ts'
import { timeWords, wordsOfSpan } from './spans.ts'

const iso = (time: number): string => new Date(time).toISOString()
const day = 86_400_000
/** Times everywhere, and often where something begins or ends. */
const time = fc.oneof(
  fc.integer({ min: Date.UTC(1900), max: Date.UTC(2150) }),
  fc.integer({ min: -800, max: 800 }).map((count) => Date.UTC(2024) + count * day),
  fc
    .tuple(fc.constantFrom(1969, 1970, 1980, 2020, 2024, 2069, 2070), fc.constantFrom(-1, 0, 1))
    .map(([year, shift]) => Date.UTC(year) + shift),
)
const edge = fc.option(fc.record({ value: time.map(iso), inclusive: fc.boolean() }), { nil: undefined })

const span = (from: string, to: string) =>
  wordsOfSpan('created_at', { value: from, inclusive: true }, { value: to, inclusive: false })

test('every time of a span has one of its words, and no other has where they are exact', () => {
  const property = fc.property(edge, edge, fc.array(time, { minLength: 5 }), (from, to, others) => {
    const { words, exact } = wordsOfSpan('created_at', from, to)
    assert.ok(words.length <= 120, `${words.length} words`)
    const near = [from, to].flatMap((end) => (end ? [-1, 0, 1].map((shift) => Date.parse(end.value) + shift) : []))
    for (const at of [...others, ...near].map(iso)) {
      const isAfter = from === undefined || at > from.value || (from.inclusive && at === from.value)
      const isBefore = to === undefined || at < to.value || (to.inclusive && at === to.value)
      const isFound = timeWords('created_at', at).some((word) => words.includes(word))
      if (isAfter && isBefore) assert.ok(isFound, at)
      else if (exact) assert.ok(!isFound, at)
    }
  })
  fc.assert(property, { numRuns: 2000 })
})

test('whole days, months and years take few words', () => {
  assert.deepEqual(span('2024-02-28T00:00:00.000Z', '2024-03-01T00:00:00.000Z'), {
    words: ['refcreatedat20240228', 'refcreatedat20240229'].map((word) => mark + word),
    exact: true,
  })
  assert.deepEqual(span('2019-12-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'), {
    words: ['refcreatedat201912', 'refcreatedat202', 'refcreatedat203001'].map((word) => mark + word),
    exact: true,
  })
  assert.equal(span('2024-02-28T00:00:00.000Z', '2024-03-01T00:00:00.001Z').exact, false)
  assert.deepEqual(span('2024-02-28T00:00:00.000Z', '2023-03-01T00:00:00.000Z'), { words: [], exact: true })
})
