import { findsWhatIsWritten } from '../testing/fresh.ts'
import { findsInEachRound } from '../testing/fresh-rounds.ts'

findsInEachRound(10_000)
// Each field alone in its unit.
findsWhatIsWritten(500)
