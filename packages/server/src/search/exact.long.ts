import { test } from 'node:test'
import { compareSearches } from '../testing/compare-searches.ts'

for (const seed of [2, 3, 4, 5]) {
  test(`2,500 random searches return the same hits as the reference search, seed ${seed}`, () =>
    compareSearches(seed, 12, 2500))
}
for (const seed of [7, 8]) {
  test(`the same in a large desk, seed ${seed}`, () => compareSearches(seed, 12, 2500, 'large'))
}
