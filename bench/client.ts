/*
 * Compares the client with hand-written code that requests the same pages of users, and measures reads of attributes and the
 * creation of objects. The server runs in a separate process. It is first the real service, and then a server with prepared
 * pages, whose own work is so small that the figures show mostly that of the client.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@deskbell/client'
import { insert, unitOfWork } from '../packages/server/src/writing/unit-of-work.ts'
import { world } from '../packages/server/src/testing/world.ts'

const USERS = 10_000
const PER_PAGE = 100
const ROUNDS = 40
/** Time after which a request of the hand-written loop with a timeout is aborted, in milliseconds. */
const TIMEOUT = 30_000
/** Time of a loop with the client, divided by that of a hand-written one; see docs/decisions/loops-with-equal-features.md. */
const MAX_RATIO = 1.15

interface ServerAccess {
  readonly url: string
  readonly token: string
}

if (process.argv[2] === 'service') await serveWorld()
else if (process.argv[2] === 'prepared') servePreparedPages()
else if (import.meta.main) await main()

async function main(): Promise<void> {
  await withServer('service', (access) => measureLoops('from the service', access))
  await withServer('prepared', async (access) => {
    await measureLoops('from a server with prepared pages', access)
    await measureReads(access)
  })
  await measureCreation()
}

/** Runs `act` while a server runs in a separate process. */
async function withServer(kind: 'service' | 'prepared', act: (access: ServerAccess) => Promise<void>): Promise<void> {
  const other = fork(import.meta.filename, [kind])
  const [access] = (await once(other, 'message')) as [ServerAccess]
  try {
    await act(access)
  } finally {
    other.kill()
  }
}

/** Iterates over all users, and alternately fetches and parses the same pages by hand: once with minimal code, and once with some
 * features of the client, which shows how much of its cost is due to these features. The median round of each counts: collecting
 * garbage takes a fifth of the time, and the best round would be one that happens to collect none.
 */
async function measureLoops(where: string, access: ServerAccess): Promise<void> {
  const loops = {
    client: () => byClient(access),
    withFeatures: () => byHandWithFeatures(access),
    hand: () => byHand(access),
  }
  const names = Object.keys(loops) as (keyof typeof loops)[]
  const rounds: { loop: keyof typeof loops; wall: number; cpu: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const loop of round % 2 ? names.toReversed() : names) {
      const [began, used] = [performance.now(), process.cpuUsage()]
      await loops[loop]()
      const { user, system } = process.cpuUsage(used)
      rounds.push({ loop, wall: performance.now() - began, cpu: (user + system) / 1000 })
    }
  }
  const medianOf = (of: keyof typeof loops, time: 'wall' | 'cpu') =>
    median(rounds.filter(({ loop }) => loop === of).map((round) => round[time]))
  for (const [time, name] of Object.entries({ wall: 'time', cpu: 'processor time' }) as ['wall' | 'cpu', string][]) {
    const [client, withFeatures, hand] = [
      medianOf('client', time),
      medianOf('withFeatures', time),
      medianOf('hand', time),
    ]
    const what = `iterating ${USERS} users ${where}, ${PER_PAGE} a page, ${name}`
    const figure = `${client.toFixed(1)} ms, by hand`
    show(what, `${figure} ${hand.toFixed(1)} ms`, client / hand)
    const features = 'with timeout, async iteration and records by id'
    show(what, `${figure} ${features} ${withFeatures.toFixed(1)} ms`, client / withFeatures, MAX_RATIO)
  }
}

async function byClient({ url, token }: ServerAccess): Promise<number> {
  let count = 0
  const client = createClient({ url, auth: { token } })
  for await (const user of client.users.iter({ perPage: PER_PAGE })) count += user.fullname.length
  return count
}

async function byHand(access: ServerAccess): Promise<number> {
  let count = 0
  for (let page = 1; page <= USERS / PER_PAGE; page++) {
    for (const user of await fetchUsers(access, page)) count += user.fullname.length
  }
  return count
}

interface FetchedUser {
  readonly id: number
  readonly fullname: string
}

async function byHandWithFeatures(access: ServerAccess): Promise<number> {
  const byId = new Map<number, FetchedUser>()
  async function* all(): AsyncGenerator<FetchedUser> {
    for (let page = 1; page <= USERS / PER_PAGE; page++) {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), TIMEOUT)
      try {
        for (const user of await fetchUsers(access, page, controller.signal)) {
          byId.set(user.id, user)
          yield user
        }
      } finally {
        clearTimeout(timer)
      }
    }
  }
  let count = 0
  for await (const user of all()) count += user.fullname.length
  return count
}

