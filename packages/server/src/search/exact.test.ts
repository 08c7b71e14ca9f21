import { test } from 'node:test'
import { compareSearches } from '../testing/compare-searches.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { ladderSteps } from './postgres/ladder-bounds.ts'

test('random searches return the same hits in the same order as the reference search, for every caller', () =>
  compareSearches({ seed: 1, rounds: 6, queries: 400 }))

test('random searches in a desk that seems large, so that read workers run slow statements, return the same hits', () =>
  compareSearches({ seed: 6, rounds: 6, queries: 400, size: 'large' }))

test('random searches on PostgreSQL return the same hits', () =>
  compareSearches({ seed: 3, rounds: 2, queries: 60, open: eachDialect.postgres }))

test('random searches on PostgreSQL return the same hits in steps of a few tickets', async (t) => {
  const before = [...ladderSteps]
  t.after(() => ladderSteps.splice(0, 2, ...before))
  ladderSteps.splice(0, 2, 3, 9)
  await compareSearches({ seed: 4, rounds: 2, queries: 80, open: eachDialect.postgres })
})
