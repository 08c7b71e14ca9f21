import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { writeSetting } from '../../kernel/settings.ts'
import { makeResetToken } from '../../auth/tokens.ts'
import { type RequestOptions, type Person, type World, world } from '../../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

const put = (url: string, body: object, as: RequestOptions['as'] = 'rita') =>
  w.request(`users/${url}`, { method: 'PUT', body, as })
const post = (url: string, body: object, as: RequestOptions['as'] = 'anonymous') =>
  w.request(url, { method: 'POST', body, as })
const me = async (as: Person) => (await w.request('users/me', { as })).json
const loginStatus = async (login: string, password: string) => {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
  return (await w.request('users/me', { as: 'anonymous', headers: { authorization } })).status
}

const verify = async (token: string, password?: string) =>
  (await post('users/password_reset_verify', { token, ...(password ? { password } : {}) })).json

test('users set keys of their own preferences', async () => {
  for (const body of [
    { locale: 'de-de', a: { b: [1] } },
    { a: null, "o'hara": '<b>' },
  ]) {
    const reply = await put('preferences', body, 'nils')
    assert.deepEqual([reply.status, reply.json], [200, { message: 'ok' }])
  }
  assert.deepEqual((await me('nils')).preferences, { locale: 'de-de', a: null, "o'hara": '<b>' })
  assert.equal((await put('preferences', { big: 'x'.repeat(100_001) })).status, 422)
  assert.equal((await put('preferences', {}, 'anonymous')).status, 403)
})

test('an absence has a beginning, an end and a replacement', async () => {
  const away = {
    out_of_office: true,
    out_of_office_start_at: '2026-03-10',
    out_of_office_end_at: '2026-03-20',
    out_of_office_replacement_id: w.ids['omar'],
    out_of_office_text: 'Gone fishing',
  }
  const wrong: [object, string][] = [
    [{ out_of_office_start_at: null }, 'out_of_office_start_at'],
    [{ out_of_office_end_at: '' }, 'out_of_office_end_at'],
    [{ out_of_office_end_at: '2026-03-09' }, 'out_of_office_end_at'],
    [{ out_of_office_end_at: '2026-02-30' }, 'out_of_office_end_at'],
    [{ out_of_office_replacement_id: null }, 'out_of_office_replacement_id'],
    [{ out_of_office_replacement_id: 9999 }, 'out_of_office_replacement_id'],
    [{ out_of_office_replacement_id: w.ids['rita'] }, 'out_of_office_replacement_id'],
    [{ out_of_office_replacement_id: w.ids['gone'] }, 'out_of_office_replacement_id'],
    [{ out_of_office: 'perhaps' }, 'out_of_office'],
  ]
  for (const [part, path] of wrong) {
    const reply = await put('out_of_office', { ...away, ...part })
    assert.equal(reply.status, 422, JSON.stringify(part))
    assert.equal(reply.json.details[0].path, path)
  }
  assert.deepEqual((await put('out_of_office', away)).json, { message: 'ok' })
  const rita = await me('rita')
  assert.deepEqual(
    [rita.out_of_office, rita.out_of_office_start_at, rita.out_of_office_replacement_id],
    [true, '2026-03-10', w.ids['omar']],
  )
  assert.equal(rita.preferences.out_of_office_text, 'Gone fishing')
  assert.equal((await put('out_of_office', { out_of_office: false })).status, 200)
  assert.equal((await me('rita')).out_of_office_end_at, '2026-03-20')
  // The error does not reveal to a customer which users exist.
  const replaceBy = (id: number | undefined) =>
    put('out_of_office', { ...away, out_of_office_replacement_id: id }, 'zoe')
  assert.deepEqual((await replaceBy(w.ids['rita'])).status, (await replaceBy(9999)).status)
})

test('changing the password needs the old one', async () => {
  const { id, login } = (
    await post('users', { email: 'pia@desk.example', password: 'First one 1', role_ids: [3] }, 'admin')
  ).json
  const change = (body: object) =>
    w.request('users/password_change', { method: 'POST', body, headers: { from: login } })
  const wrong: [object, RegExp][] = [
    [{ password_old: 'nope', password_new: 'Second one 2' }, /current password is wrong/],
    [{ password_new: 'Second one 2' }, /current password is wrong/],
    [{ password_old: 'First one 1' }, /new password is needed/],
    [{ password_old: 'First one 1', password_new: 'short' }, /at least 10 characters/],
  ]
  for (const [body, notice] of wrong) {
    const reply = await change(body)
    assert.equal(reply.status, 422)
    assert.equal(reply.json.message, 'failed')
    assert.match(reply.json.notice.join(), notice)
  }
  const reply = await change({ password_old: 'First one 1', password_new: 'Second one 2' })
  assert.deepEqual([reply.status, reply.json], [200, { message: 'ok', user_login: login }])
  assert.deepEqual([await loginStatus(login, 'First one 1'), await loginStatus(login, 'Second one 2')], [401, 200])
  // Wrong guesses lock the account like failed logins; an administrator unlocks it.
  for (let n = 0; n < 10; n++) await change({ password_old: 'guess', password_new: 'Third one 3' })
  assert.equal((await change({ password_old: 'Second one 2', password_new: 'Third one 3' })).status, 429)
  assert.equal(await loginStatus(login, 'Second one 2'), 429)
  for (const as of ['rita', 'nils', 'anonymous'] as const) assert.equal((await put(`unlock/${id}`, {}, as)).status, 403)
  assert.deepEqual((await put(`unlock/${id}`, {}, 'admin')).json, { message: 'ok' })
  assert.equal((await put('unlock/9999', {}, 'admin')).status, 404)
  assert.equal(await loginStatus(login, 'Second one 2'), 200)
  assert.equal((await post('users/password_change', { password_old: 'a', password_new: 'b' }, 'plain')).status, 403)
})

