import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeResetToken } from '../../auth/tokens.ts'
import { type RequestOptions, tokenFor, type World, world } from '../../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

const post = (body: object, as: RequestOptions['as'] = 'rita', headers: Record<string, string> = {}) =>
  w.request('user_access_token', { method: 'POST', body, as, headers })
const list = async (as: RequestOptions['as'] = 'rita') => (await w.request('user_access_token', as ? { as } : {})).json
const me = async (token: string) =>
  w.request('users/me', { as: 'anonymous', headers: { authorization: `Token ${token}` } })

test('a token is created with 200, shown once, listed without its secret, and revoked with 200', async () => {
  const created = await post({ name: 'ci', permission: ['ticket.agent'], expires_at: '2026-12-31' })
  assert.equal(created.status, 200, created.text)
  assert.match(created.json.token, /^[\w-]{64}$/)
  assert.equal((await me(created.json.token)).json.id, w.ids['rita'])
  const { tokens, permissions } = await list()
  const { created_at: _, updated_at: __, last_used_at: ___, id, ...rest } = tokens.at(-1)
  assert.deepEqual(rest, {
    user_id: w.ids['rita'],
    action: 'api',
    name: 'ci',
    preferences: { permission: ['ticket.agent'] },
    expires_at: '2026-12-31',
  })
  assert.ok(!JSON.stringify(tokens).includes(created.json.token))
  const names = permissions.map((permission: { name: string }) => permission.name)
  assert.ok(names.includes('ticket.agent') && !names.includes('admin.user'))
  const gone = await w.request(`user_access_token/${id}`, { method: 'DELETE', as: 'rita' })
  assert.deepEqual([gone.status, gone.json], [200, {}])
  assert.equal((await me(created.json.token)).status, 401)
})

test('a token is valid until its day of expiry begins, whatever time of that day is given', async () => {
  const created = await post({ name: 'until tomorrow', expires_at: '2026-03-03T18:00:00Z' })
  assert.equal((await list()).tokens.at(-1).expires_at, '2026-03-03')
  assert.equal((await me(created.json.token)).status, 200)
  // From 9:00, when the world begins, to just before midnight.
  w.pass(14.99 * 3_600_000)
  assert.equal((await me(created.json.token)).status, 200)
  w.pass(0.02 * 3_600_000)
  assert.equal((await me(created.json.token)).status, 401)
})

test('a token with an expiry in the past is created, but is not valid', async () => {
  const created = await post({ name: 'late', permission: ['ticket.agent'], expires_at: '2020-01-01' })
  assert.equal(created.status, 200)
  const reply = await me(created.json.token)
  assert.deepEqual([reply.status, reply.json.error], [401, 'Not authorized (token expired)!'])
})

test('invalid tokens are rejected', async () => {
  const cases: [object, RegExp][] = [
    [{}, /^The required value 'name' is missing\.$/],
    [{ name: '' }, /'name' is missing/],
    [{ name: 'x', permission: ['no.such'] }, /Invalid value for param 'permission'/],
    [{ name: 'x', permission: ['__proto__'] }, /Invalid value/],
    [{ name: 'x', permission: [7] }, /Invalid value/],
    [{ name: 'x', expires_at: 'soon' }, /expected a date/],
    [{ name: 'x', expires_at: '2026-02-30' }, /expected a date/],
  ]
  for (const [body, sentence] of cases) {
    const reply = await post(body)
    assert.equal(reply.status, 422)
    assert.match(reply.json.error, sentence)
  }
  for (const id of ['99999', 'abc']) {
    assert.equal((await w.request(`user_access_token/${id}`, { method: 'DELETE', as: 'rita' })).status, 422)
  }
})

