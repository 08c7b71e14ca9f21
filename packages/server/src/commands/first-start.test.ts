import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { environment, getJson, executable, openCommandLine, wordAfter } from '../testing/cli.ts'

test('the first start prints credentials that work; the second start prints none', async (t) => {
  const cli = openCommandLine(t)
  const first = await cli.start()
  const token = wordAfter(first.out(), 'token')
  const password = wordAfter(first.out(), 'password')
  const login = wordAfter(first.out(), 'login')
  const me = await getJson(`${first.url}/api/v1/users/me`, `Token token=${token}`)
  assert.equal(me.status, 200)
  assert.equal(me.json['login'], 'admin@example.com')
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  assert.equal((await getJson(`${first.url}/api/v1/users/me`, `Basic ${basic}`)).status, 200)
  const line = /curl -H 'Authorization: ([^']+)' '([^']+)'/.exec(first.out())
  assert.equal((await getJson(line?.[2] ?? '', line?.[1] ?? '')).json['title'], 'Welcome to Deskbell!')
  first.signal('SIGTERM')
  assert.deepEqual(await first.ended, { code: 0, out: first.out(), err: '' })
  assert.deepEqual(readdirSync(join(cli.folder, 'deskbell-data')), ['deskbell.db', 'secret.key'])

  const second = await cli.start()
  assert.doesNotMatch(second.out(), /password +\S|token +\S/)
  assert.equal((await getJson(`${second.url}/api/v1/users/me`, `Token token=${token}`)).status, 200)
  second.signal('SIGINT')
  assert.equal((await second.ended).code, 0)
})

test('the first administrator can be named in the environment', async (t) => {
  const cli = openCommandLine(t)
  const env = { DESKBELL_ADMIN_EMAIL: ' Me@Example.com ', DESKBELL_ADMIN_PASSWORD: 'Hunter number 2' }
  const wrong = await cli.run(['start', '--port', '0'], { env: { ...env, DESKBELL_ADMIN_EMAIL: 'admin' } })
  assert.deepEqual(wrong, {
    code: 1,
    out: '',
    err: 'deskbell: DESKBELL_ADMIN_EMAIL: "admin" is not an e-mail address.\n',
  })
  const weak = await cli.run(['start', '--port', '0'], { env: { ...env, DESKBELL_ADMIN_PASSWORD: 'hunter' } })
  assert.deepEqual(weak, {
    code: 1,
    out: '',
    err: 'deskbell: DESKBELL_ADMIN_PASSWORD: The password needs at least 10 characters. The password needs small and capital letters. The password needs a digit.\n',
  })
  const service = await cli.start(['start'], { ...env, DESKBELL_PORT: '0', DESKBELL_DATA: './elsewhere' })
  assert.doesNotMatch(service.out(), /Hunter|welcome/)
  const basic = Buffer.from('me@example.com:Hunter number 2').toString('base64')
  assert.equal((await getJson(`${service.url}/api/v1/users/me`, `Basic ${basic}`)).status, 200)
  assert.deepEqual(readdirSync(cli.folder), ['elsewhere'])
})

/** The address and the token of the printed link. */
const linkIn = (text: string) => /(http\S+)\/welcome\?token=([\w-]{64})\n/.exec(text)

test('each start prints a link to set up the desk until one is used', async (t) => {
  const cli = openCommandLine(t)
  const claim = async (text: string) => {
    const [, url, token] = linkIn(text) ?? []
    const body = JSON.stringify({ token, email: 'kim@wharf.example', password: 'Pier 39 at dawn' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/api/v1/getting_started/admin`, { method: 'POST', headers, body })).status
  }
  const stop = (service: Awaited<ReturnType<typeof cli.start>>) => {
    service.signal('SIGTERM')
    return service.ended
  }
  const first = await cli.start()
  const { out } = await stop(first)
  const second = await cli.start()
  assert.equal(await claim(second.out()), 201)
  const ended = await stop(second)
  assert.notEqual(linkIn(out)?.[2], linkIn(ended.out)?.[2])
  assert.equal(linkIn((await stop(await cli.start())).out), null)
})

test('after a first start that failed, the next one prints a password that works', async (t) => {
  const cli = openCommandLine(t)
  const other = await cli.start(['start', '--port', '0', '--data', 'other'])
  const taken = await cli.run(['start', '--port', new URL(other.url).port])
  assert.deepEqual([taken.code, taken.out], [1, ''])
  assert.match(taken.err, /^deskbell: Port \d+ of 127\.0\.0\.1 is in use\. .*\n$/)
  const early = await cli.run(['token', 'create', '--user', 'admin@example.com'])
  assert.match(early.err, /deskbell-data contains no desk yet\. Run deskbell start first\./)
  // Every write to /dev/full fails, as on a full disk.
  const full = spawnSync(
    'sh',
    ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, executable, 'start', '--port', '0'],
    {
      cwd: cli.folder,
      env: environment,
      encoding: 'utf8',
    },
  )
  assert.deepEqual([full.status, /^deskbell: cannot write to standard output: [^\n]+\n$/.test(full.stderr)], [1, true])
  const service = await cli.start()
  const basic = Buffer.from(`admin@example.com:${wordAfter(service.out(), 'password')}`).toString('base64')
  assert.equal((await getJson(`${service.url}/api/v1/users/me`, `Basic ${basic}`)).status, 200)
})
