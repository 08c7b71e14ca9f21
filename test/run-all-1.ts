// One of the two processes that run all tests: `run-all.ts` explains how they share the files.
import { runAll } from './run-all.ts'

await runAll()
