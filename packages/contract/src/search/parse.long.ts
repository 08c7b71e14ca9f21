import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { dateResolver } from './dates.ts'
import { SearchError } from './error.ts'
import { MAX_LENGTH } from './limits.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import type { Query } from './tree.ts'

const RUNS = 200_000

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...Array.from('ab1 \t"\'\\()[]{}<>=:*?/~^!+-_.,@#|&\0\u00a0é漢😀'),
    'AND',
    ' OR ',
    'NOT ',
    ' TO ',
    'title:',
    'a.b:',
    '_exists_:',
    '*:*',
    'https://',
    'mailto:',
    'now-7d',
    '\ud83d',
  )
  const short = fc.array(pieces, { maxLength: 30 }).map((tokens) => tokens.join(''))
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => new TextDecoder().decode(array))
  const anything = fc.oneof(short, bytes, fc.string({ unit: 'binary', maxLength: 100 }))
  const long = fc
    .tuple(fc.array(pieces, { minLength: 1, maxLength: 4 }), fc.constantFrom('', 'x:', '"', '(', '[', 'x:[', '/'))
    .map(
      ([repeated, before]) =>
        before +
        repeated
          .join('')
          .repeat(MAX_LENGTH)
          .slice(0, MAX_LENGTH - before.length),
    )

  it('is a query or an error with a column in the text', () => {
    fc.assert(
      fc.property(anything, (text) => read(text)),
      { numRuns: RUNS },
    )
  })

  it('is parsed to the end, even if it repeats itself up to the maximum length', () => {
    fc.assert(
      fc.property(long, (text) => read(text)),
      { numRuns: RUNS / 20 },
    )
  })

  it('is a date or an error', () => {
    const resolve = dateResolver({ now: new Date('2026-05-20T07:30:15.250Z'), zone: 'Europe/Berlin' })
    fc.assert(
      fc.property(fc.oneof(anything, long), (text) => {
        try {
          resolve(text)
        } catch (error) {
          assert.ok(error instanceof SearchError, String(error))
        }
      }),
      { numRuns: RUNS / 4 },
    )
  })
})

function read(text: string): void {
  let query: Query
  try {
    query = parse(text)
  } catch (error) {
    assert.ok(error instanceof SearchError, String(error))
    assert.ok(error.column >= 1 && error.column <= text.length + 1)
    return
  }
  // Escapes can make the printed text longer than the source; no other limit can be exceeded.
  const printed = print(query)
  if (printed.length <= MAX_LENGTH) assert.equal(print(parse(printed)), printed)
}
