import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/*
 * The PostgreSQL server of a run of tests. The first process that needs it starts the supervisor (`postgres-supervisor.ts`),
 * which runs the server and removes it after the run; the other processes of the same run use it.
 */

/** The id of the process that stands for the run: the one that started the test files, or else this process. */
const run = process.env['NODE_TEST_CONTEXT'] === undefined ? process.pid : process.ppid

let started: Promise<string> | undefined

/** Returns the folder of the server of this run, and starts the server if necessary. */
export const serverOfRun = (): Promise<string> => (started ??= start(join(tmpdir(), `deskbell-postgres-${run}`)))

async function start(folder: string): Promise<string> {
  // `mkdirSync` returns undefined if another process of the run has created the folder.
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) startSupervisor(folder)
  const state = join(folder, 'state')
  const until = performance.now() + START_TIMEOUT
  while (!existsSync(state)) {
    if (performance.now() > until) throw new Error(`PostgreSQL has not started in ${folder}; remove the folder.`)
    await wait(20)
  }
  const result = readFileSync(state, 'utf8')
  if (result !== 'ready') throw new Error(result)
  return folder
}

/** Milliseconds that a busy machine may take to create a server. */
const START_TIMEOUT = 60_000

/** Starts the supervisor in a session of its own: it outlives this process, and Ctrl-C does not reach it. */
function startSupervisor(folder: string): void {
  const supervisor = fileURLToPath(new URL('postgres-supervisor.ts', import.meta.url))
  spawn(process.execPath, [supervisor, folder, String(run)], { detached: true, stdio: 'ignore' }).unref()
}
