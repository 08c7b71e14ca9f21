import { findsWhatIsWritten } from '../testing/fresh.ts'

findsWhatIsWritten(15)
