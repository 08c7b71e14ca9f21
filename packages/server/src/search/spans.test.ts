import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { prefixMarker } from './term-prefix.ts'
import { world } from '../testing/world.ts'
import { reindex } from '../upkeep/reindex.ts'
import { readStoredValue } from '../kernel/settings.ts'
import { searchSettings } from './settings.ts'
import { timeWords, wordsOfSpan } from './spans.ts'

const iso = (time: number): string => new Date(time).toISOString()
const day = 86_400_000
/** Random times, often close to the boundaries of days and years. */
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

test('every time in a range has one of its terms; if they are exact, no other time has one', () => {
  const property = fc.property(
    edge,
    edge,
    fc.array(time, { minLength: 5 }),
    fc.boolean(),
    (from, to, others, isKnown) => {
      const near = [from, to].flatMap((end) => (end ? [-1, 0, 1].map((shift) => Date.parse(end.value) + shift) : []))
      const times = [...others, ...near].map(iso)
      const sorted = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))
      const ends = { first: sorted[0] as string, last: sorted.at(-1) as string }
      const { words, exact } = wordsOfSpan('created_at', from, to, isKnown ? ends : undefined)
      assert.ok(words.length <= 32, `${words.length} words`)
      for (const at of times) {
        const isAfter = from === undefined || at > from.value || (from.inclusive && at === from.value)
        const isBefore = to === undefined || at < to.value || (to.inclusive && at === to.value)
        const isFound = timeWords('created_at', at).some((word) => words.includes(word))
        if (isAfter && isBefore) assert.ok(isFound, at)
        else if (exact) assert.ok(!isFound, at)
      }
    },
  )
  fc.assert(property, { numRuns: 2000 })
})

test('a range of whole days has few terms, each for as many days as possible', () => {
  const days = (from: string, to: string) =>
    span(`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`).words.map((word) =>
      word.replace(`${prefixMarker}refcreatedat`, ''),
    )
  // 2024-02-28 is day 19,781: odd, and so alone.
  assert.deepEqual(days('2024-02-28', '2024-02-29'), ['a19781'])
  assert.deepEqual(days('2024-02-28', '2024-03-01'), ['a19781', 'a19782'])
  assert.deepEqual(days('2024-02-29', '2024-03-02'), ['b9891'])
  assert.ok(days('2024-01-01', '2025-01-01').length <= 12)
  assert.equal(span('2024-02-28T00:00:00.000Z', '2024-03-01T00:00:00.001Z').exact, false)
  assert.deepEqual(span('2024-02-28T00:00:00.000Z', '2023-03-01T00:00:00.000Z'), { words: [], exact: true })
})

test('a range that is open at one end has few terms', () => {
  for (const at of ['1971-03-04T05:06:07.008Z', '2024-02-29T00:00:00.000Z', '2069-12-31T23:59:59.999Z']) {
    const edge = { value: at, inclusive: true }
    for (const { words } of [wordsOfSpan('created_at', edge), wordsOfSpan('created_at', undefined, edge)]) {
      assert.ok(words.length <= 18, `${words.length} words`)
    }
  }
})

test('terms of times are not used if documents have an older layout', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const { database } = w.desk
  const id = w.ids['Label printer offline'] as number
  const ids = async () =>
    (await w.request('tickets/search?query=printer%20created_at:2011-04', { as: 'rita' })).json.tickets
  // Written without the index, so the document has no term for this time.
  await database.transaction(({ sql }) =>
    sql.updateTable('tickets').set({ created_at: '2011-04-05T06:07:08.009Z' }).where('id', '=', id).execute(),
  )
  assert.deepEqual(await ids(), [])
  await database.transaction(({ sql }) => sql.deleteFrom('settings').where('name', '=', 'search_documents').execute())
  assert.deepEqual(await ids(), [id])
  await reindex(w.desk)
  assert.equal(await readStoredValue(database, 'search_documents'), searchSettings.search_documents)
  assert.deepEqual(await ids(), [id])
})
