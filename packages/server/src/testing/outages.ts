import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startClients } from './outage-clients.ts'
import { createServer, type Server } from './postgres-server.ts'
import { ask, type Processes, startProcesses } from './processes.ts'
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts'

/** The load during the outages, and their length. */
export interface OutageOptions {
  /** Number of clients that write continuously. */
  readonly writers: number
  /** Number of answered writes between two outages. */
  readonly between: number
  /** Milliseconds for which the connections to the database are cut. */
  readonly cut: number
}

/** The processes, the connections and the server that an outage can break. */
interface Targets {
  readonly desk: Processes
  readonly proxy: TcpProxy
  readonly server: Server
}

/**
 * Runs writers and a listener on three processes while processes are killed, connections are cut and the database
 * server is restarted. Every answered write must be stored, no write may be stored twice, the listener must miss no
 * event, and no answer may be 500.
 * @returns the milliseconds from the end of each outage until every process answers.
 */
export async function surviveOutages({ writers, between, cut }: OutageOptions): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-outages-'))
  const server = await createServer(folder, ['synchronous_commit=on'])
  await server.start()
  const proxy = await tcpProxy({ path: join(folder, '.s.PGSQL.5432') })
  const desk = await startProcesses(`postgres://postgres@127.0.0.1:${proxy.port}/postgres`, 3)
  try {
    const clients = await startClients(desk, writers)
    const delays: number[] = []
    for (const outage of [kill, kill, kill, cutConnections(cut), restart('SIGINT'), restart('SIGQUIT')]) {
      await clients.answers(between)
      await outage({ desk, proxy, server })
      delays.push(await recovery(desk))
    }
    await clients.answers(between)
    await clients.end()
    // At most two lines for each of the three outages of the database, one when it begins and one when it ends, and the
    // empty text after the last line break.
    for (const { log } of desk.running) assert.ok(log().split('\n').length <= 7, log())
    return delays
  } finally {
    await desk.close()
    proxy.close()
    await server.remove()
  }
}

/** Kills the process that has run for the longest time, and starts another one. */
async function kill({ desk }: Targets): Promise<void> {
  const [victim] = desk.running
  victim?.signal('SIGKILL')
  await victim?.ended
  desk.running.shift()
  await desk.start()
}

const cutConnections =
  (duration: number) =>
  async ({ proxy, desk }: Targets): Promise<void> => {
    proxy.cut()
    await wait(duration)
    for (const process of desk.running) assert.equal((await ask(process, desk.token, 'tickets')).status, 503)
    proxy.restore()
  }

/**
 * Restarts the database server.
 * @param signal `SIGINT` for an orderly shutdown, `SIGQUIT` for a crash: the server does not finish anything, and
 *   repairs its data when it starts.
 */
const restart =
  (signal: NodeJS.Signals) =>
  async ({ server }: Targets): Promise<void> => {
    await server.stop(signal)
    await server.start()
  }

async function recovery({ running, token }: Processes): Promise<number> {
  const since = performance.now()
  for (const process of running) {
    while ((await ask(process, token, 'tickets?per_page=1')).status !== 200) await wait(10)
  }
  return performance.now() - since
}
