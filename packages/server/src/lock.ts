import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a service says of itself to a second one. */
export interface Holder {
  readonly pid: number
  readonly since: string
}

/**
 * Makes sure that one service runs on a data folder. The lock is a local socket named after the folder: the system
 * takes it back when the process ends, however it ends, so that nothing is left behind by a crash.
 * @throws Error that names the service which holds the folder.
 * @returns the way to give the lock back.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketPath(folder)
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() }
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(JSON.stringify(holder))
  })
  for (let tries = 0; ; tries++) {
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve)
      server.listen(path, () => resolve(undefined))
    })
    if (!failure) break
    if (failure.code !== 'EADDRINUSE') throw failure
    const first = await askHolder(path)
    if (first) {
      throw new Error(
        `Another service (process ${first.pid}, running since ${first.since}) already works on ${folder}. Stop it first, or choose another folder with --data.`,
      )
    }
    if (tries > 0) throw failure
    // Only where sockets are files: one whose owner is gone stays behind and is in the way.
    rmSync(path, { force: true })
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** Linux and Windows have names for sockets that are no files; elsewhere it is a file among the temporary ones. */
function socketPath(folder: string): string {
  const name = `deskbell-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

/** Who holds the lock; undefined when nobody answers. */
const askHolder = (path: string): Promise<Holder | undefined> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(path)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(text === '' ? undefined : (JSON.parse(text) as Holder)))
  })
