import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { getJson, openCommandLine, wordAfter } from '../testing/cli.ts'
import { openDesk } from '../setup/desk.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('creating staff without access to tickets prints a note with the request that adds it', async (t) => {
  const cli = openCommandLine(t)
  const { url, out } = await cli.start()
  const token = `Token token=${wordAfter(out(), 'token')}`
  for (const [role, roles] of [
    ['Admin', '["Admin", "Agent"]'],
    ['Agent', '["Agent"]'],
  ] as const) {
    const created = await cli.run(['user', 'create', '--email', `${role}@staff.example`, '--role', role])
    const id = created.out.trim()
    assert.equal(created.code, 0)
    const [, body = ''] =
      new RegExp(`^deskbell: User ${id} sees no tickets: .* PUT /api/v1/users/${id} with (.*)\\.\n$`).exec(
        created.err,
      ) ?? []
    assert.deepEqual((JSON.parse(body) as { roles: string[] }).roles, JSON.parse(roles))
    const headers = { authorization: token, 'content-type': 'application/json' }
    const reply = await fetch(`${url}/api/v1/users/${id}`, { method: 'PUT', headers, body })
    assert.equal(reply.status, 200)
    const own = await cli.run(['token', 'create', '--user', `${role}@staff.example`])
    const seen = await getJson(`${url}/api/v1/tickets/1`, `Token ${own.out.trim()}`)
    assert.equal(seen.status, 200)
  }
})

test('users and tokens created while the service is running work immediately', async (t) => {
  const cli = openCommandLine(t)
  const { url } = await cli.start()
  const created = await cli.run(
    [
      'user',
      'create',
      '--email',
      'Kim@Example.com',
      '--firstname',
      'Kim',
      '--lastname',
      'Park',
      '--role',
      'Agent',
      '--group',
      'Users=read',
      '--group',
      'Users=change',
      '--organization',
      'Deskbell Foundation',
      '--password',
      '-',
    ],
    { input: 'Correct horse 1\n' },
  )
  assert.deepEqual(created, { code: 0, out: '4\n', err: '' })
  const basic = Buffer.from('kim@example.com:Correct horse 1').toString('base64')
  const { json } = await getJson(`${url}/api/v1/users/me?expand=true`, `Basic ${basic}`)
  assert.equal(json['fullname'], 'Kim Park')
  assert.deepEqual(json['roles'], ['Agent'])
  assert.deepEqual(json['groups'], { Users: ['change', 'read'] })
  assert.equal(json['organization'], 'Deskbell Foundation')
  // Every new agent gets default preferences for notifications.
  assert.ok(Object.hasOwn(json['preferences'] as object, 'notification_config'))

  const token = await cli.run(['token', 'create', '--user', 'kim@example.com', '--permission', 'admin.user'])
  assert.deepEqual([token.code, token.err], [0, ''])
  assert.match(token.out, /^[\w-]{40,}\n$/)
  const limited = await getJson(`${url}/api/v1/users/me`, `Token token=${token.out.trim()}`)
  assert.equal(limited.json['id'], 4)
  const usual = await cli.run(['user', 'create', '--firstname', 'Omar'])
  assert.deepEqual(usual, { code: 0, out: '5\n', err: '' })
  const reset = await cli.run(['user', 'reset', 'kim@example.com'])
  assert.match(reset.out, /^[\w-]{40,}\n$/)
  const verified = await fetch(`${url}/api/v1/users/password_reset_verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: reset.out.trim(), password: 'Correct horse 2' }),
  })
  assert.deepEqual(await verified.json(), { message: 'ok', user_login: 'kim@example.com' })
  assert.equal((await cli.run(['check'])).code, 0)
})

test('an expired token is not valid', async (t) => {
  const cli = openCommandLine(t)
  const service = await cli.start()
  const created = await cli.run(['token', 'create', '--user', 'admin@example.com', '--expires', '2999-01-31'])
  const data = join(cli.folder, 'deskbell-data')
  assert.equal((await getJson(`${service.url}/api/v1/users/me`, `Token ${created.out.trim()}`)).status, 200)
  const desk = await openDesk({ data, databaseUrl: undefined }, quiet)
  await desk.database.transaction((db) =>
    db.sql
      .updateTable('tokens')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('name', '=', 'command line')
      .execute(),
  )
  await desk.database.close()
  assert.equal((await getJson(`${service.url}/api/v1/users/me`, `Token ${created.out.trim()}`)).status, 401)
})