test('users check their own password, and wrong guesses lock the account', async () => {
  const { login } = (
    await post('users', { email: 'ida@desk.example', password: 'First one 1', role_ids: [3] }, 'admin')
  ).json
  const check = (body: object) => w.request('users/password_check', { method: 'POST', body, headers: { from: login } })
  const right = await check({ password: 'First one 1' })
  assert.deepEqual([right.status, right.json.success], [200, true])
  assert.match(right.json.token, /^[\w-]{64}$/)
  const authorization = `Token ${right.json.token}`
  assert.equal((await w.request('users/me', { as: 'anonymous', headers: { authorization } })).status, 401)
  const guess = await check({ password: 'nope' })
  assert.deepEqual([guess.status, guess.json], [200, { success: false }])
  for (const body of [{}, { password: null }, { password: '' }, { password: { a: 1 } }]) {
    assert.equal((await check(body)).status, 422)
  }
  for (let n = 0; n < 10; n++) await check({ password: 'guess' })
  assert.equal((await check({ password: 'First one 1' })).status, 429)
  for (const as of ['plain', 'anonymous'] as const) {
    assert.equal((await post('users/password_check', { password: 'x' }, as)).status, 403)
  }
})

test('a password reset does not reveal accounts; its token sets a new password once within a day', async () => {
  for (const username of ['rita@desk.example', 'unknown@nowhere.example', '']) {
    const reply = await post('users/password_reset', { username })
    const notice = ['The service sends no mail. Ask an administrator for a link.']
    assert.deepEqual([reply.status, reply.json], [200, { message: 'ok', notice }])
  }
  const token = await makeResetToken(w.desk, w.ids['omar'] as number)
  const other = await makeResetToken(w.desk, w.ids['omar'] as number)
  assert.deepEqual(await verify(token), { message: 'ok', user_login: 'omar@desk.example' })
  assert.equal((await verify(token, 'weak')).message, 'failed')
  assert.ok((await verify(token, 'weak')).notice.length > 0)
  assert.equal((await verify(token, 'Brand new 1')).message, 'ok')
  assert.equal(await loginStatus('omar@desk.example', 'Brand new 1'), 200)
  // The limit of requests in a minute is reached.
  w.pass(60_000)
  for (const invalid of [token, other, 'nonsense', '', w.tokens.omar]) {
    assert.deepEqual(await verify(invalid, 'Another one 2'), { message: 'failed' })
  }
  const late = await makeResetToken(w.desk, w.ids['omar'] as number)
  w.pass(24 * 3_600_000)
  assert.deepEqual(await verify(late, 'Another one 2'), { message: 'failed' })
})

test('sign-up is off by default; if it is on, every request gets the same response and no access', async () => {
  const body = {
    firstname: 'Eve',
    lastname: 'Stone',
    email: 'eve@bakery.example',
    password: 'Let me in 1',
    signup: true,
  }
  w.pass(60_000)
  const off = await post('users', body)
  assert.deepEqual([off.status, off.json.error], [403, 'Authentication required'])
  await w.request(`organizations/${w.ids['Harbor Bakery']}`, { method: 'PUT', body: { domain_assignment: true } })
  await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'user_create_account', true))
  for (const email of ['eve@bakery.example', 'EVE@bakery.example', 'rita@desk.example']) {
    w.pass(60_000)
    const reply = await post('users', {
      ...body,
      email,
      role_ids: [1],
      organization_id: 1,
      active: true,
      login: 'admin',
    })
    const notice = ['The service sends no mail. An administrator activates the account.']
    assert.deepEqual([reply.status, reply.json], [201, { message: 'ok', notice }])
  }
  w.pass(60_000)
  const [eve, ...more] = (await w.request('users/search?query=%22eve%22')).json
  assert.deepEqual(
    [eve.login, eve.active, eve.role_ids, eve.organization_id, eve.source, more],
    ['eve@bakery.example', false, [3], null, 'signup', []],
  )
  assert.equal(await loginStatus('eve@bakery.example', 'Let me in 1'), 401)
  assert.equal(await loginStatus('rita@desk.example', 'Let me in 1'), 401)
  await put(String(eve.id), { active: true }, 'admin')
  assert.equal(await loginStatus('eve@bakery.example', 'Let me in 1'), 200)
  for (const wrong of [{ email: 'no address' }, { email: '' }, { password: 'short' }, { password: null }]) {
    w.pass(60_000)
    assert.equal((await post('users', { ...body, ...wrong })).status, 422)
  }
  // For a signed-in caller, the permissions decide.
  assert.equal((await post('users', body, 'nils')).status, 403)
})

test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
