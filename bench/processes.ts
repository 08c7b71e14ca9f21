import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, urlIn } from '../packages/server/src/testing/postgres-server.ts'
import { processorTimeOf, load, type Server, startServer, type BenchRequest } from './load.ts'
import { generatedOn } from './postgres-data.ts'
import { random, vocabulary } from './words.ts'

/*
 * What a second process of the service is worth, and how the service compares with statements that are written by hand, on
 * a PostgreSQL server that the benchmark starts. `npm run bench:processes`; `-- --tickets 2000` for a quick look.
 *
 * A machine with two cores cannot give each of two processes and the server a core of its own, so rates say little. The
 * table therefore has processor times: with enough cores, two processes answer `2 × (time with one) / (time with two)` times
 * the requests of one, which is the gain. The last column is the number of processes that keep one core of the server busy.
 */
const { values: options } = parseArgs({
  options: { tickets: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '4' } },
})
const seconds = Number(options.seconds)
const size = { tickets: Number(options.tickets), articles: 3 }
const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
const database = await createServer(folder, ['synchronous_commit=on', 'shared_buffers=256MB', 'autovacuum=on'])
const next = random(7)
const words = vocabulary(200_000, 3)
const below = (limit: number) => 1 + Math.floor(next() * limit)

try {
  await database.start()
  const token = await generatedOn(urlIn(folder), folder, size)
  const headers = `Authorization: Token token=${token}\r\n`
  console.log('cpu: microseconds of processor time for a request, of the service and of the database server\n')
  print(['', 'one process', 'two', 'database', 'gain of the second', 'processes a core'])
  for (const [name, wanted] of Object.entries(kinds(size.tickets))) {
    const [one, two] = [await measure(1, wanted, headers), await measure(2, wanted, headers)]
    const gain = (2 * one.service) / two.service
    const figures = [one.service, two.service, one.database].map((cpu) => cpu.toFixed(0))
    print([name, ...figures, gain.toFixed(2), (one.service / one.database).toFixed(1)])
  }
  await compareWithHand(headers)
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

function kinds(tickets: number): Readonly<Record<string, () => BenchRequest>> {
  let count = 0
  return {
    'a ticket by id': () => `/api/v1/tickets/${below(tickets)}`,
    'a page of 10 tickets': () => `/api/v1/tickets?page=${below(100)}&per_page=10`,
    'a search for a word': () => `/api/v1/tickets/search?query=${words[50 + below(5000)]}`,
    'a new ticket': () => ({ method: 'POST', path: '/api/v1/tickets', body: ticket((count += 1)) }),
  }
}

function ticket(n: number): object {
  return {
    title: `Label printer offline ${n}`,
    group: `Group ${2 + (n % 19)}`,
    customer_id: 10 + (n % 900),
    article: { body: `It blinks red since this morning, number ${n}.`, type: 'phone', sender: 'Customer' },
  }
}

/** Microseconds of processor time for a request. */
interface Cpu {
  readonly service: number
  readonly database: number
}

/** Measures requests to a number of processes at once, each with eight connections. */
async function measure(processes: number, wanted: () => BenchRequest, headers: string): Promise<Cpu> {
  const command = new URL('../node_modules/.bin/deskbell', import.meta.url).pathname
  const start = () => startServer(command, ['start', '--port', '0', '--data', folder, '--database-url', urlIn(folder)])
  const servers = await Promise.all(Array.from({ length: processes }, start))
  try {
    return await loadAll(servers, wanted, headers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function loadAll(servers: readonly Server[], wanted: () => BenchRequest, headers: string): Promise<Cpu> {
  const run = () =>
    Promise.all(servers.map((server) => load(server, wanted, { seconds, warmUp: 0, headers, connections: 8 })))
  // The first seconds are those of the compiler.
  await run()
  const before = cpuOfDatabase()
  const loads = await run()
  const requests = loads.reduce((sum, one) => sum + one.requests, 0)
  const service = loads.reduce((sum, one) => sum + one.cpu * one.requests, 0) / requests
  return { service, database: (cpuOfDatabase() - before) / requests }
}

/** Compares tickets by id with the fastest way that a program of one's own could read them, in the sum of both processor times. */
async function compareWithHand(headers: string): Promise<void> {
  const hand = await startServer(new URL('postgres-anchor.ts', import.meta.url).pathname, [urlIn(folder)])
  const read = await loadAll([hand], () => `/${below(size.tickets)}`, '')
  await hand.stop()
  const service = await measure(1, () => `/api/v1/tickets/${below(size.tickets)}`, headers)
  console.log(
    `\na ticket by id: ${sum(service).toFixed(0)} µs; read by hand ${sum(read).toFixed(0)} µs: ` +
      `${(sum(read) / sum(service)).toFixed(2)} times as fast (target ≥ 0.5)`,
  )
}

function sum({ service, database: ofDatabase }: Cpu): number {
  return service + ofDatabase
}

/** Processor time of the processes of the database server, in microseconds. A process that ends takes its time with it. */
function cpuOfDatabase(): number {
  const main = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === main
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
    .reduce((sum, pid) => sum + (processorTimeOf(Number(pid)) || 0), 0)
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(22))).join(''))
}
