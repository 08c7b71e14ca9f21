import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from './postgres-server.ts'

/*
 * Runs a PostgreSQL server for one run of the tests, and removes it when the run has ended, even if it crashed:
 * `node postgres-supervisor.ts FOLDER PID`, where PID is the process that runs the tests.
 */

const [folder = '', testPid = ''] = process.argv.slice(2)

/** Writes the state of the server for the tests that wait for it. The rename keeps them from reading half of it. */
function writeState(state: string): void {
  writeFileSync(join(folder, 'state.new'), state)
  renameSync(join(folder, 'state.new'), join(folder, 'state'))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (failure) {
    // The process exists, but belongs to another user.
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}

try {
  const server = await createServer(folder)
  await server.start()
  writeState('ready')
  const watch = setInterval(() => isRunning(Number(testPid)) || end(), 500)
  const end = () => {
    clearInterval(watch)
    void server.remove()
  }
  process.once('SIGTERM', end)
} catch (failure) {
  writeState((failure as Error).message)
  throw failure
}
