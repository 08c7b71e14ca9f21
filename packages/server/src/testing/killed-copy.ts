import { copyDesk } from '../backup/copy.ts'
import { openTarget, withSource } from '../db/moving/source.ts'
import type { DatabaseLocation } from '../db/open.ts'
import { deskOver } from '../setup/desk.ts'

/*
 * `node killed-copy.ts FROM TO FILES STEP COUNT` copies a desk, and kills itself, as a crash would, when the step STEP has done
 * COUNT rows or records (`OnStep`). FROM and TO are data folders or URLs of databases; FILES is the folder of files of TO.
 */

const [from = '', to = '', files = '', fatalStep, count] = process.argv.slice(2)

const locationOf = (place: string): DatabaseLocation =>
  place.startsWith('postgres:') ? { data: '', databaseUrl: place } : { data: place, databaseUrl: undefined }

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const target = deskOver(await openTarget(locationOf(to)), files, silent)
await withSource(locationOf(from), 'frozen', (source) =>
  // The source is named 'here', because tests continue the copy, which requires the same name.
  copyDesk(source, 'here', target, (step, done) => {
    if (step === fatalStep && done >= Number(count)) process.kill(process.pid, 'SIGKILL')
  }),
)
