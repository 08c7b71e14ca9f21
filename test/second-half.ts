import { runHalf } from './half.ts'

await runHalf()
