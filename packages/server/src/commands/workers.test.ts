import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openCommandLine, type Running } from '../testing/cli.ts'
import { eachDialect, leaveEmpty, urlOf } from '../testing/each-dialect.ts'

/** The number of the run of the process that answers, from the ids of its requests. */
async function processOf({ url }: Running): Promise<string> {
  // A connection of its own, because each connection belongs to one process.
  const [reply] = (await once(get(`${url}/api/v1/signshow`, { agent: false }), 'response')) as [IncomingMessage]
  assert.equal(reply.statusCode, 200)
  await once(reply.resume(), 'end')
  return String(reply.headers['x-request-id']).split('-')[0] ?? ''
}

/** Sends requests until other processes have answered than the given ones. @returns those that have. */
async function others(service: Running, known: readonly string[], count: number, ask = processOf): Promise<string[]> {
  const seen = new Set<string>()
  while (seen.size < count) {
    const one = await ask(service)
    if (!known.includes(one)) seen.add(one)
  }
  return [...seen]
}

/** Repeats a request whose connection was given to a process that was killed: nothing can answer it. */
async function processAfterKill(service: Running): Promise<string> {
  try {
    return await processOf(service)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    return processAfterKill(service)
  }
}

test(
  '--workers runs processes that share a port, are replaced when they die and renewed on SIGHUP',
  { skip: !eachDialect.postgres, timeout: 100_000 },
  async (t) => {
    const database = (await eachDialect.postgres?.(leaveEmpty)) ?? assert.fail()
    t.after(() => database.close())
    const cli = openCommandLine(t)
    const place = ['--database-url', await urlOf(database)]
    const service = await cli.start(['start', '--port', '0', '--workers', '2', ...place])
    assert.equal(service.out().match(/listens on/g)?.length, 1)
    const first = await others(service, [], 2)

    const [victim] = spawnSync('pgrep', ['-P', String(service.pid)], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
    process.kill(Number(victim), 'SIGKILL')
    while (!service.log().includes('another one starts')) await wait(10)
    const [replacement = ''] = await others(service, first, 1, processAfterKill)

    service.signal('SIGHUP')
    const renewed = await others(service, [...first, replacement], 2)
    assert.equal(renewed.length, 2)
    service.signal('SIGTERM')
    const { code, err } = await service.ended
    assert.equal(code, 0, err)
    assert.match(err, /another one starts/)
  },
)

test('--workers refuses the embedded database and numbers that are none', async (t) => {
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
