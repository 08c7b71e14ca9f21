import { findsWhatIsWritten } from '../testing/fresh.ts'

// Some twenty fields, each written and looked for up to four times in a round: minutes.
findsWhatIsWritten(1000)
