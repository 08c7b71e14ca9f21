import { test } from 'node:test'
import { compareSearches } from '../testing/compare-searches.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { seedsOr } from '../testing/long-options.ts'

for (const seed of seedsOr([2, 3, 4, 5])) {
  test(`10,000 random searches return the same hits as the reference search, seed ${seed}`, () =>
    compareSearches({ seed, rounds: 24, queries: 10_000 }))
}
for (const seed of seedsOr([7, 8])) {
  test(`5,000 random searches in a desk that seems large return the same hits, seed ${seed}`, () =>
    compareSearches({ seed, rounds: 12, queries: 5000, size: 'large' }))
}
for (const seed of seedsOr([9, 10, 11, 12])) {
  test(`2,500 random searches on PostgreSQL return the same hits, seed ${seed}`, () =>
    compareSearches({ seed, rounds: 12, queries: 2500, open: eachDialect.postgres }))
}
