import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { type Setting, settings, systemUser } from '@deskbell/contract'
import { writeSetting } from '../../kernel/settings.ts'
import { openBrowser } from '../../testing/browser.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, tokenFor, type World, world } from '../../testing/world.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'

/** Names of the settings that these readers see. */
const readBy = (...readers: readonly Setting['readers'][]) =>
  Object.entries<Setting>(settings).flatMap(([name, one]) => (one.readers && readers.includes(one.readers) ? name : []))

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`sessions and the first request of a page, on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      const password = await hash('open sesame', { timeCost: 1, memoryCost: 1024 })
      await w.desk.database.transaction((db) =>
        db.sql.updateTable('users').set({ password }).where('id', '>', 1).execute(),
      )
    })
    after(() => w.close())

    const signedIn = async (person: Person, agent?: string) => {
      const browser = openBrowser(w.app, agent)
      const { status } = await browser.signIn(`${person}@desk.example`, 'open sesame')
      assert.equal(status, 201, person)
      return browser
    }

    test('strangers, customers and agents read exactly the settings that are meant for them', async () => {
      const stranger = (await openBrowser(w.app).request('GET', 'signshow')).json
      assert.deepEqual(Object.keys(stranger).toSorted(), ['config', 'error'])
      assert.deepEqual(Object.keys(stranger.config), readBy('everybody'))
      const expected = {
        nils: readBy('everybody', 'users'),
        plain: readBy('everybody', 'users'),
        rita: readBy('everybody', 'users', 'agents'),
        admin: readBy('everybody', 'users', 'agents'),
      }
      for (const [person, names] of Object.entries(expected)) {
        const { config } = (await (await signedIn(person as Person)).request('GET', 'signshow')).json
        assert.deepEqual(Object.keys(config), names, person)
      }
      assert.ok(!readBy('everybody', 'users', 'agents').includes('api_token_access'))
    })

    test('a changed setting is read by the next request', async () => {
      await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'user_create_account', true))
      assert.equal((await openBrowser(w.app).request('GET', 'signshow')).json.config.user_create_account, true)
    })

    test('the user of a session reads their permissions and access to groups', async () => {
      const rita = (await (await signedIn('rita')).request('GET', 'signshow')).json
      assert.ok(rita.permissions.includes('ticket.agent') && !rita.permissions.includes('admin'))
      assert.deepEqual(rita.groups, {
        [String(w.ids['Printers'])]: ['full'],
        [String(w.ids['Network'])]: ['read', 'change'],
      })
      assert.equal(rita.event_cursor, Number((await w.request('events?after=now')).headers['x-cursor']))
      const omar = (await (await signedIn('omar')).request('GET', 'signshow')).json
      assert.deepEqual(omar.groups, { [String(w.ids['Network'])]: ['read'] })
      const nils = (await (await signedIn('nils')).request('GET', 'signshow')).json
      assert.deepEqual([nils.groups, nils.session.preferences], [{}, {}])
      assert.ok(nils.permissions.includes('ticket.customer'))
    })

    const agents = {
      firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
    }

    test('users see their own sessions and end them at once', async () => {
      const [here, there] = [await signedIn('maya', agents.firefox), await signedIn('maya', agents.chrome)]
      const devices = (await here.request('GET', 'user_devices')).json
      assert.deepEqual(
        devices.map(({ name, ip, current }: Record<string, unknown>) => [name, ip, current]),
        [
          ['Chrome, Windows', '127.0.0.1', false],
          ['Firefox, Linux', '127.0.0.1', true],
        ],
      )
      assert.ok(!JSON.stringify(devices).includes('hash') && !('preferences' in devices[0]))
      const [{ id }] = devices
      const stranger = await signedIn('zoe')
      for (const [browser, url] of [
        [stranger, `user_devices/${id}`],
        [stranger, `sessions/${id}`],
        [here, 'user_devices/999999'],
      ] as const) {
        assert.ok([403, 404].includes((await browser.request('DELETE', url)).status), url)
      }
      assert.equal((await here.request('DELETE', `user_devices/${id}`)).status, 200)
      assert.equal((await there.request('GET', 'users/me')).status, 403)
      assert.equal((await here.request('GET', 'users/me')).status, 200)
      assert.equal((await here.request('DELETE', `user_devices/${id}`)).status, 404)
    })

    test('a token lists the sessions of its user, unless it is limited to other permissions', async () => {
      await signedIn('ines')
      const token = await tokenFor(w, 'ines', { permissions: ['ticket.agent'] })
      const authorization = `Token token=${token}`
      assert.equal((await w.request('user_devices', { as: 'anonymous', headers: { authorization } })).status, 403)
      assert.equal((await w.request('user_devices', { as: 'anonymous' })).status, 403)
      assert.equal((await w.request('user_devices', { as: 'ines' })).json.length, 1)
    })

    test('administrators list and end the sessions of everybody', async () => {
      const rita = await signedIn('rita', agents.firefox)
      const [{ id }] = (await rita.request('GET', 'user_devices')).json
      const { json, headers } = await w.request('sessions?per_page=1')
      assert.deepEqual([json.sessions.length, json.sessions[0].id], [1, id])
      assert.ok(Number(headers['x-total-count']) > 1)
      assert.equal(json.assets.User[String(w.ids['rita'])].login, 'rita@desk.example')
      for (const as of ['rita', 'nils', 'anonymous'] as const) {
        assert.equal((await w.request('sessions', { as })).status, 403)
        assert.equal((await w.request(`sessions/${id}`, { as, method: 'DELETE' })).status, 403)
      }
      assert.equal((await w.request(`sessions/${id}`, { method: 'DELETE' })).status, 200)
      assert.equal((await rita.request('GET', 'users/me')).status, 403)
      // API tokens are rows of the same table, but no sessions.
      const api = (await w.desk.database.sql.selectFrom('tokens').select('id').where('action', '=', 'api').execute())[0]
      assert.equal((await w.request(`sessions/${api?.id}`, { method: 'DELETE' })).status, 404)
    })

    test('a change of the password keeps the session of the request, and ends all others', async () => {
      const [here, there] = [await signedIn('paul'), await signedIn('paul')]
      const body = { password_old: 'open sesame', password_new: 'Open sesame 2' }
      assert.equal((await here.request('POST', 'users/password_change', body)).status, 200)
      assert.equal((await here.request('GET', 'users/me')).status, 200)
      assert.equal((await here.request('GET', 'signshow')).json.session.login, 'paul@desk.example')
      assert.equal((await there.request('GET', 'users/me')).status, 403)
      assert.equal((await here.request('GET', 'user_devices')).json.length, 1)
    })

    test('a session continues when it sets the password of somebody else', async () => {
      const browser = await signedIn('admin')
      const other = await signedIn('omar')
      const passwords = { password_old: 'open sesame', password_new: 'Open sesame 2 and more' }
      const as = { from: 'omar@desk.example' }
      assert.equal((await browser.request('POST', 'users/password_change', passwords, as)).status, 200)
      assert.equal((await browser.request('GET', 'users/me')).status, 200)
      assert.equal((await other.request('GET', 'users/me')).status, 403)
    })
  })
}
