import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createApp, type App } from '../app.ts'
import { type World, world } from '../testing/world.ts'

const metricsToken = 'only-for-prometheus'

const isStream = (line: string) => line.includes('events/stream')

const probe = async (app: App, path: string) => {
  const { statusCode, body } = await app.http.inject(path)
  return [statusCode, body]
}
const alive = [200, '{"status":"alive"}']
const unready = (reason: string) => [503, `{"status":"unavailable","reason":"${reason}"}`]

describe('the access log and the metrics', () => {
  let w: World
  let app: App
  let url: string
  const lines: string[] = []
  const waiting: (() => void)[] = []

  function record(line: string) {
    lines.push(line)
    for (const wake of waiting.splice(0)) wake()
  }

  before(async () => {
    w = await world()
    app = await createApp(w.desk, undefined, undefined, { accessLog: record, metrics: { token: metricsToken } })
    url = await app.listen('127.0.0.1', 0)
  })
  after(async () => {
    await app.http.close()
    await w.close()
  })

  /** Sends a request, and returns its response and its line in the access log. */
  async function logged(path: string, init: RequestInit = {}) {
    const from = lines.length
    const response = await fetch(url + path, init)
    const text = await response.text()
    while (lines.length === from) await new Promise<void>((wake) => waiting.push(wake))
    return { response, text, line: JSON.parse(lines[from] as string) as Record<string, unknown> }
  }
  const as = (person: 'paul' | 'omar') => ({ headers: { authorization: `Token token=${w.tokens[person]}` } })
  const metrics = async () => {
    const { response, text } = await logged('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    return text
  }

  test('each request is logged with its route, caller and size, on the fast path and in the framework', async () => {
    const id = w.ids['Quiet ticket']
    const read = await logged(`/api/v1/tickets/${id}?expand=true`, as('paul'))
    assert.deepEqual(
      {
        ...read.line,
        time: undefined,
        ms: typeof read.line['ms'],
        bytes: Number(read.line['bytes']) > read.text.length,
      },
      {
        time: undefined,
        method: 'GET',
        route: '/api/v1/tickets/:id',
        path: `/api/v1/tickets/${id}`,
        status: 200,
        ms: 'number',
        bytes: true,
        user: w.ids['paul'],
        address: '127.0.0.1',
      },
    )
    const page = await logged('/api/v1/signshow')
    assert.deepEqual([page.line['route'], page.line['user'], page.line['status']], ['/api/v1/signshow', null, 200])
    const refused = await logged('/api/v1/tickets', { method: 'POST', ...as('omar') })
    assert.deepEqual([refused.line['route'], refused.line['user']], ['/api/v1/tickets', w.ids['omar']])
    assert.equal(refused.line['status'], refused.response.status)
    const unknown = await logged('/api/v1/nothing/here', as('paul'))
    assert.deepEqual([unknown.line['route'], unknown.line['status']], [null, 404])
  })

  test('no line contains a query string, a header, a body or a token of a path', async () => {
    const secret = 'a-secret-text'
    const from = lines.length
    const requests: Parameters<typeof logged>[] = [
      [`/api/v1/tickets/search?query=${secret}`, { headers: { authorization: `Bearer ${secret}` } }],
      [`/welcome?token=${secret}`],
      [`/api/v1/getting_started/auto_wizard/${secret}`],
      ['/api/v1/signin', { method: 'POST', body: JSON.stringify({ username: secret, password: secret }) }],
    ]
    for (const request of requests) await logged(...request)
    assert.equal(lines.length - from, 4)
    assert.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    )
  })

  test('a stream of events is logged when its client disconnects, and is not in the metrics of requests', async () => {
    const gone = new AbortController()
    const from = lines.length
    const stream = await fetch(`${url}/api/v1/events/stream`, { ...as('paul'), signal: gone.signal })
    assert.match(await metrics(), /^deskbell_live_streams 1$/m)
    gone.abort()
    await stream.text().catch(() => {})
    while (!lines.slice(from).some(isStream)) await new Promise<void>((wake) => waiting.push(wake))
    assert.match(lines.slice(from).find(isStream) ?? '', /"status":200/)
    assert.doesNotMatch(await metrics(), /route="[^"]*events\/stream"/)
  })

  test('metrics count requests by route, never by path, and measure the database, the cache and the process', async () => {
    for (const name of ['Quiet ticket', 'Quiet ticket', 'Quiet ticket']) {
      await logged(`/api/v1/tickets/${w.ids[name]}`, as('paul'))
    }
    await logged('/some/unknown/path')
    const text = await metrics()
    assert.match(
      text,
      /^deskbell_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/tickets\/:id",status="2xx"\} [4-9]$/m,
    )
    assert.match(text, /route="none",status="4xx"/)
    assert.doesNotMatch(text, /tickets\/\d|unknown/)
    assert.match(text, /^deskbell_database_duration_seconds_count\{work="read"\} [1-9]/m)
    assert.match(text, /^deskbell_cache_lookups_total\{result="hit"\} [1-9]/m)
    for (const queue of ['writes', 'reads']) {
      assert.ok(text.includes(`deskbell_queue_length{queue="${queue}"} 0\n`), queue)
    }
    assert.match(text, /^deskbell_webhook_deliveries_due 0$/m)
    assert.match(text, /^deskbell_events_unsent 0$/m)
    assert.match(text, /^process_resident_memory_bytes \d+$/m)
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
  })

  test('metrics need the token, and do not exist if none is configured', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, as('paul').headers]) {
      assert.equal((await fetch(`${url}/metrics`, { headers })).status, 401)
    }
    const reply = await w.request('/metrics', { headers: { authorization: 'Bearer undefined' } })
    assert.equal(reply.status, 404)
  })
})

describe('health', () => {
  test('a service is alive from its start to its end, and ready in between', async (t) => {
    const w = await world()
    t.after(() => w.close())
    const app = await createApp(w.desk)
    let url = ''
    let whileStopping: unknown
    app.http.addHook('preClose', async () => {
      const response = await fetch(`${url}/readyz`)
      whileStopping = [response.status, await response.text()]
    })
    url = await app.listen('127.0.0.1', 0, async () => {
      assert.deepEqual(await probe(app, '/readyz'), unready('starting'))
      assert.deepEqual(await probe(app, '/healthz'), alive)
    })
    assert.deepEqual(await probe(app, '/readyz'), [200, '{"status":"ready"}'])
    await app.http.close()
    assert.deepEqual(whileStopping, unready('stopping'))
  })

  test('a service whose tables are of another version, or whose database does not answer, is not ready', async (t) => {
    const w = await world()
    t.after(() => w.close())
    const queries: string[] = []
    let answers = true
    const database = {
      ...w.desk.database,
      arrays(...[query]: Parameters<World['desk']['database']['arrays']>) {
        queries.push(query.sql)
        if (!answers) throw new Error('connection terminated')
        return w.desk.database.arrays(query)
      },
    }
    const service = () => createApp({ ...w.desk, database })
    answers = false
    assert.deepEqual(await probe(await service(), '/readyz'), unready('database'))
    assert.deepEqual(await probe(await service(), '/healthz'), alive)
    answers = true
    await w.desk.database.transaction(({ sql: db }) =>
      sql`insert into migrations (id, name, applied_at) values (9999, 'later', '')`.execute(db),
    )
    const app = await service()
    queries.length = 0
    // The result of one check is reused for a second.
    const replies = await Promise.all(Array.from({ length: 20 }, () => probe(app, '/readyz')))
    for (const reply of replies) assert.deepEqual(reply, unready('tables'))
    assert.equal(queries.length, 1)
  })
})
