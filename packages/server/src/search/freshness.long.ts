import { testSearchesAfterWrites } from '../testing/freshness.ts'
import { testSearchesInEachRound } from '../testing/freshness-rounds.ts'
import { roundsOr } from '../testing/long-options.ts'

const rounds = roundsOr(500)
testSearchesInEachRound(rounds)
// Each field is written in its own unit of work, which takes longer.
testSearchesAfterWrites(Math.ceil(rounds / 20))
