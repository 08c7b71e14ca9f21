import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareWithHand } from './by-hand.ts'
import { type Generated, generated } from './data.ts'
import { measureImport } from './importing.ts'
import { type Load, load, memoryOf, type Server, startServer } from './load.ts'
import { generatedOn } from './postgres-data.ts'
import { random, vocabulary } from './words.ts'
import { measureWrites } from './writing.ts'

/** Measures the service and a baseline of the machine in one run, and prints a table. Machines differ and are often shared, so the
 * ratios matter more than the figures. They compare processor times if the system reports them, because a client that is slower
 * than the server would make all rates look alike.
 */
const { values: options } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '4' },
    'database-url': { type: 'string' },
  },
})
const scale = options.small ? 100 : 1
const seconds = Number(options.seconds)

/** A line of the table. */
interface Line {
  readonly name: string
  readonly measured: Load
  /** The measurement with which the ratio compares it. */
  readonly against: Load | undefined
  readonly target: string
}

const lines: Line[] = []
const notes: string[] = []
const next = random(7)
/** Returns a random whole number from 1 to `limit`. */
const upTo = (limit: number) => 1 + Math.floor(next() * limit)

/** Measures single records, pages and searches in a desk of 100,000 tickets (1,000 with `--small`). */
async function measureRequests(desk: Generated): Promise<void> {
  const baseline = await startServer(new URL('baseline.ts', import.meta.url).pathname, [desk.file])
  const service = await startService(desk)
  const measure = createMeasure(service, desk)
  const measureBaseline = createMeasure(baseline, desk)
  const bare = await measureBaseline('bare node:http, 900 bytes', () => '/', undefined, '')
  const row = await measureBaseline('a ticket row read by hand', () => `/ticket/${upTo(desk.size.tickets)}`, bare, '')
  const ticket = await measure('GET /tickets/:id, random', () => `tickets/${upTo(desk.size.tickets)}`, bare, '≥ 0.40')
  lines.push({ name: '  the same, compared with the row', measured: ticket, against: row, target: '≥ 0.90' })
  await measure('GET /tickets/:id, 1,000 hot', () => `tickets/${upTo(1000)}`, bare, '≥ 0.55')
  // A trailing slash takes a request past the fast path; see docs/decisions/fast-path.md.
  const framework = await measure(
    '  the same through the framework',
    () => `tickets/${upTo(desk.size.tickets)}/`,
    bare,
    '',
  )
  lines.push({
    name: '  fast path, compared with the framework',
    measured: ticket,
    against: framework,
    target: '≥ 1.30',
  })
  const users = desk.size.tickets / 10
  for (const size of [10, 100]) {
    const from = () => upTo(users - size)
    const hand = await measureBaseline(`${size} user rows read by hand`, () => `/users/${from()}/${size}`, bare, '')
    await measure(
      `GET /users, page of ${size}`,
      () => `users?after=${from() - 1}&per_page=${size}`,
      hand,
      size === 10 ? '≥ 0.60' : '',
    )
  }
  await measureSearches(measure)
  notes.push(`memory after these requests: ${memoryOf(service.process.pid).toFixed(0)} MiB (100,000 tickets)`)
  await service.stop()
  await baseline.stop()
  await measureMemory(desk)
}

const search = (query: string) => `tickets/search?query=${encodeURIComponent(query)}`

/** Measures searches for words of different frequency. The words of the tickets follow Zipf's law. */
async function measureSearches(measure: Measure): Promise<void> {
  const words = vocabulary(200_000, 3)
  const lastNames = vocabulary(20_000, 7)
  const pick = (from: number, to: number) => words[from + Math.floor(next() * (to - from))] as string
  const target = 'p99 ≤ 10 ms'
  const classes: [string, () => string][] = [
    ['rare word', () => pick(60_000, 200_000)],
    ['common word (5 to 60 %)', () => pick(2, 200)],
    ['two common words', () => `${pick(2, 200)} ${pick(2, 200)}`],
    ['title:word', () => `title:${pick(10, 5000)}`],
    ['customer.fullname', () => `customer.fullname:${lastNames[Math.floor(next() * 5000)]}`],
    ['state and group', () => `state:open group.name:"Group ${1 + upTo(19)}"`],
  ]
  for (const [name, query] of classes) await measure(`search: ${name}`, () => search(query()), undefined, target, 1)
}

