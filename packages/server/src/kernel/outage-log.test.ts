import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { asFault } from '../db/postgres-failures.ts'
import type { Log } from './context.ts'
import { summarizeOutages } from './outage-log.ts'

const connectionRefused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('an outage of the database is logged once at its beginning and once at its end; other failures are all logged', (t) => {
  t.after(() => mock.timers.reset())
  mock.timers.enable({ apis: ['setTimeout'] })
  const lines: string[] = []
  const keep = (_: object, message: string) => void lines.push(message)
  const target: Log = { debug: () => {}, info: keep, warn: keep, error: keep }
  const log = summarizeOutages(target)
  const refused = asFault(connectionRefused())
  for (let times = 0; times < 10; times++) {
    log.error({ error: refused }, 'request failed')
    mock.timers.tick(1000)
    log.warn({ error: asFault(new Error('Connection terminated unexpectedly')) }, 'could not read the outbox')
  }
  log.error({ error: new Error('a defect') }, 'request failed')
  mock.timers.tick(5000)
  log.warn({ error: refused }, 'could not read the outbox')
  const begin = 'the database cannot be reached; requests are answered with 503 until it is back'
  assert.deepEqual(lines, [begin, 'request failed', 'the database answers again', begin])
})

test('a failure of a mail server, or a missing file, is no outage of the database', () => {
  const lines: string[] = []
  const keep = (_: object, message: string) => void lines.push(message)
  const log = summarizeOutages({ debug: () => {}, info: keep, warn: keep, error: keep })
  log.warn({ error: connectionRefused() }, 'a mail could not be sent')
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  log.error({ error: new Error('damaged', { cause: missing }) }, 'a stored file is lost')
  assert.deepEqual(lines, ['a mail could not be sent', 'a stored file is lost'])
})
