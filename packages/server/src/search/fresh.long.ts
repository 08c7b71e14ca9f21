import { findsWhatIsWritten } from '../testing/fresh.ts'
import { findsInEachRound } from '../testing/fresh-rounds.ts'

findsInEachRound(10_000)
// Each field is written in its own unit of work.
findsWhatIsWritten(500)
