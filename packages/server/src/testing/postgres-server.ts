import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endTogether } from './end-together.ts'
import { readablePrograms, unprivileged } from './postgres-programs.ts'

/** A PostgreSQL server with its data and its socket in one folder. */
export interface Server {
  readonly folder: string
  /** The folder of its programs. */
  readonly programs: string
  /** Starts the server, with the data that it had. */
  start(): Promise<void>
  /** Cuts all connections and stops the server; with `SIGQUIT` it stops as in a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Stops the server and removes the folder. */
  remove(): Promise<void>
}

/** The address of a database of the server in the folder; by default, of the database that exists from the beginning. */
export const urlIn = (folder: string, database = 'postgres'): string =>
  `postgres://postgres@${encodeURIComponent(folder)}/${database}`

/** Creates the data of a server in an empty folder. `more` are settings in addition to the usual ones, or instead of them. */
export async function createServer(folder: string, more: readonly string[] = []): Promise<Server> {
  if (unprivileged) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const programs = readablePrograms(join(folder, 'programs'))
  const initdb = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']
  await untilEnded(runProgram(join(programs, 'initdb'), initdb, folder))
  return serverIn(folder, programs, more)
}

/** Settings of a server that has replicas. Only what is flushed reaches them, so each commit is flushed. */
export const replicated = ['wal_level=replica', 'max_wal_senders=10', 'synchronous_commit=on']

/** Creates a streaming replica of a server in an empty folder. The server must be stopped, because its files are copied. */
export async function createReplica(original: Server, folder: string): Promise<Server> {
  if (unprivileged) chownSync(folder, unprivileged.uid, unprivileged.gid)
  // Keeps the owner of the files, on which the server insists.
  await untilEnded(spawn('cp', ['-a', join(original.folder, 'data'), folder]))
  writeFileSync(join(folder, 'data', 'standby.signal'), '')
  const connection = `primary_conninfo=host=${original.folder} user=postgres`
  return serverIn(folder, original.programs, [...replicated, connection])
}

function serverIn(folder: string, programs: string, more: readonly string[]): Server {
  const data = join(folder, 'data')
  const options = [...settings, ...more].flatMap((setting) => ['-c', setting])
  let running: ChildProcess | undefined
  let release: (() => void) | undefined
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    const process = running
    running = undefined
    release?.()
    if (!process || process.exitCode !== null) return
    process.kill(signal)
    await once(process, 'exit')
  }
  return {
    folder,
    programs,
    async start() {
      running = runProgram(join(programs, 'postgres'), ['-D', data, '-k', folder, ...options], folder)
      release = endTogether(running.pid as number)
      running.once('exit', release)
      await untilReady(data, running)
    },
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Settings for speed: the data of a test need not survive a crash of the machine. */
const settings = [
  `listen_addresses=`,
  'max_connections=200',
  'shared_buffers=64MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_senders=0',
  'wal_level=minimal',
  'autovacuum=off',
  'jit=off',
]

function runProgram(path: string, options: readonly string[], folder: string): ChildProcess {
  const log = openSync(join(folder, 'log'), 'a')
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  return spawn(path, options, { ...unprivileged, cwd: folder, env, stdio: ['ignore', log, log] })
}

async function untilEnded(program: ChildProcess): Promise<void> {
  const [code] = (await once(program, 'exit')) as [number | null]
  if (code !== 0)
    throw new Error(`${program.spawnfile} ended with ${code ?? program.signalCode}: see the file log in its folder.`)
}

/** Resolves when the server accepts connections: the last line of its lock file says so. */
async function untilReady(data: string, running: ChildProcess): Promise<void> {
  const lock = join(data, 'postmaster.pid')
  while (!existsSync(lock) || !/^ready *$/m.test(readFileSync(lock, 'utf8'))) {
    if (running.exitCode !== null)
      throw new Error(`PostgreSQL ended with ${running.exitCode}: see the file log next to ${data}.`)
    await wait(10)
  }
}
