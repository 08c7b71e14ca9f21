import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { type BenchRequest, load, processorTimeOf, type Server, startServer } from './load.ts'
import { random, vocabulary } from './words.ts'

/* Compares the service on PostgreSQL with hand-written statements. The processor times of the service and of the database server
 * are added, because rates are not meaningful if the client runs on the same cores.
 */

/** A desk in a PostgreSQL database. */
export interface RemoteDesk {
  readonly url: string
  /** A folder for the files of the service. */
  readonly folder: string
  readonly token: string
  readonly tickets: number
}

/** Microseconds of processor time for a request. `database` is NaN if the server runs on another machine. */
export interface Cpu {
  readonly service: number
  readonly database: number
}

interface Kind {
  readonly service: () => BenchRequest
  readonly hand: () => BenchRequest
  /** Minimum ratio of the times: by hand, divided by that of the service. */
  readonly goal?: number
}

/** Measures each kind of request at the service and at the server with hand-written statements, and prints a table. */
export async function compareWithHand(desk: RemoteDesk, seconds: number): Promise<void> {
  const hand = await startServer(new URL('postgres-baseline.ts', import.meta.url).pathname, [desk.url])
  const service = await startService(desk)
  const database = await databaseServer(desk.url)
  print(['', 'service µs', 'database µs', 'by hand µs', 'ratio', 'goal'])
  for (const [name, { goal, ...kind }] of Object.entries(kindsOf(desk.tickets))) {
    const byHand = await measure([hand], database, kind.hand, '', seconds)
    const measured = await measure([service], database, kind.service, authorization(desk), seconds)
    const figures = [measured.service, measured.database, sum(byHand)].map((cpu) => cpu.toFixed(0))
    print([name, ...figures, (sum(byHand) / sum(measured)).toFixed(2), goal === undefined ? '' : `≥ ${goal}`])
  }
  await Promise.all([hand.stop(), service.stop()])
}

export const authorization = ({ token }: Pick<RemoteDesk, 'token'>): string => `Authorization: Token token=${token}\r\n`

/** Starts a process of the service. */
export const startService = ({ url, folder }: Pick<RemoteDesk, 'url' | 'folder'>): Promise<Server> =>
  startServer(
    new URL('../node_modules/.bin/deskbell', import.meta.url).pathname,
    `start --port 0 --data ${folder} --database-url ${url}`.split(' '),
  )

/** Measures requests to several processes at once, each with eight connections. */
export async function measure(
  servers: readonly Server[],
  database: number | undefined,
  next: () => BenchRequest,
  headers: string,
  seconds: number,
): Promise<Cpu> {
  const run = () =>
    Promise.all(servers.map((server) => load(server, next, { seconds, warmUp: 0, headers, connections: 8 })))
  // In the first seconds, code is compiled.
  await run()
  const before = processorTimeOfChildren(database)
  const loads = await run()
  const requests = loads.reduce((total, { requests }) => total + requests, 0)
  const service = loads.reduce((total, { cpu, requests: count }) => total + cpu * count, 0) / requests
  return { service, database: (processorTimeOfChildren(database) - before) / requests }
}

/** Returns the id of the main process of a database server on this machine; undefined if there is none. */
export async function databaseServer(url: string): Promise<number | undefined> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = parentOf(String(rows[0]?.pid))
  await client.end()
  return parent === undefined ? undefined : Number(parent)
}

/** Returns the kinds of requests, for the service and for the server with hand-written statements. */
export function kindsOf(tickets: number): Readonly<Record<string, Kind>> {
  const next = random(7)
  /** Returns a random whole number from 1 to `limit`. */
  const upTo = (limit: number) => 1 + Math.floor(next() * limit)
  const words = vocabulary(200_000, 3)
  // The frequency of the generated words decreases with their index: these are neither the most common nor rare.
  const word = () => words[50 + upTo(5000)] as string
  let count = 0
  const creation = (path: string) => () => ({ method: 'POST', path, body: newTicket((count += 1)) })
  // Of all users (`usersOf`), one that is followed by enough others for a page.
  const user = () => upTo(Math.max(1000, tickets / 10) - 20)
  return {
    'a ticket by id': {
      service: () => `/api/v1/tickets/${upTo(tickets)}`,
      hand: () => `/ticket/${upTo(tickets)}`,
      goal: 0.5,
    },
    'a page of 10 users': {
      service: () => `/api/v1/users?after=${user()}&per_page=10`,
      hand: () => `/users/${user()}`,
    },
    'a search for a word': {
      service: () => `/api/v1/tickets/search?query=${word()}`,
      hand: () => `/search/${word()}`,
    },
    'a new ticket': { service: creation('/api/v1/tickets'), hand: creation('/create'), goal: 0.5 },
  }
}

/** Returns the body of a new ticket, of one of 19 generated groups (2 to 20) and 900 generated users. */
function newTicket(n: number): object {
  return {
    title: `Label printer offline ${n}`,
    group: `Group ${2 + (n % 19)}`,
    customer_id: 10 + (n % 900),
    article: { body: `It blinks red since this morning, number ${n}.`, type: 'phone', sender: 'Customer' },
  }
}

const sum = ({ service, database }: Cpu): number => service + (Number.isNaN(database) ? 0 : database)

/** Processor time of the child processes of the database server, in microseconds. Those that have ended are not included. */
function processorTimeOfChildren(main: number | undefined): number {
  if (main === undefined) return Number.NaN
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === String(main))
    .reduce((total, pid) => total + (processorTimeOf(Number(pid)) || 0), 0)
}

/** Returns the id of the parent of a process; undefined if there is no such process, and on systems other than Linux. */
function parentOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
  } catch {
    return undefined
  }
}

/** Prints a row of a table. */
export function print(cells: readonly string[]): void {
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(20))).join(''))
}
