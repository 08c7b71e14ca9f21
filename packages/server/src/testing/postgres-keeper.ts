import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from './postgres-server.ts'

/*
 * Keeps a PostgreSQL server running for the tests of one run, and removes it when the run has ended, in whatever way:
 * `node postgres-keeper.ts FOLDER PID`, where PID is the process that runs the tests.
 */

const [folder = '', run = ''] = process.argv.slice(2)

/** Tells the tests that wait for the server. */
function tell(state: string): void {
  writeFileSync(join(folder, 'state.new'), state)
  renameSync(join(folder, 'state.new'), join(folder, 'state'))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}

try {
  const server = await createServer(folder)
  await server.start()
  tell('ready')
  const watch = setInterval(() => isRunning(Number(run)) || end(), 500)
  const end = () => {
    clearInterval(watch)
    void server.remove()
  }
  process.once('SIGTERM', end)
} catch (failure) {
  tell((failure as Error).message)
  throw failure
}
