import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { writeSetting } from '../resources/setting/setting.ts'
import { world } from '../testing/world.ts'
import { addressOf, Throttle } from './throttle.ts'

async function open(t: TestContext) {
  const w = await world()
  t.after(() => w.close())
  const send = async (path: string, body: object, from = '203.0.113.7') => {
    const headers = { 'x-forwarded-for': `10.0.0.1, ${from}` }
    const { status, headers: said, json } = await w.ask(path, { method: 'POST', as: 'nobody', body, headers })
    return { status, wait: said['retry-after'], error: json?.error }
  }
  return { w, send }
}

test('a password is asked for three times a minute by name, and ten times by address', async (t) => {
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

test('accounts are asked for in the same measure; whoever has one already creates users as before', async (t) => {
  const { w, send } = await open(t)
  await unitOfWork(w.desk, 1, (unit) => writeSetting(unit, 'user_create_account', true))
  const account = { email: 'eve@mail.example', password: 'Correct horse 1', firstname: 'Eve' }
  for (let tries = 0; tries < 3; tries++) assert.equal((await send('users', account)).status, 201)
  assert.equal((await send('users', account, '203.0.113.8')).status, 429)
  for (let made = 0; made < 12; made++) {
    const body = { email: `user${made}@mail.example` }
    assert.equal((await w.ask('users', { method: 'POST', body })).status, 201)
  }
})

test('what was refused is not counted, and no more is kept than fits', () => {
  let now = 0
  const throttle = new Throttle(() => new Date(now))
  const isLetIn = (address: string) => {
    try {
      throttle.count(address, '')
      return true
    } catch {
      return false
    }
  }
  for (let tries = 0; tries < 10; tries++) assert.ok(isLetIn('a'))
  now = 59_000
  for (let tries = 0; tries < 20; tries++) assert.ok(!isLetIn('a'))
  now = 60_000
  assert.ok(isLetIn('a'))
  for (let other = 0; other < 10_001; other++) throttle.count(`b${other}`, '')
  now = 61_000
  for (let tries = 0; tries < 10; tries++) assert.ok(isLetIn('a'))
})

const from = (remoteAddress: string, forwarded?: string) =>
  addressOf({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as FastifyRequest)

test('an address is what a near proxy says, or else the other end of the connection', () => {
  assert.equal(from('203.0.113.7', '198.51.100.1'), '203.0.113.7')
  assert.equal(from('127.0.0.1', '198.51.100.1, 203.0.113.7'), '203.0.113.7')
  assert.equal(from('::ffff:127.0.0.1', '203.0.113.7'), '203.0.113.7')
  assert.equal(from('172.18.0.2', 'nonsense'), '172.18.0.2')
  assert.equal(from('127.0.0.1'), '127.0.0.1')
  assert.equal(from('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2')
  assert.equal(from('172.32.0.2', '203.0.113.7'), '172.32.0.2')
})
