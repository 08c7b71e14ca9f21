import { copyDesk } from '../backup/copy.ts'
import { openTarget, withSource } from '../db/moving/source.ts'
import type { DatabaseLocation } from '../db/open.ts'
import { deskOver } from '../setup/desk.ts'

/*
 * Copies a data folder into a database of a server, or back, and kills itself, as a crash would:
 * `node killed-copy.ts FROM TO FILES STEP ROWS`, where the step has done this many rows.
 */

const [from = '', to = '', files = '', fatalStep, rows] = process.argv.slice(2)

const locationOf = (place: string): DatabaseLocation =>
  place.startsWith('postgres:') ? { data: '', databaseUrl: place } : { data: place, databaseUrl: undefined }

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const target = deskOver(await openTarget(locationOf(to)), files, silent)
await withSource(locationOf(from), 'frozen', (source) =>
  // Tests continue the copy under the same name of the source.
  copyDesk(source, 'here', target, (step, done) => {
    if (step === fatalStep && done >= Number(rows)) process.kill(process.pid, 'SIGKILL')
  }),
)
