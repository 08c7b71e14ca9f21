import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type Client, type ClientOptions, createClient } from '../src/index.ts'
import { type FakeOptions, type FakeRecord, type FakeRecords, fakeServer } from '../src/testing.ts'

/** Replaces the normal response. A truthy result, or a promise of one, means that nothing else shall be sent. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => unknown

/** A server, a client of it, and what the server has observed. */
export interface World {
  readonly client: Client
  /** Requests in order of arrival: method, path and query. */
  readonly log: string[]
  readonly records: FakeRecords
  readonly url: string
  /** Maximum number of concurrent requests. */
  peak: number
  /** Number of requests whose connection was closed before the response was complete. */
  aborted: number
  intercept: Intercept | undefined
}

export const token = 'secret-token-0815'

/** Starts an HTTP server with a fake service on a free port, and creates a client of it. The server ends with the test. */
export async function world(
  t: TestContext,
  records: FakeRecords = helpdesk(),
  options: Partial<ClientOptions> & { fake?: FakeOptions } = {},
): Promise<World> {
  const { fake: fakeOptions, ...clientOptions } = options
  const fake = fakeServer(records, fakeOptions)
  let open = 0
  const httpServer = createServer((request, response) => {
    void (async () => {
      started.log.push(`${request.method} ${request.url}`)
      started.peak = Math.max(started.peak, ++open)
      response.on('close', () => {
        open--
        if (!response.writableFinished) started.aborted++
      })
      const text = await bodyOf(request)
      if (await started.intercept?.(request, response)) return
      const reply = await fake.answer({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: new Headers(request.headers as Record<string, string>),
        body: text ? JSON.parse(text) : undefined,
      })
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
    })()
  })
  httpServer.listen(0, '127.0.0.1')
  await once(httpServer, 'listening')
  t.after(() => {
    httpServer.closeAllConnections()
    httpServer.close()
  })
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`
  const client = createClient({ url, auth: { token }, ...clientOptions })
  const started: World = { client, log: [], records, url, peak: 0, aborted: 0, intercept: undefined }
  return started
}

/** Sends a JSON response. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  return true
}

/** Resolves when `count` requests have arrived. */
export async function arrived(server: World, count: number): Promise<void> {
  while (server.log.length < count) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits until a condition is true. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** Creates a promise that `open()` resolves. */
export function gate(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Creates `n` records by `make`, with ids from 1. */
export function several(n: number, make: (id: number) => object): FakeRecord[] {
  return Array.from({ length: n }, (_, at) => ({ id: at + 1, ...make(at + 1) }))
}

const time = '2024-04-02T08:15:11.390Z'

export function ticket(id: number, more: object = {}): FakeRecord {
  return {
    id,
    number: String(67_000 + id),
    title: `Ticket ${id}`,
    customer_id: (id % 20) + 1,
    owner_id: 1,
    organization_id: (id % 5) + 1,
    group_id: 1,
    state_id: 2,
    priority_id: 2,
    note: null,
    article_count: 1,
    created_at: time,
    updated_at: time,
    ...more,
  }
}

/** Creates the records of a small helpdesk: tickets, users, 5 organizations, 2 groups, 3 roles, and 6 articles of two tickets. */
export function helpdesk(tickets = 50, users = 100): FakeRecords {
  return {
    tickets: several(tickets, (id) => ticket(id)),
    users: several(users, (id) => ({
      login: `user${id}`,
      firstname: 'Nicole',
      lastname: `Braun ${id}`,
      fullname: `Nicole Braun ${id}`,
      email: `user${id}@example.com`,
      organization_id: (id % 5) + 1,
      created_at: time,
      updated_at: time,
    })),
    organizations: several(5, (id) => ({ name: `Organization ${id}`, note: null, updated_at: time })),
    groups: several(2, (id) => ({ name: `Group ${id}`, updated_at: time })),
    roles: several(3, (id) => ({ name: `Role ${id}`, updated_at: time })),
    ticket_articles: several(6, (id) => ({ ticket_id: (id % 2) + 1, body: `Text ${id}`, attachments: [] })),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
