import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { Measured, Started } from './fuzz-service.ts'
import { type OddRequest, oddRequests, malformedBytes } from './odd-requests.ts'
import { randomFrom } from './random.ts'

const REQUESTS = 100_000
/** The number of clients, each of which sends one request after the other. */
const CLIENTS = 16
/** The time after which a request counts as hanging, in milliseconds; under load, the slowest take a few hundred. */
const MAX_DURATION = 15_000

let service: ChildProcess
let started: Started
before(async () => {
  service = fork(new URL('fuzz-service.ts', import.meta.url), { execArgv: ['--expose-gc'] })
  started = ((await once(service, 'message')) as [Started])[0]
})
after(async () => {
  service.disconnect()
  await once(service, 'exit')
})

async function measure(): Promise<Measured> {
  service.send('measure')
  return ((await once(service, 'message')) as [Measured])[0]
}

test(`${REQUESTS} hostile and odd requests give no 500, no hang, no unreadable answer, and no growth of memory`, async (t) => {
  const statuses = new Map<string, number>()
  const measured: Measured[] = []
  for (let part = 0; part < 10; part++) {
    const work = Array.from({ length: CLIENTS }, (_, client) =>
      sendRequests(part * CLIENTS + client, REQUESTS / 10 / CLIENTS, statuses),
    )
    await Promise.all(work)
    const now = await measure()
    assert.deepEqual(now.logged, [], 'something was logged as an error')
    measured.push(now)
  }
  const summary = [...statuses.keys()].toSorted().map((status) => `${status}: ${statuses.get(status)}`)
  t.diagnostic(summary.join(', '))
  t.diagnostic(`heap ${measured.map(({ heap }) => mega(heap)).join(' ')} MiB`)
  t.diagnostic(`resident ${measured.map(({ resident }) => mega(resident)).join(' ')} MiB`)
  // Every status occurs, so the requests are unusual and not only invalid.
  for (const status of ['200', '304', '400', '401', '403', '404', '405', '415', '422'])
    assert.ok(statuses.get(status), status)
  // Caches fill up in the beginning; then memory use must stay constant.
  const growth = (valueOf: (measured: Measured) => number) => {
    const earlyMaximum = Math.max(...measured.slice(2, 5).map(valueOf))
    const lateMinimum = Math.min(...measured.slice(7).map(valueOf))
    return lateMinimum / earlyMaximum
  }
  assert.ok(growth(({ heap }) => heap) < 1.15, 'the heap grows')
  assert.ok(growth(({ resident }) => resident) < 1.15, 'the resident memory grows')
})

const mega = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** Sends requests as one client. */
async function sendRequests(seed: number, times: number, statuses: Map<string, number>): Promise<void> {
  const random = randomFrom(seed * 7919 + 1)
  // Most requests are sent by the administrator, who may do most.
  const next = oddRequests(random, [...Object.values(started.tokens), ...Array<string>(5).fill(started.tokens.admin)])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let time = 0; time < times; time++) {
    const odd = next()
    const description = `seed ${seed}, request ${time}: ${JSON.stringify(odd).slice(0, 600)}`
    const since = performance.now()
    try {
      const status = random() < 0.1 ? await sendBadly(random, odd) : await send(agent, odd)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    } catch (failure) {
      throw new Error(`${description}: ${(failure as Error).message}`, { cause: failure })
    }
    assert.ok(performance.now() - since < MAX_DURATION, `slow: ${description}`)
  }
  agent.destroy()
}

/** Sends a request with a client library; requests that the library refuses to send are skipped. */
function send(agent: Agent, { method, target, headers, body }: OddRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method,
      path: target,
      headers: ['Host', 'x', ...headers.flat(), 'Content-Length', String(Buffer.byteLength(body))],
      timeout: MAX_DURATION,
    }
    let outgoing: ReturnType<typeof request>
    try {
      outgoing = request(started.url, options)
    } catch {
      resolve('not sent')
      return
    }
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // Invalid HTTP is rejected before the method is parsed, so the answer to a HEAD may have a body.
      const isClosed = error.code === 'ECONNRESET' || (method === 'HEAD' && error.code === 'HPE_CLOSED_CONNECTION')
      if (isClosed) resolve('closed')
      else reject(error)
    })
    outgoing.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        try {
          const accept = headers.findLast(([name]) => name.toLowerCase() === 'accept')?.[1] ?? ''
          assertReadable(response.statusCode ?? 0, response.headers['content-type'] ?? '', text, { method, accept })
          resolve(String(response.statusCode))
        } catch (failure) {
          reject(failure)
        }
      })
    })
    outgoing.end(body)
  })
}

/** @throws AssertionError for a server error, or for a response that contradicts its headers. */
function assertReadable(
  status: number,
  type: string,
  text: string,
  { method, accept }: { readonly method: string; readonly accept: string },
): void {
  assert.ok(status >= 200 && status < 500, `${status}: ${text.slice(0, 300)}`)
  if (method === 'HEAD' || status === 304 || status === 204) return assert.equal(text, '')
  if (status < 400 && !type.startsWith('application/json')) return
  // For an address that does not exist, a browser gets the page of the web interface.
  if (status === 404 && accept.includes('text/html') && type.startsWith('text/html')) return
  assert.match(type, /^application\/json/, `${status} ${text.slice(0, 200)}`)
  const body = JSON.parse(text) as Record<string, unknown>
  if (status < 400) return
  // The rejection of a password has a different shape, which existing clients read.
  if (body['message'] === 'failed') return assert.ok(Array.isArray(body['notice']))
  assert.equal(typeof body['error'], 'string')
  assert.equal(body['error'], body['error_human'])
  assert.equal(typeof body['error_id'], 'string')
  assert.doesNotMatch(text, /\bat .*\.ts:|SQLITE|syntax error at or near|node_modules|select .* from /i)
}

/** Sends bytes that may not be valid HTTP, ends the stream, and reads the response to its end. */
function sendBadly(random: () => number, odd: OddRequest): Promise<string> {
  const { port, hostname } = new URL(started.url)
  const bytes = malformedBytes(random, odd)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end in time after ${JSON.stringify(bytes.toString('latin1'))}`))
    }, MAX_DURATION)
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
      if (statuses.some((status) => status >= 500)) reject(new Error(text.slice(0, 500)))
      else resolve(statuses.length === 0 ? 'closed' : `raw ${statuses[0]}`)
    })
  })
}
