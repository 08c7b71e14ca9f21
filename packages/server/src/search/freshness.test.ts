import { testSearchesAfterWrites } from '../testing/freshness.ts'
import { testSearchesInEachRound } from '../testing/freshness-rounds.ts'

testSearchesAfterWrites(10)
testSearchesInEachRound(25)
