import { copyDesk } from '../backup/copy.ts'
import { openTarget, withSource } from '../db/moving/source.ts'
import { deskOver } from '../setup/desk.ts'

/*
 * Copies a data folder into a database of a server and kills itself, as a crash would:
 * `node killed-copy.ts FOLDER URL STEP ROWS`, where the step has done this many rows.
 */

const [data = '', databaseUrl = '', fatalStep, rows] = process.argv.slice(2)

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const target = deskOver(await openTarget({ data, databaseUrl }), `${data}/files`, silent)
await withSource({ data, databaseUrl: undefined }, 'frozen', (from) =>
  copyDesk(from, 'here', target, (step, done) => {
    if (step === fatalStep && done >= Number(rows)) process.kill(process.pid, 'SIGKILL')
  }),
)
