import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { openBrowser } from '../testing/browser.ts'
import { type World, world } from '../testing/world.ts'

// In a suite of its own: at the top, the hooks would belong to every test of the process.
describe('sessions', () => {
  let w: World
  beforeEach(async () => {
    w = await world()
    await setPassword('open sesame')
  })
  afterEach(() => w.close())

  const setPassword = async (text: string) => {
    const password = await hash(text, { timeCost: 1, memoryCost: 1024 })
    await w.desk.database.transaction((db) =>
      db.sql.updateTable('users').set({ password }).where('login', '=', 'rita@desk.example').execute(),
    )
  }

  const newBrowser = () => {
    const browser = openBrowser(w.app)
    const signIn = (username = 'rita@desk.example', password = 'open sesame') => browser.signIn(username, password)
    return { ...browser, signIn }
  }

  test('a user signs in, reads, writes and signs out', async () => {
    const b = newBrowser()
    const before = await b.request('GET', 'signshow')
    assert.deepEqual([before.status, before.json.error], [200, 'no valid session'])
    assert.equal(before.json.config.product_name, 'Deskbell')
    assert.match(before.setCookie ?? '', /; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/)
    const visitorCookie = b.cookie()
    const signed = await b.signIn()
    assert.equal(signed.status, 201, JSON.stringify(signed.json))
    assert.deepEqual([signed.json.session.login, signed.json.session.password], ['rita@desk.example', undefined])
    assert.notEqual(b.cookie(), visitorCookie, 'signing in issues a new session id (no session fixation)')
    assert.equal((await b.request('GET', 'users/me')).json.login, 'rita@desk.example')
    assert.equal((await b.request('GET', 'signshow')).json.session.login, 'rita@desk.example')
    const ticket = { title: 'From a page', group: 'Printers', customer: 'nils@desk.example', article: { body: 'x' } }
    assert.equal((await b.request('POST', 'tickets', ticket)).status, 201)
    const out = await b.request('DELETE', 'signout')
    assert.deepEqual([out.status, out.json], [200, {}])
    const gone = await b.request('GET', 'users/me')
    assert.deepEqual([gone.status, gone.json.error], [403, 'Authentication required'])
  })

  test('with a session cookie, every request except GET needs the CSRF token; other credentials need none', async () => {
    const b = newBrowser()
    const forged = await b.request('POST', 'signin', { username: 'rita@desk.example', password: 'open sesame' })
    assert.deepEqual([forged.status, forged.json.error], [401, 'CSRF token verification failed!'])
    await b.signIn()
    for (const wrong of ['', 'x', `${b.csrfToken()}x`]) {
      for (const [method, url] of [
        ['POST', 'tickets'],
        ['POST', 'tickets/search'],
        ['PUT', 'tickets/1'],
        ['DELETE', 'signout'],
        ['POST', 'users'],
      ] as const) {
        const reply = await b.request(method, url, {}, { 'x-csrf-token': wrong })
        assert.equal(reply.status, 401, `${method} ${url}`)
        assert.equal(reply.json.error, 'CSRF token verification failed!')
      }
    }
    const token = { authorization: `Token token=${w.tokens.rita}`, 'x-csrf-token': '' }
    assert.equal((await b.request('POST', 'tickets/search', { query: 'x' }, token)).status, 200)
    assert.equal((await b.request('GET', 'users/me', undefined, { authorization: 'Token token=wrong' })).status, 401)
  })

  test('an unknown name and a wrong password get the same error; the account counts wrong passwords', async () => {
    const b = newBrowser()
    const wrong = await b.signIn('rita@desk.example', 'wrong')
    const unknown = await b.signIn('unknown@desk.example', 'wrong')
    const { error_id: _, ...body } = wrong.json
    const { error_id: __, ...other } = unknown.json
    assert.deepEqual([wrong.status, unknown.status, other], [401, 401, body])
    assert.equal((await w.request(`users/${w.ids['rita']}?fields=login_failed`)).json.login_failed, 1)
    assert.equal((await b.signIn('rita@desk.example', '')).status, 401)
  })

  test('a session ends when it expires, when the password changes and when the user is deactivated', async () => {
    const b = newBrowser()
    await b.signIn()
    await setPassword('another one')
    assert.equal((await b.request('GET', 'users/me')).status, 403)
    await b.signIn('rita@desk.example', 'another one')
    assert.equal((await b.request('GET', 'users/me')).status, 200)
    await w.request(`users/${w.ids['rita']}`, { method: 'PUT', body: { active: false } })
    assert.equal((await b.request('GET', 'users/me')).status, 403)
    await w.request(`users/${w.ids['rita']}`, { method: 'PUT', body: { active: true } })
    assert.equal((await b.request('GET', 'users/me')).status, 403, 'reactivating the user restores no session')
    assert.equal((await b.signIn('rita@desk.example', 'another one')).status, 201)
    w.pass(14 * 24 * 3_600_000)
    assert.equal((await b.request('GET', 'users/me')).status, 403)
    assert.equal((await b.signIn('rita@desk.example', 'another one')).status, 201)
    const kept = await w.desk.database.sql.selectFrom('tokens').select('id').where('action', '=', 'session').execute()
    assert.equal(kept.length, 1, 'sessions that ended are deleted')
  })

  test('sessions are not listed as tokens, not accepted as tokens, and not stored in clear text', async () => {
    const b = newBrowser()
    await b.signIn()
    const secret = (b.cookie() ?? '').split('=')[1] ?? ''
    assert.equal(
      (await w.request('users/me', { as: 'anonymous', headers: { authorization: `Token ${secret}` } })).status,
      401,
    )
    const { tokens } = (await b.request('GET', 'user_access_token')).json
    assert.ok(!JSON.stringify(tokens).includes('session'))
    const rows = await w.desk.database.sql.selectFrom('tokens').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(secret))
  })
})
