import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import type { App } from '../app.ts'
import { createApp } from '../app.ts'
import { parseProxies } from './address.ts'
import { defaultLimits } from './limits.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let app: App
/** The delay of each response, in milliseconds. */
let pauses: number[]
const limits = { ...defaultLimits, proxies: parseProxies('127.0.0.1') }
async function login(name: string, password: string, from = '203.0.113.1') {
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  const reply = await app.http.inject({
    url: '/api/v1/users/me?fields=login',
    headers: { authorization, 'x-forwarded-for': from },
  })
  const { 'x-request-id': _, date: __, ...headers } = reply.headers
  const { error_id: ___, ...body } = reply.json<Record<string, unknown>>()
  return { status: reply.statusCode, body, headers }
}

const failures = async (name: string): Promise<number | undefined> => {
  const rows = await w.desk.database.sql.selectFrom('users').select('login_failed').where('login', '=', name).execute()
  return rows[0]?.login_failed
}

const rita = 'rita@desk.example'

const failForLackOfSpace = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))

// In a suite of its own: at the top, the hooks would belong to every test of the process.
describe('logins', () => {
  beforeEach(async () => {
    w = await world()
    pauses = []
    const pause = async (milliseconds: number) => void pauses.push(milliseconds)
    app = await createApp({ ...w.desk, pause }, limits)
    const password = await hash('open sesame', { timeCost: 1, memoryCost: 1024 })
    await w.desk.database.transaction((db) =>
      db.sql.updateTable('users').set({ password }).where('login', 'like', '%@desk.example').execute(),
    )
  })
  afterEach(async () => {
    await app.http.close()
    await w.close()
  })

  test('the right password is accepted with login or e-mail, in upper or lower case', async () => {
    for (const name of [rita, 'RITA@Desk.example', ' rita@desk.example ']) {
      const reply = await login(name, 'open sesame')
      assert.equal(reply.status, 200, name)
      assert.deepEqual(reply.body, { login: rita })
    }
    assert.deepEqual(pauses, [])
  })

  test('each wrong password is counted and doubles the delay of the response, up to five seconds', async () => {
    for (let tries = 1; tries <= 9; tries++) {
      assert.equal((await login(rita, 'wrong')).status, 401)
      assert.equal(await failures(rita), tries)
    }
    assert.deepEqual(pauses, [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000])
  })

  test('a success before the tenth failure resets the count', async () => {
    for (let tries = 1; tries <= 9; tries++) await login(rita, 'wrong')
    assert.equal((await login(rita, 'open sesame')).status, 200)
    // The time of the login is written after the response; this write waits for it.
    await w.desk.database.transaction(async () => {})
    assert.equal(await failures(rita), 0)
    pauses.length = 0
    await login(rita, 'wrong')
    assert.deepEqual(pauses, [100])
    assert.equal(await failures(rita), 1)
  })

  test('ten wrong passwords lock the account for the address, even with the right password', async () => {
    for (let tries = 1; tries <= 10; tries++) assert.equal((await login(rita, 'wrong')).status, 401)
    const wrong = await login(rita, 'wrong')
    const right = await login(rita, 'open sesame')
    assert.equal(right.status, 429)
    assert.equal(right.headers['retry-after'], '900')
    assert.deepEqual(right, wrong)
  })

  test('the lock ends after 15 minutes, and applies to one address', async () => {
    for (let tries = 1; tries <= 10; tries++) await login(rita, 'wrong', '203.0.113.7')
    assert.equal((await login(rita, 'open sesame', '203.0.113.7')).status, 429)
    assert.equal((await login(rita, 'open sesame', '203.0.113.8')).status, 200)
    w.pass(15 * 60_000 - 1000)
    const late = await login(rita, 'open sesame', '203.0.113.7')
    assert.deepEqual([late.status, late.headers['retry-after']], [429, '1'])
    w.pass(1000)
    assert.equal((await login(rita, 'open sesame', '203.0.113.7')).status, 200)
  })

  test('the lock survives a restart', async () => {
    for (let tries = 1; tries <= 10; tries++) await login(rita, 'wrong')
    await app.http.close()
    app = await createApp({ ...w.desk, pause: async () => {} }, limits)
    assert.equal((await login(rita, 'open sesame')).status, 429)
  })

  test('an unknown name is locked like a known one', async () => {
    const unknown = 'unknown@desk.example'
    for (let tries = 1; tries <= 10; tries++) assert.equal((await login(unknown, 'wrong')).status, 401)
    const locked = await login(unknown, 'wrong')
    for (let tries = 1; tries <= 10; tries++) await login(rita, 'wrong')
    assert.deepEqual(await login(rita, 'wrong'), locked)
  })

  test('an address that guesses passwords of many accounts is locked out of all; other addresses are not', async () => {
    const statuses = []
    for (let tries = 0; tries < 300; tries++) {
      statuses.push((await login(`user${tries % 60}@desk.example`, 'wrong', '203.0.113.7')).status)
    }
    assert.deepEqual([...new Set(statuses.slice(0, 50))], [401])
    assert.deepEqual([...new Set(statuses.slice(50))], [429])
    assert.equal((await login(rita, 'open sesame', '203.0.113.7')).status, 429)
    assert.equal((await login(rita, 'open sesame', '203.0.113.8')).status, 200)
  })

  test('an address cannot avoid the lock by sending its guesses concurrently', async () => {
    const guesses = Array.from({ length: 300 }, (_, at) => login(`user${at % 60}@desk.example`, 'wrong'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 401).length, 50)
    assert.equal(statuses.filter((status) => status === 429).length, 250)
  })

  test('a password that was verified before does not unlock an account', async () => {
    assert.equal((await login(rita, 'open sesame')).status, 200)
    for (let tries = 1; tries <= 10; tries++) await login(rita, 'wrong')
    assert.equal((await login(rita, 'open sesame')).status, 429)
  })

  test('an administrator unlocks an account, and tokens work while it is locked', async () => {
    for (let tries = 1; tries <= 10; tries++) await login(rita, 'wrong')
    assert.equal((await w.request('users/me', { as: 'rita' })).status, 200)
    assert.equal((await w.request(`users/unlock/${w.ids['rita']}`, { method: 'PUT' })).status, 200)
    assert.equal(await failures(rita), 0)
    assert.equal((await login(rita, 'open sesame')).status, 200)
  })

  test('concurrent guesses cannot bypass the lock of an account', async () => {
    const guesses = Array.from({ length: 40 }, () => login(rita, 'wrong'))
    const last = login(rita, 'open sesame')
    await Promise.all(guesses)
    assert.equal((await last).status, 429)
    assert.ok(((await failures(rita)) ?? 0) >= 10)
  })

  test('concurrent guesses of a caller with a token cannot bypass the lock of the account', async () => {
    for (const [person, url, right] of [
      ['rita', 'password_check', { password: 'open sesame' }],
      ['omar', 'password_change', { password_old: 'open sesame', password_new: 'Correct horse 1' }],
    ] as const) {
      const request = (body: object) => {
        const headers = { authorization: `Token ${w.tokens[person]}`, 'x-forwarded-for': '203.0.113.1' }
        return app.http.inject({ method: 'POST', url: `/api/v1/users/${url}`, payload: body, headers })
      }
      const guesses = Array.from({ length: 90 }, () => request({ ...right, password: 'x', password_old: 'x' }))
      const checked = (await Promise.all(guesses)).filter(({ statusCode }) => statusCode !== 429)
      assert.equal(checked.length, 10, url)
      assert.equal((await request(right)).statusCode, 429)
      assert.equal((await login(`${person}@desk.example`, 'open sesame')).status, 429)
      assert.equal(await failures(`${person}@desk.example`), 10)
    }
  })

  test('while the disk is full, wrong passwords are counted in memory, until a success or an unlock', async () => {
    let isFull = true
    const { database } = w.desk
    const transaction: typeof database.transaction = (...work) =>
      isFull ? failForLackOfSpace() : database.transaction(...work)
    await app.http.close()
    app = await createApp({ ...w.desk, database: { ...database, transaction }, pause: async () => {} }, limits)
    for (let tries = 1; tries <= 9; tries++) assert.equal((await login(rita, 'wrong')).status, 401)
    assert.equal((await login(rita, 'open sesame')).status, 200)
    for (let tries = 1; tries <= 10; tries++) assert.equal((await login(rita, 'wrong')).status, 401)
    const locked = await login(rita, 'wrong')
    assert.deepEqual([locked.status, locked.headers['retry-after']], [429, '900'])
    assert.deepEqual(await login(rita, 'open sesame'), locked)
    assert.equal((await login(rita, 'open sesame', '203.0.113.8')).status, 200)
    isFull = false
    assert.equal((await login(rita, 'open sesame')).status, 429)
    const headers = { authorization: `Token ${w.tokens.admin}` }
    const unlock = { method: 'PUT', url: `/api/v1/users/unlock/${w.ids['rita']}`, headers } as const
    assert.equal((await app.http.inject(unlock)).statusCode, 200)
    assert.equal((await login(rita, 'open sesame')).status, 200)
  })

  test('an unknown login, a user without a password and a wrong password get the same error after the same time', async () => {
    const known = await login(rita, 'wrong')
    const waited = pauses.splice(0)
    const unknown = await login('unknown@desk.example', 'wrong')
    assert.deepEqual(unknown, known)
    assert.deepEqual(pauses.splice(0), waited)
    const withoutPassword = await login('nicole.braun@deskbell.example', 'wrong')
    assert.deepEqual(withoutPassword, known)
    assert.deepEqual(pauses, waited)
    for (let tries = 2; tries <= 4; tries++) await login('unknown@desk.example', 'wrong')
    assert.deepEqual(pauses.slice(1), [200, 400, 800])
  })

  test('a new password is valid at once, and the old one is not', async () => {
    assert.equal((await login(rita, 'open sesame')).status, 200)
    const password = await hash('another', { timeCost: 1, memoryCost: 1024 })
    await w.desk.database.transaction((db) =>
      db.sql.updateTable('users').set({ password }).where('login', '=', rita).execute(),
    )
    assert.equal((await login(rita, 'open sesame')).status, 401)
    assert.equal((await login(rita, 'another')).status, 200)
  })

  test('an inactive user gets a different error with the right password than with a wrong one', async () => {
    const right = await login('gone@desk.example', 'open sesame')
    assert.equal(right.status, 401)
    assert.equal(right.body['error'], 'Login failed. The account is not active.')
    assert.equal((await login('gone@desk.example', 'wrong')).body['error'], 'Invalid BasicAuth credentials')
  })

  test('malformed credentials cause no internal error', async () => {
    const odd = ['', 'x', ':', ':x', 'rita', '\0:x', 'a\0b:c', 'é:ü', '\ud800:x', `${'long'.repeat(5000)}:x`, 'a:b:c:d']
    for (const text of odd) {
      const authorization = `Basic ${Buffer.from(text).toString('base64')}`
      const reply = await app.http.inject({ url: '/api/v1/users/me', headers: { authorization } })
      assert.equal(reply.statusCode, 401, text.slice(0, 20))
    }
    const raw = ['Basic', 'Basic ', 'Basic !!!', 'Basic /w==', 'Basic gDpy', 'Basic\tYTpi']
    for (const authorization of raw) {
      const reply = await app.http.inject({ url: '/api/v1/users/me', headers: { authorization } })
      assert.ok([401, 403].includes(reply.statusCode), authorization)
    }
    assert.deepEqual(w.logged, [])
  })
})