test('callers with the permission can list and revoke only their own tokens', async () => {
  const [first] = (await list('admin')).tokens
  assert.equal((await w.request(`user_access_token/${first.id}`, { method: 'DELETE', as: 'rita' })).status, 422)
  assert.equal((await me(w.tokens.admin)).status, 200)
  for (const as of ['nils', 'zoe', 'plain', 'anonymous'] as const) {
    assert.equal((await post({ name: 'x' }, as)).status, 403)
    assert.equal((await w.request('user_access_token', { as })).status, 403)
    assert.equal((await w.request(`user_access_token/${first.id}`, { method: 'DELETE', as })).status, 403)
  }
})

test('a token cannot create one with more permissions', async () => {
  const limited = await tokenFor(w, 'admin', { permissions: ['user_preferences.access_token', 'admin.user'] })
  const headers = { authorization: `Token ${limited}` }
  assert.equal((await post({ name: 'x', permission: ['admin'] }, 'anonymous', headers)).status, 403)
  const same = await post({ name: 'same' }, 'anonymous', headers)
  assert.equal(same.status, 200)
  const reply = await w.request('groups', { as: 'anonymous', headers: { authorization: `Token ${same.json.token}` } })
  assert.equal(reply.json.error, 'Not authorized (token)!')
  const part = await post({ name: 'part', permission: ['admin.user'] }, 'anonymous', headers)
  assert.equal(part.status, 200)
  // Nor with permissions that the user does not have.
  const wishes = await post({ name: 'wishes', permission: ['admin'] })
  const refused = await w.request('groups', {
    as: 'anonymous',
    headers: { authorization: `Token ${wishes.json.token}` },
  })
  assert.equal(refused.json.error, 'Not authorized (user)!')
})

test('a repeated idempotency key creates nothing, and the secret is not stored', async () => {
  const headers = { 'idempotency-key': 'a token' }
  const previous = (await list()).tokens.length
  const one = await post({ name: 'once' }, 'rita', headers)
  const two = await post({ name: 'once' }, 'rita', headers)
  assert.deepEqual([one.status, two.status], [200, 422])
  assert.match(two.json.error, /shown only once/)
  assert.equal((await list()).tokens.length, previous + 1)
  const kept = await w.desk.database.sql.selectFrom('idempotency_keys').selectAll().execute()
  assert.ok(!JSON.stringify(kept).includes(one.json.token))
})

test('a password reset token is not valid for requests', async () => {
  const secret = await makeResetToken(w.desk, w.ids['rita'] as number)
  assert.equal((await me(secret)).status, 401)
  assert.ok(!(await list()).tokens.some((token: { action: string }) => token.action !== 'api'))
})

test('administrators of users list and revoke the tokens of others, but not of people with more permissions', async () => {
  const secret = (await post({ name: 'forgotten', permission: ['ticket.agent'] })).json.token
  const address = `users/${w.ids['rita']}/access_tokens`
  const tokens = (await w.request(address)).json as { id: number; name: string; preferences: object }[]
  const { id, preferences } = tokens.find(({ name }) => name === 'forgotten') ?? assert.fail('the token is listed')
  assert.deepEqual(preferences, { permission: ['ticket.agent'] })
  assert.ok(!JSON.stringify(tokens).includes(secret))
  assert.equal((await w.request(address, { as: 'rita' })).status, 403)
  assert.equal((await w.request(`users/${w.ids['nils']}/access_tokens/${id}`, { method: 'DELETE' })).status, 404)
  const limited = await w.request('roles', { method: 'POST', body: { name: 'Accounts', permissions: ['admin.user'] } })
  await w.request(`users/${w.ids['nils']}`, { method: 'PUT', body: { role_ids: [limited.json.id] } })
  assert.equal((await w.request(`${address}/${id}`, { method: 'DELETE', as: 'nils' })).status, 403)
  assert.equal((await w.request(`${address}/${id}`, { method: 'DELETE' })).status, 200)
  assert.equal((await me(secret)).status, 401)
  assert.equal((await w.request('users/99999/access_tokens')).status, 404)
})