/** Measures the start of the service, and distant pages of a list, in a desk of a million tickets (10,000 with `--small`). */
async function measureLargeDesk(desk: Generated): Promise<void> {
  const service = await startService(desk)
  notes.push(`start-up with ${desk.size.tickets} tickets: ${service.readyAfter.toFixed(0)} ms (target ≤ 1,000)`)
  const measure = createMeasure(service, desk)
  const first = await measure(
    'page 1 of 1,000,000 tickets',
    () => 'tickets?page=1&per_page=10&fields=id,title',
    undefined,
    '',
  )
  await measure(
    'page 10,000 and adjacent pages',
    () => `tickets?page=${10_000 / scale - upTo(100 / scale)}&per_page=10&fields=id,title`,
    first,
    '≥ 0.67',
  )
  notes.push(`memory with ${desk.size.tickets} tickets: ${memoryOf(service.process.pid).toFixed(0)} MiB (target ≤ 250)`)
  await service.stop()
}

/** Measures the memory of a new service after 10,000 requests of different kinds. */
async function measureMemory(desk: Generated): Promise<void> {
  const service = await startService(desk)
  const kinds = [
    () => `tickets/${upTo(desk.size.tickets)}`,
    () => `tickets?page=${upTo(1000)}&expand=true`,
    () => `users?page=${upTo(100)}`,
    () => `tickets/search?query=${vocabulary(200, 3)[upTo(199)]}`,
    () => `organizations/${upTo(900)}?full=true`,
  ]
  const mixed = () => `/api/v1/${(kinds[upTo(kinds.length) - 1] as () => string)()}`
  let sent = 0
  while (sent < 10_000) {
    sent += (await load(service, mixed, { seconds: 1, warmUp: 0, headers: authorization(desk) })).requests
  }
  notes.push(`memory after ${sent} mixed requests: ${memoryOf(service.process.pid).toFixed(0)} MiB (target ≤ 120)`)
  await service.stop()
}

type Measure = (
  name: string,
  path: () => string,
  against: Load | undefined,
  target: string,
  connections?: number,
) => Promise<Load>

/** Returns a function that measures a kind of request and adds it to the table. */
function createMeasure(server: Server, desk: Generated): Measure {
  return async (name, path, against, target, connections = 8) => {
    const full = () => {
      const relative = path()
      return relative.startsWith('/') ? relative : `/api/v1/${relative}`
    }
    const headers = authorization(desk)
    const measured = await load(server, full, { seconds, warmUp: seconds, headers, connections })
    lines.push({ name, measured, against, target })
    process.stderr.write('.')
    return measured
  }
}

const authorization = ({ token }: Generated): string => `Authorization: Token token=${token}\r\n`

const startService = ({ folder }: Generated): Promise<Server> =>
  startServer(new URL('../node_modules/.bin/deskbell', import.meta.url).pathname, [
    'start',
    '--data',
    folder,
    '--port',
    '0',
  ])

function print(): void {
  const titles = ['', 'req/s', 'p50 ms', 'p99 ms', 'cpu µs', 'ratio', 'target']
  const rows = lines.map(({ name, measured: m, against, target }) => [
    name,
    m.perSecond.toFixed(0),
    m.p50.toFixed(2),
    m.p99.toFixed(2),
    Number.isNaN(m.cpu) ? '' : m.cpu.toFixed(1),
    against ? ratio(m, against).toFixed(2) : '',
    target,
  ])
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] as string).length)))
  const pad = (row: readonly string[]) =>
    row.map((cell, at) =>
      at === 0 || at === 6 ? cell.padEnd(widths[at] as number) : cell.padStart(widths[at] as number),
    )
  console.log(`\n\n${[titles, ...rows].map((row) => pad(row).join('  ').trimEnd()).join('\n')}\n`)
  for (const note of notes) console.log(note)
}

/** Returns the rate relative to the baseline; 1 means equally fast. */
const ratio = (measured: Load, against: Load): number =>
  Number.isNaN(measured.cpu) ? measured.perSecond / against.perSecond : against.cpu / measured.cpu

async function measureOnSqlite(): Promise<void> {
  await measureRequests(await generated({ tickets: 100_000 / scale, articles: 3 }))
  await measureLargeDesk(await generated({ tickets: 1_000_000 / scale, articles: 0 }))
  notes.push(await measureImport())
  notes.push(
    ...(await measureWrites(
      await generated({ tickets: 1000, articles: 3 }),
      await generated({ tickets: 1_000_000 / scale, articles: 0 }),
      seconds,
    )),
  )
  print()
  spawnSync(process.execPath, [new URL('client.ts', import.meta.url).pathname], { stdio: 'inherit' })
}

/** Measures the service on an empty PostgreSQL database, compared with statements that are written by hand. */
async function measureOnPostgres(url: string): Promise<void> {
  const size = { tickets: 100_000 / scale, articles: 3 }
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  try {
    const token = await generatedOn(url, folder, size)
    await compareWithHand({ url, folder, token, tickets: size.tickets }, seconds)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await (options['database-url'] === undefined ? measureOnSqlite() : measureOnPostgres(options['database-url']))
