import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { settings } from '@deskbell/contract'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
const hour = 3_600_000
const withToken = (page: string, token: string) => `monitoring/${page}${page.includes('?') ? '&' : '?'}token=${token}`

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`monitoring and effects of settings on ${dialect}`, () => {
    let w: World
    let token: string
    before(async () => {
      w = await world(open)
      token = (await w.request('monitoring/token', { method: 'POST' })).json.token
    })
    after(() => w.close())

    const login = (password: string) =>
      w.request('users/me', { as: 'anonymous', headers: { authorization: basic('admin@desk.example', password) } })
    const set = (name: string, value: unknown) => {
      // The id of a setting is its position in the declarations.
      const id = Object.keys(settings).indexOf(name) + 1
      return w.request(`settings/${id}`, { method: 'PUT', body: { state_current: { value } } })
    }

    test('the token is valid for monitoring only, and a new one replaces it', async () => {
      // `periode` is Zammad's spelling (docs/decisions/oddities.md).
      const pages = ['health_check', 'status', 'amount_check?periode=1h']
      for (const page of pages) {
        assert.equal((await w.request(withToken(page, token), { as: 'anonymous' })).status, 200, page)
        assert.equal((await w.request(`monitoring/${page}`)).status, 200)
        for (const wrong of ['x', '', `${token}x`]) {
          assert.equal((await w.request(withToken(page, wrong), { as: 'anonymous' })).status, 403, wrong)
        }
        assert.equal((await w.request(`monitoring/${page}`, { as: 'rita' })).status, 403)
      }
      assert.equal((await w.request(`users?token=${token}`, { as: 'anonymous' })).status, 403)
      assert.equal(
        (await w.request(`monitoring/token?token=${token}`, { method: 'POST', as: 'anonymous' })).status,
        403,
      )
      const restart = await w.request(`monitoring/restart_failed_jobs?token=${token}`, {
        method: 'POST',
        as: 'anonymous',
      })
      assert.deepEqual([restart.status, restart.json], [200, {}])
      const created = await w.request('monitoring/token', { method: 'POST' })
      assert.equal(created.status, 201)
      assert.equal((await w.request(withToken('status', token), { as: 'anonymous' })).status, 403)
      token = created.json.token
      const kept = await w.desk.database.sql.selectFrom('settings').selectAll().execute()
      assert.doesNotMatch(JSON.stringify(kept), new RegExp(token))
    })

    test('health and status describe the service', async () => {
      assert.deepEqual((await w.request('monitoring/health_check')).json, {
        healthy: true,
        message: 'success',
        issues: [],
        actions: [],
      })
      const { counts, last_created_at, agents } = (await w.request('monitoring/status')).json
      assert.deepEqual([counts.tickets, counts.users], [7, 12])
      assert.equal(last_created_at.tickets, '2026-03-02T09:00:00.000Z')
      // admin, rita, omar and ines; the user `gone` is inactive.
      assert.equal(agents, 4)
    })

    test('the number of new tickets is compared with bounds', async () => {
      const check = async (query: string) => (await w.request(`monitoring/amount_check?${query}`)).json
      assert.deepEqual(await check('periode=1h'), { state: 'ok', message: '', count: 7 })
      assert.equal((await check('periode=1h&max_warning=7&max_critical=10')).state, 'ok')
      assert.equal((await check('periode=1h&max_warning=6&max_critical=10')).state, 'warning')
      assert.equal((await check('periode=1h&max_warning=3&max_critical=6')).state, 'critical')
      assert.equal((await check('periode=1h&min_warning=7')).state, 'warning')
      w.pass(2 * hour)
      assert.deepEqual((await check('periode=1h&min_critical=0')).state, 'critical')
      assert.equal((await check('periode=3h')).count, 7)
      for (const wrong of ['', 'periode=', 'periode=1', 'periode=h', 'periode=-1h', 'periode=1h&max_warning=many']) {
        assert.equal((await w.request(`monitoring/amount_check?${wrong}`)).status, 422, wrong)
      }
    })

    test('access by password can be switched off with a token, and access by token with a password', async () => {
      const password = { authorization: basic('admin@desk.example', 'correct horse') }
      assert.equal((await login('correct horse')).status, 200)
      await set('api_password_access', false)
      assert.deepEqual(
        [(await login('correct horse')).status, (await login('correct horse')).json.error],
        [403, 'API password access disabled!'],
      )
      const unknown = await w.request('users/me', {
        as: 'anonymous',
        headers: { authorization: basic('unknown', 'x') },
      })
      assert.equal(unknown.json.error, 'API password access disabled!')
      await set('api_password_access', true)
      await set('api_token_access', false)
      const refused = await w.request('users/me')
      assert.deepEqual([refused.status, refused.json.error], [403, 'API token access disabled!'])
      const id = Object.keys(settings).indexOf('api_token_access') + 1
      const body = { state_current: { value: true } }
      assert.equal(
        (await w.request(`settings/${id}`, { method: 'PUT', as: 'anonymous', headers: password, body })).status,
        200,
      )
      assert.equal((await w.request('users/me')).status, 200)
    })

    test('only administrators have access in maintenance mode', async () => {
      await set('maintenance_mode', true)
      const refused = await w.request('users/me', { as: 'rita' })
      assert.deepEqual([refused.status, refused.json.error], [403, 'Maintenance mode enabled!'])
      assert.equal((await w.request('users/me')).status, 200)
      await set('maintenance_mode', false)
      assert.equal((await w.request('users/me', { as: 'rita' })).status, 200)
    })

    test('an account is locked after the number of failed logins in the setting', async () => {
      await set('password_max_login_failed', 4)
      for (let failures = 0; failures < 4; failures++) assert.equal((await login('wrong')).status, 401)
      assert.equal((await login('correct horse')).status, 429)
    })

    test('days start in the time zone of the installation', async () => {
      await set('timezone_default', 'Pacific/Auckland')
      // In that time zone it is already the next day.
      w.pass(10 * hour)
      const countHits = async (query: string) =>
        (await w.request(`tickets/search?query=${query}&only_total_count=true`)).json.total_count
      assert.equal(await countHits('created_at:[now/d TO *]'), 0)
      await set('timezone_default', 'UTC')
      // Two of the seven tickets are in groups of the administrator; only these are found.
      assert.equal(await countHits('created_at:[now/d TO *]'), 2)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
