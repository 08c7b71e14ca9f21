import { findsWhatIsWritten } from '../testing/fresh.ts'
import { findsInEachRound } from '../testing/fresh-rounds.ts'

findsWhatIsWritten(10)
findsInEachRound(25)