async function fetchUsers(
  { url, token }: ServerAccess,
  page: number,
  signal: AbortSignal | null = null,
): Promise<FetchedUser[]> {
  const response = await fetch(`${url}/api/v1/users?page=${page}&per_page=${PER_PAGE}&expand=false`, {
    headers: { authorization: `Token token=${token}` },
    signal,
  })
  return (await response.json()) as FetchedUser[]
}

/** Measures reading an attribute of loaded objects, after many different attributes have been read. */
async function measureReads({ url, token }: ServerAccess): Promise<void> {
  const client = createClient({ url, auth: { token } })
  const all = await client.users.iter({ perPage: PER_PAGE }).toArray()
  for (const user of all) for (const name of Object.keys(user.data)) void user[name as 'login']
  const reads = 1_000_000
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    let length = 0
    for (let at = 0; at < reads; at++) length += (all[at % USERS]?.login ?? '').length
    times.push(((performance.now() - began) * 1e6) / reads)
    if (!length) throw new Error('nothing was read')
  }
  const ns = median(times)
  show(`${reads} reads of an attribute`, `${ns.toFixed(1)} ns each`, ns, 10)
}

/** Measures creating loaded objects from parsed records: one page with the whole list, without a server. */
async function measureCreation(): Promise<void> {
  const text = JSON.stringify(Array.from({ length: USERS }, (_, at) => userRecord(at + 1)))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const records = JSON.parse(text) as { id: number }[]
    const response = { ok: true, status: 200, headers: new Headers(), text: async () => '[]' } as Response
    const parse = JSON.parse
    const client = createClient({ url: 'http://bench.test', auth: { token: 'x' }, fetch: async () => response })
    client.users.cache.maxSize = 0
    // Parsing is not measured, so it returns prepared records.
    JSON.parse = () => records
    const began = performance.now()
    const all = await client.users.iter({ perPage: USERS }).first()
    times.push(performance.now() - began)
    JSON.parse = parse
    if (all?.id !== 1) throw new Error('nothing was made')
  }
  const ms = median(times)
  show(`${USERS} objects from parsed records`, `${ms.toFixed(2)} ms`, ms, 2)
}

/** Serves the world of the tests, extended with users. */
async function serveWorld(): Promise<void> {
  const real = await world()
  const have = Number((await real.request('users?per_page=1')).headers['x-total-count'])
  await unitOfWork(real.desk, 1, async (unit) => {
    for (let id = have + 1; id <= USERS; id++) {
      const login = `user${id}@example.com`
      const lastname = `Braun ${id}`
      await insert(unit, 'user', { login, email: login, firstname: 'Nicole', lastname, fullname: `Nicole ${lastname}` })
    }
  })
  process.send?.({ url: await real.listen(), token: real.tokens.admin } satisfies ServerAccess)
}

/** Serves prepared pages. */
function servePreparedPages(): void {
  const pages = new Map<string, string>()
  for (let page = 1; page <= USERS / PER_PAGE; page++) {
    const records = Array.from({ length: PER_PAGE }, (_, at) => userRecord((page - 1) * PER_PAGE + at + 1))
    pages.set(String(page), JSON.stringify(records))
  }
  const server = createServer((request, response) => {
    const page = new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? ''
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': USERS }).end(pages.get(page) ?? '[]')
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.send?.({ url: `http://127.0.0.1:${port}`, token: 'x' } satisfies ServerAccess)
  })
}

function userRecord(id: number): object {
  const time = '2026-03-02T09:00:00.000Z'
  const texts = ['web', 'phone', 'fax', 'mobile', 'department', 'street', 'zip', 'city', 'country', 'address', 'note']
  return {
    id,
    organization_id: (id % 50) + 1,
    login: `user${id}@example.com`,
    firstname: 'Nicole',
    lastname: `Braun ${id}`,
    fullname: `Nicole Braun ${id}`,
    email: `user${id}@example.com`,
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    vip: false,
    verified: false,
    active: true,
    last_login: null,
    source: null,
    login_failed: 0,
    out_of_office: false,
    preferences: { locale: 'en-us' },
    updated_by_id: 1,
    created_by_id: 1,
    created_at: time,
    updated_at: time,
    role_ids: [3],
    organization_ids: [],
    group_ids: {},
  }
}

/** Returns the median, so that unusually slow and fast rounds do not count. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function show(what: string, figure: string, value: number, goal?: number): void {
  console.log(`client: ${what}: ${figure} (${value.toFixed(2)}${goal ? `, goal at most ${goal}` : ''})`)
}
