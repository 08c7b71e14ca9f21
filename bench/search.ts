import { parseArgs } from 'node:util'
import { fillPageCache } from '../packages/server/src/db/page-cache.ts'
import { type Generated, generated } from './data.ts'
import { load, type Load, memoryOf, type Server, startServer } from './load.ts'
import { type SearchKind, searchKinds } from './searches.ts'
import { steady } from './steady.ts'

/**
 * Measures searches over HTTP, one at a time, 200 random ones of each kind: the first page of ten with all related records;
 * then the same while tickets are written. The database is in the cache of the operating system, but no answer is in that of
 * the service, because every search is different.
 *
 * On a shared machine, even an empty loop is interrupted for some milliseconds now and then, which easily affects the second
 * slowest of 200 searches. Each kind is therefore measured in three rounds, and the median counts.
 */
const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    writes: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
})
const [requests, rounds] = [Number(options.requests), Number(options.rounds)]

const began = performance.now()
const desk = await generated({ tickets: Number(options.tickets), articles: 3 })
console.log(`${desk.size.tickets} tickets are ready after ${((performance.now() - began) / 1000).toFixed(0)} s.`)
// As after some hours of work: the whole database is in the cache of the operating system.
await fillPageCache(desk.file, new AbortController().signal, Infinity)
const service = await startServer(new URL('../node_modules/.bin/deskbell', import.meta.url).pathname, [
  'start',
  '--data',
  desk.folder,
  '--port',
  '0',
])
// A warm-up with each kind: code is compiled when it runs for the first time.
const kinds = Object.entries(searchKinds(desk.size)).filter(([name]) => name.includes(options.only ?? ''))
for (const [, kind] of kinds) await measure(service, desk, kind, 20)
await measureAll('No writes', 10)
const writes = steady(service, desk, Number(options.writes))
await measureAll(`${options.writes} writes a second`, 20)
console.log(`${await writes.stop()}\n`)
console.log(`memory: ${memoryOf(service.process.pid).toFixed(0)} MiB (goal at most 250)`)
await service.stop()

async function measureAll(title: string, goal: number): Promise<void> {
  console.log(`\n${title.padEnd(34)}     p50 ms     p99 ms  worst p99    busy p50    p99    goal`)
  for (const [name, kind] of kinds) await measureKind(service, desk, name, kind, kind.goal ?? goal)
}

async function measureKind(
  server: Server,
  desk: Generated,
  name: string,
  kind: SearchKind,
  goal: number,
): Promise<void> {
  const loads: Load[] = []
  for (let round = 0; round < rounds; round += 1) loads.push(await measure(server, desk, kind, requests))
  const middle = (figure: (of: Load) => number) => loads.map(figure).toSorted((a, b) => a - b)[rounds >> 1] as number
  const p99 = middle((of) => of.p99)
  const worst = Math.max(...loads.map((of) => of.p99))
  const figures = [middle((of) => of.p50), p99, worst, middle((of) => of.busy.p50), middle((of) => of.busy.p99)]
  const columns = figures.map((figure) => figure.toFixed(2).padStart(10)).join('')
  console.log(`${name.padEnd(34)}${columns}${String(goal).padStart(8)}${p99 > goal ? '  missed' : ''}`)
}

function measure(server: Server, { token }: Generated, { next }: SearchKind, some: number): Promise<Load> {
  return load(server, () => `/api/v1/tickets/search?${next()}`, {
    connections: 1,
    seconds: 60,
    warmUp: 0.5,
    headers: `Authorization: Token token=${token}\r\n`,
    requests: some,
  })
}
