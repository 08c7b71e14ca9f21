/*
 * Tools for tests of programs that use the client: a service in memory, and an assertion on the number of requests. Import
 * them from `@deskbell/client/testing`.
 */
import { type Client, type ClientOptions, createClient } from '@deskbell/client'
import { type FakeRecords, type FakeRequest, type FakeOptions, reply, respondOnce } from './fake-replies.ts'

export type { FakeOptions, FakeRecord, FakeRecords, FakeRequest } from './fake-replies.ts'

/** A fake service. */
export interface FakeServer {
  readonly fetch: typeof globalThis.fetch
  /** The requests so far, such as `GET /api/v1/tickets/1`. */
  readonly requests: string[]
  readonly records: FakeRecords
  /** Creates a client of this fake service. */
  client(options?: Partial<ClientOptions>): Client
  /** Returns the response to one request, for tests with their own transport. */
  answer(request: FakeRequest): Promise<Response>
}

/** Creates a service in memory that contains `records` and responds like the real one. */
export function fakeServer(records: FakeRecords, options: FakeOptions = {}): FakeServer {
  const requests: string[] = []
  const responsesByKey = new Map<string, Response>()
  const answer = async (request: FakeRequest): Promise<Response> => {
    requests.push(`${request.method} ${request.url}`)
    const respond = () => reply(records, options, request)
    return (await options.intercept?.(request)) ?? respondOnce(responsesByKey, options, request, respond)
  }
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const { method, headers } = request
    const response = await answer({
      method,
      url: pathname + search,
      headers,
      body: text ? JSON.parse(text) : undefined,
    })
    request.signal.throwIfAborted()
    return response
  }
  const client = (overrides: Partial<ClientOptions> = {}) =>
    createClient({ url: 'http://deskbell.test', auth: { token: 'fake' }, fetch, ...overrides })
  return { fetch, requests, records, client, answer }
}

/**
 * Runs `act` and returns its result.
 * @throws Error unless exactly `count` requests were sent during the call.
 */
export async function expectRequests<T>(client: Client, count: number, act: () => T | Promise<T>): Promise<T> {
  const sent: string[] = []
  const stop = client.on('request', ({ method, url }) => sent.push(`${method} ${url}`))
  try {
    return await act()
  } finally {
    stop()
    if (sent.length !== count) {
      // oxlint-disable-next-line no-unsafe-finally -- a wrong count is reported even if `act` failed
      throw new Error(`Expected ${count} requests, saw ${sent.length}:\n${sent.join('\n')}`)
    }
  }
}
