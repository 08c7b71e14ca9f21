import { parseArgs } from 'node:util'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillPageCache } from '../packages/server/src/db/page-cache.ts'
import { tokenOf } from './callers.ts'
import { generated } from './data.ts'
import { load, type Load, memoryOf, type Server, startServer } from './load.ts'
import { generatedOn } from './postgres-data.ts'
import type { Size } from './records.ts'
import { type SearchKind, searchKinds } from './searches.ts'
import { startWrites } from './background-writes.ts'

/**
 * Measures searches over HTTP, one at a time, 200 random ones of each kind: the first page of ten with all related records;
 * then the same while tickets are written (not with `--writes 0`); and then how long another client waits for a ticket while
 * four searches run at once. `--as agent` measures the searches of an agent of three groups, and `--as customer` those of a
 * customer.
 *
 * The database is in the cache of the operating system, but no response is in the cache of the service, because every search
 * is different. On a shared machine, even an empty loop is interrupted for some milliseconds now and then, which easily
 * affects the second slowest of 200 searches, the p99. Each kind is therefore measured in three rounds, and the median counts.
 */
const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    writes: { type: 'string', default: '50' },
    only: { type: 'string' },
    as: { type: 'string', default: 'everybody' },
    'database-url': { type: 'string' },
  },
})
const [requests, rounds] = [Number(options.requests), Number(options.rounds)]
const url = options['database-url']
const database = url === undefined ? 'sqlite' : 'postgres'
const command = new URL('../node_modules/.bin/deskbell', import.meta.url).pathname
/** Milliseconds that a search may delay the request of another client. */
const MAX_WAIT = 50
const ticketPath = () => '/api/v1/tickets/1'
const authorization = (token: string): string => `Authorization: Token token=${token}\r\n`

/** A service with generated records. */
interface Bench {
  readonly service: Server
  /** The token of an agent who may see everything. */
  readonly token: string
  /** The token of the caller whose searches are measured. */
  readonly caller: string
  readonly size: Size
}

const began = performance.now()
const size: Size = { tickets: Number(options.tickets), articles: 3 }
const bench = url === undefined ? await onSqlite() : await onPostgres(url)
console.log(`${size.tickets} tickets are ready after ${((performance.now() - began) / 1000).toFixed(0)} s.`)
// Warms up with each kind of search, because code is compiled when it runs for the first time.
const kinds = Object.entries(searchKinds(size)).filter(([name]) => name.includes(options.only ?? ''))
for (const [, kind] of kinds) await measure(bench, kind, 20)
await measureAll('No writes', (kind) => kind.goals[database])
if (Number(options.writes) > 0) {
  const writes = startWrites(bench.service, bench, Number(options.writes))
  await measureAll(`${options.writes} writes a second`, (kind) => 2 * kind.goals[database])
  console.log(`${await writes.stop()}\n`)
}
await measureWaits()
console.log(`memory: ${memoryOf(bench.service.process.pid).toFixed(0)} MiB (goal at most 200)`)
await bench.service.stop()

async function onSqlite(): Promise<Bench> {
  const desk = await generated(size)
  // As in a service that has run for some hours, the whole database is in the cache of the operating system.
  await fillPageCache(desk.file, new AbortController().signal, Infinity)
  return startBench(desk.token, ['--data', desk.folder])
}

async function onPostgres(address: string): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const token = await generatedOn(address, folder, size)
  return startBench(token, ['--data', folder, '--database-url', address])
}

/** Starts the service. @param place the options that name its data. */
async function startBench(token: string, place: readonly string[]): Promise<Bench> {
  const service = await startServer(command, ['start', ...place, '--port', '0'])
  return { service, token, caller: options.as === 'everybody' ? token : tokenOf(options.as, command, place), size }
}

/** Measures the longest wait of a client that reads a ticket while four searches of a kind run at once. */
async function measureWaits(): Promise<void> {
  console.log(`\n${'Another client waits'.padEnd(34)}     p99 ms    longest    goal`)
  for (const [name, { next }] of kinds) {
    const [wait] = await Promise.all([
      load(bench.service, ticketPath, { connections: 1, seconds: 2, warmUp: 0, headers: authorization(bench.token) }),
      load(bench.service, () => `/api/v1/tickets/search?${next()}`, {
        connections: 4,
        seconds: 2,
        warmUp: 0,
        headers: authorization(bench.caller),
      }),
    ])
    const figures = [wait.p99, wait.longest].map((figure) => figure.toFixed(2).padStart(11)).join('')
    console.log(
      `${name.padEnd(34)}${figures}${String(MAX_WAIT).padStart(8)}${wait.longest > MAX_WAIT ? '  missed' : ''}`,
    )
  }
}

async function measureAll(title: string, goalOf: (kind: SearchKind) => number): Promise<void> {
  console.log(`\n${title.padEnd(34)}     p50 ms     p99 ms  worst p99    busy p50    p99    goal`)
  for (const [name, kind] of kinds) await measureKind(name, kind, goalOf(kind))
}

async function measureKind(name: string, kind: SearchKind, goal: number): Promise<void> {
  const loads: Load[] = []
  for (let round = 0; round < rounds; round += 1) loads.push(await measure(bench, kind, requests))
  const middle = (figure: (of: Load) => number) => loads.map(figure).toSorted((a, b) => a - b)[rounds >> 1] as number
  const p99 = middle((of) => of.p99)
  const worst = Math.max(...loads.map((of) => of.p99))
  const figures = [middle((of) => of.p50), p99, worst, middle((of) => of.busy.p50), middle((of) => of.busy.p99)]
  const columns = figures.map((figure) => figure.toFixed(2).padStart(10)).join('')
  console.log(`${name.padEnd(34)}${columns}${String(goal).padStart(8)}${p99 > goal ? '  missed' : ''}`)
}

function measure({ service, caller }: Bench, { next }: SearchKind, count: number): Promise<Load> {
  return load(service, () => `/api/v1/tickets/search?${next()}`, {
    connections: 1,
    seconds: 60,
    warmUp: 0.5,
    headers: authorization(caller),
    requests: count,
  })
}
