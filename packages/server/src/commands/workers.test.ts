import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { openCommandLine, type Running } from '../testing/cli.ts'
import { eachDialect, leaveEmpty, urlOf } from '../testing/each-dialect.ts'

/** Reads an address on a connection of its own, because each connection belongs to one process. */
async function read({ url }: Running, path: string, headers: Record<string, string> = {}) {
  const [reply] = (await once(get(url + path, { agent: false, headers }), 'response')) as [IncomingMessage]
  assert.equal(reply.statusCode, 200)
  return { headers: reply.headers, body: await text(reply) }
}

/** Returns an identifier of the process that answers: the beginning of the ids of its requests. */
async function processOf(service: Running): Promise<string> {
  const { headers } = await read(service, '/api/v1/signshow')
  return String(headers['x-request-id']).split('-')[0] ?? ''
}

const token = 'only-for-prometheus'

/** The number of requests of `processOf` that all processes together have answered, according to their metrics. */
async function counted(service: Running): Promise<number> {
  const { body } = await read(service, '/metrics', { authorization: `Bearer ${token}` })
  const count = /^deskbell_http_request_duration_seconds_count\{.*signshow",status="2xx"\} (\d+)$/m.exec(body)
  return Number(count?.[1])
}

/** Sends requests until `count` processes other than the known ones have answered. @returns those processes. */
async function otherProcesses(ask: () => Promise<string>, known: readonly string[], count: number): Promise<string[]> {
  const others = new Set<string>()
  while (others.size < count) {
    const answering = await ask()
    if (!known.includes(answering)) others.add(answering)
  }
  return [...others]
}

/** Repeats a request whose connection was given to a process that was killed: nothing can answer it. */
async function afterKill(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    return afterKill(ask)
  }
}

test(
  '--workers runs processes that share a port and metrics, are replaced when they die and renewed on SIGHUP',
  { skip: !eachDialect.postgres, timeout: 100_000 },
  async (t) => {
    const database = (await eachDialect.postgres?.(leaveEmpty)) ?? assert.fail()
    t.after(() => database.close())
    const cli = openCommandLine(t)
    const place = ['--database-url', await urlOf(database)]
    const service = await cli.start(['start', '--port', '0', '--workers', '2', ...place], {
      DESKBELL_METRICS_TOKEN: token,
    })
    assert.equal(service.out().match(/listens on/g)?.length, 1)
    let answered = 0
    const ask = async () => {
      const answering = await processOf(service)
      answered++
      return answering
    }
    const first = await otherProcesses(ask, [], 2)
    // A request is counted when its connection has ended, which can be after its response.
    while ((await counted(service)) !== answered) await wait(10)

    const [victim] = spawnSync('pgrep', ['-P', String(service.pid)], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
    process.kill(Number(victim), 'SIGKILL')
    while (!service.log().includes('another one starts')) await wait(10)
    const [replacement = ''] = await otherProcesses(() => afterKill(ask), first, 1)

    service.signal('SIGHUP')
    const renewed = await otherProcesses(ask, [...first, replacement], 2)
    assert.equal(renewed.length, 2)
    while ((await counted(service)) !== answered) await wait(10)
    service.signal('SIGTERM')
    const { code, err } = await service.ended
    assert.equal(code, 0, err)
    assert.match(err, /another one starts/)
  },
)

test(
  '--workers ends all processes when one of them does not start',
  { skip: !eachDialect.postgres, timeout: 100_000 },
  async (t) => {
    const database = (await eachDialect.postgres?.(leaveEmpty)) ?? assert.fail()
    t.after(() => database.close())
    const endSecond = `import cluster from 'node:cluster'; if (cluster.worker?.id === 2) process.exit(1)`
    const { code, out, err } = await openCommandLine(t).run(
      ['start', '--port', '0', '--workers', '2', '--database-url', await urlOf(database)],
      { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endSecond)}` } },
    )
    assert.equal(code, 1)
    assert.match(out, /listens on/)
    assert.match(err, /^deskbell: A process of the service did not start\.$/m)
  },
)

test('--workers refuses the embedded database and invalid numbers', async (t) => {
  const cli = openCommandLine(t)
  const embedded = await cli.run(['start', '--port', '0', '--workers', '2'])
  assert.deepEqual(
    [embedded.code, embedded.err],
    [
      1,
      'deskbell: --workers needs a PostgreSQL database (--database-url): the embedded database is written by one process.\n',
    ],
  )
  assert.match(
    (await cli.run(['start', '--workers', 'many'])).err,
    /^deskbell: --workers \(DESKBELL_WORKERS\): expected a number/,
  )
})
