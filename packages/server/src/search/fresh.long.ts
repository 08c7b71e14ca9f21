import { findsWhatIsWritten } from '../testing/fresh.ts'
import { findsInEachRound } from '../testing/fresh-rounds.ts'
import { roundsOr } from '../testing/long-options.ts'

const rounds = roundsOr(500)
findsInEachRound(rounds)
// Each field is written in its own unit of work, which takes longer.
findsWhatIsWritten(Math.ceil(rounds / 20))
