import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { writeSetting } from '../kernel/settings.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { world } from '../testing/world.ts'
import { createApp } from '../app.ts'
import { parseProxies } from '../http/address.ts'
import { defaultLimits } from '../http/limits.ts'
import { countRequest, purgeCountedRequests } from './throttle.ts'

async function open(t: TestContext) {
  const w = await world()
  const proxies = parseProxies('127.0.0.1')
  const app = await createApp(w.desk, { ...defaultLimits, proxies })
  t.after(async () => {
    await app.http.close()
    await w.close()
  })
  const send = async (path: string, body: object, from = '203.0.113.7') => {
    const headers = { 'x-forwarded-for': `10.0.0.1, ${from}` }
    const reply = await app.http.inject({ method: 'POST', url: `/api/v1/${path}`, payload: body, headers })
    return {
      status: reply.statusCode,
      wait: reply.headers['retry-after'],
      error: reply.json<{ error?: string }>().error,
    }
  }
  return { w, send }
}

test('a password reset can be requested three times a minute for a name, and ten times from an address', async (t) => {
  const { w, send } = await open(t)
  const path = 'users/password_reset'
  for (let tries = 0; tries < 3; tries++) assert.equal((await send(path, { username: 'Nils' })).status, 200)
  w.pass(20_000)
  assert.deepEqual(await send(path, { username: ' nils' }, '203.0.113.8'), {
    status: 429,
    wait: '40',
    error: 'Too many requests.',
  })
  for (let tries = 0; tries < 7; tries++) assert.equal((await send(path, { username: `user${tries}` })).status, 200)
  assert.equal((await send(path, { username: 'another' })).status, 429)
  assert.equal((await send('users/password_reset_verify', { token: 'x' })).status, 429)
  assert.equal((await send('users/password_reset_verify', { token: 'x' }, '203.0.113.9')).status, 200)
  w.pass(40_000)
  assert.equal((await send(path, { username: 'nils' })).status, 200)
  assert.deepEqual(w.logged, [])
})

test('sign-ups have the same limits; signed-in callers create users without them', async (t) => {
  const { w, send } = await open(t)
  await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'user_create_account', true))
  const account = { email: 'eve@mail.example', password: 'Correct horse 1', firstname: 'Eve' }
  // A repeated sign-up gets the same response, which does not reveal that the account exists.
  for (let tries = 0; tries < 3; tries++) assert.equal((await send('users', account)).status, 201)
  assert.equal((await send('users', account, '203.0.113.8')).status, 429)
  for (let created = 0; created < 12; created++) {
    const body = { email: `user${created}@mail.example` }
    assert.equal((await w.request('users', { method: 'POST', body })).status, 201)
  }
})

for (const [dialect, open] of Object.entries(eachDialect)) {
  test(`on ${dialect} rejected requests do not count, concurrent ones are counted exactly, and old counts are deleted`, async (t) => {
    const w = await world(open)
    t.after(() => w.close())
    const letIn = async (tries: number) => {
      const results = await Promise.allSettled(
        Array.from({ length: tries }, () => countRequest(w.desk, 'address', 'a')),
      )
      return results.filter(({ status }) => status === 'fulfilled').length
    }
    assert.equal(await letIn(15), 10)
    w.pass(59_000)
    assert.equal(await letIn(5), 0)
    w.pass(1000)
    assert.equal(await letIn(1), 1)
    const rows = () => w.desk.database.sql.selectFrom('counted_requests').select('key').execute()
    await purgeCountedRequests(w.desk)
    assert.equal((await rows()).length, 1)
    w.pass(60_000)
    await purgeCountedRequests(w.desk)
    assert.deepEqual(await rows(), [])
    assert.deepEqual(w.logged, [])
  })
}
