/* Measures the cost of 1,000 triggers for a write: the same writes alternately at two services with the same 100,000 tickets, one
 * without triggers and one with 1,000. Prints the median time of each and the ratio, which should stay below 1.5.
 * `npm run bench:triggers`; `-- --postgres` measures PostgreSQL, `-- --tickets 1000` takes less than a minute.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, urlIn } from '../packages/server/src/testing/postgres-server.ts'
import { startService } from './by-hand.ts'
import { generated } from './data.ts'
import { type Server, startServer } from './load.ts'
import { generatedOn } from './postgres-data.ts'
import { conditions } from './rules.ts'

const { values: options } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, tickets: { type: 'string', default: '100000' } },
})
const size = { tickets: Number(options.tickets), articles: 3 }
const TRIGGERS = 1000
/** Number of measured rounds, each with one write at both services. */
const ROUNDS = 150
/** Number of rounds before them, which are not measured. */
const WARM_UP = 20

/** A running service with generated tickets. */
interface BenchDesk {
  readonly service: Server
  readonly token: string
  /** Stops the service and removes its data. */
  close(): Promise<void>
}

async function onSqlite(): Promise<BenchDesk> {
  const desk = await generated(size)
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  cpSync(desk.folder, folder, { recursive: true })
  const command = new URL('../node_modules/.bin/deskbell', import.meta.url).pathname
  const service = await startServer(command, ['start', '--data', folder, '--port', '0'])
  const close = async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { service, token: desk.token, close }
}

async function onPostgres(): Promise<BenchDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  const database = await createServer(folder, ['shared_buffers=256MB', 'autovacuum=on'])
  await database.start()
  const url = urlIn(folder)
  const token = await generatedOn(url, folder, size)
  const service = await startService({ url, folder })
  const close = async () => {
    await service.stop()
    await database.remove()
  }
  return { service, token, close }
}

/** A write, by default of an agent. */
interface BenchWrite {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: object
  /** The login of the customer who writes. */
  readonly customer?: string
}

/** Writes, and returns the milliseconds until the response. @throws Error for a response that is not successful. */
async function timeOf({ service, token }: BenchDesk, { method, path, body, customer }: BenchWrite): Promise<number> {
  const headers: Record<string, string> = {
    authorization: `Token token=${token}`,
    'content-type': 'application/json',
    ...(customer === undefined ? {} : { 'x-on-behalf-of': customer }),
  }
  const began = performance.now()
  const response = await fetch(new URL(`/api/v1/${path}`, service.url), { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return performance.now() - began
}

/** A ticket that is changed, and the login of its customer. */
async function firstTicket({ service, token }: BenchDesk): Promise<{ id: number; customer: string }> {
  const address = new URL('/api/v1/tickets?per_page=1&expand=true', service.url)
  const response = await fetch(address, { headers: { authorization: `Token token=${token}` } })
  const [{ id, customer }] = (await response.json()) as [{ id: number; customer: string }]
  return { id, customer }
}

const newDesk = options.postgres ? onPostgres : onSqlite
const none = await newDesk()
const many = await newDesk().catch(async (error: unknown) => {
  await none.close()
  throw error
})
try {
  for (let n = 0; n < TRIGGERS; n++) {
    const condition = conditions[n % conditions.length]?.(n)
    const body = { name: `Trigger ${n}`, condition, perform: { 'ticket.priority_id': { value: '1' } } }
    await timeOf(many, { method: 'POST', path: 'triggers', body })
  }
  const { id, customer } = await firstTicket(none)
  const change = (body: object): BenchWrite => ({ method: 'PUT', path: `tickets/${id}`, body })
  const writes: Readonly<Record<string, (round: number) => BenchWrite>> = {
    'new ticket': (round) => ({
      method: 'POST',
      path: 'tickets',
      body: {
        title: `Request ${round}`,
        group: 'Group 2',
        customer,
        article: { body: 'The printer is on fire.' },
      },
    }),
    'change of a title': (round) => change({ title: `Title ${round}` }),
    'change of a state': (round) => change({ state_id: 1 + (round % 2) }),
    'reply of a customer': (round) => ({
      method: 'POST',
      path: 'ticket_articles',
      body: { ticket_id: id, type: 'web', body: `It still burns, for ${round} days.` },
      customer,
    }),
    note: (round) => change({ article: { body: `Note ${round}`, internal: true } }),
  }
  console.log(`${'write'.padEnd(20)}${'without'.padStart(10)}${`${TRIGGERS}`.padStart(10)}${'ratio'.padStart(8)}`)
  for (const [name, write] of Object.entries(writes)) await compare(name, write)
} finally {
  await Promise.all([none.close(), many.close()])
}

/** Measures a write at both desks, and prints a line of the table. */
async function compare(name: string, write: (round: number) => BenchWrite): Promise<void> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const pair = [await timeOf(none, write(round)), await timeOf(many, write(round))]
    if (round >= WARM_UP) for (const at of [0, 1] as const) times[at].push(pair[at] as number)
  }
  const [without, all] = [median(times[0]), median(times[1])]
  const shown = [without, all].map((time) => `${time.toFixed(2)} ms`.padStart(10)).join('')
  console.log(`${name.padEnd(20)}${shown}${(all / without).toFixed(2).padStart(8)}`)
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}
