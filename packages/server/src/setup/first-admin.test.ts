import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { createApp } from '../app.ts'
import type { Database } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import { openBrowser } from '../testing/browser.ts'
import { eachDialect, type Open } from '../testing/each-dialect.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { writeDefaults } from './defaults.ts'
import { deskOver } from './desk.ts'
import { renewFirstAdminToken, writeFirstAdminToken } from './first-admin.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const generated = { email: 'admin@example.com', password: 'Generated password 1' }
const day = 24 * 3_600_000

const fill = async (database: Database) => {
  await migrate(database)
  const desk = deskOver(database, '/nonexistent', silent)
  let link = ''
  const id = await writeDefaults(desk, generated, async (unit, admin) => {
    link = await writeFirstAdminToken(unit, admin)
  })
  return { link, id: id as number }
}

/** A service after a first start that printed a link. */
async function startService(t: TestContext, open: Open) {
  const database = await open(fill)
  let elapsed = 0
  const clock = { now: () => new Date(Date.now() + elapsed), pause: async () => {} }
  const desk = deskOver(database, join(database.folder, 'files'), silent, clock)
  const app = await createApp(desk)
  t.after(() => app.close())
  const browser = () => openBrowser(app)
  const { link, id } = database.filled
  const claim = (token = link, changes: object = {}, by = browser()) =>
    by.request('POST', 'getting_started/admin', { ...kim, token, ...changes })
  const isDone = async () => (await browser().request('GET', 'getting_started')).json.setup_done
  const isValid = async (token = link) =>
    (await browser().request('POST', 'getting_started/token', { token })).json.valid
  return {
    desk,
    id,
    link,
    browser,
    claim,
    isDone,
    isValid,
    pass: (milliseconds: number) => void (elapsed += milliseconds),
  }
}

const kim = { firstname: 'Kim', lastname: 'Lee', email: ' Kim@Wharf.example ', password: 'Pier 39 at dawn' }

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the first run, on ${dialect}`, () => {
    test('the link makes its bearer the administrator, who names the desk and the first group', async (t) => {
      const { browser, claim, isDone, isValid, link, id } = await startService(t, open)
      assert.deepEqual([await isDone(), await isValid(), await isValid(`${link}x`)], [false, true, false])
      const page = browser()
      const { status, json } = await claim(link, { locale: 'de-de' }, page)
      assert.equal(status, 201, JSON.stringify(json))
      const { session, permissions, config } = json
      assert.deepEqual(
        [session.id, session.login, session.email, session.firstname, session.lastname, session.preferences.locale],
        [id, 'kim@wharf.example', 'kim@wharf.example', 'Kim', 'Lee', 'de-de'],
      )
      assert.ok(permissions.includes('admin') && permissions.includes('ticket.agent') && config.product_name)
      assert.deepEqual([await isDone(), await isValid()], [true, false])

      const base = { organization: 'Wharf', timezone_default: 'Europe/Berlin', locale_default: 'de-de' }
      assert.equal((await page.request('POST', 'getting_started/base', base)).status, 200)
      assert.equal((await browser().request('GET', 'signshow')).json.config.locale_default, 'de-de')
      const desk = { name: 'Front desk', email: 'Help@Wharf.example', realname: 'Wharf help' }
      const named = await page.request('POST', 'getting_started/group', desk)
      assert.equal(named.status, 201, JSON.stringify(named.json))
      assert.deepEqual((await page.request('POST', 'getting_started/group', desk)).json, named.json)
      const group = (await page.request('GET', 'groups/1')).json
      assert.deepEqual([group.name, group.email_address_id], ['Front desk', named.json.email_address_id])
      const address = (await page.request('GET', `email_addresses/${group.email_address_id}`)).json
      assert.deepEqual([address.email, address.name], ['help@wharf.example', 'Wharf help'])
      assert.equal((await page.request('GET', 'tickets/1')).json.title, 'Welcome to Deskbell!')
      assert.equal((await browser().request('POST', 'getting_started/group', desk)).status, 403)

      assert.equal((await browser().signIn(generated.email, generated.password)).status, 401)
      assert.equal((await browser().signIn('kim@wharf.example', kim.password)).status, 201)
    })

    test('wrong values are rejected with the name of the field, and the link stays valid', async (t) => {
      const { claim, isValid } = await startService(t, open)
      for (const [changes, path] of [
        [{ email: 'kim' }, 'email'],
        [{ email: 'nicole.braun@deskbell.example' }, 'email'],
        [{ password: 'short' }, 'password'],
        [{ password: ['x'] }, 'password'],
        [{ locale: '<b>' }, 'locale'],
        [{ firstname: 'x'.repeat(300) }, 'firstname'],
      ] as const) {
        const { status, json } = await claim(undefined, changes)
        assert.deepEqual([status, json.details?.[0]?.path], [422, path], JSON.stringify(json))
      }
      assert.ok(await isValid())
    })

    test('a link works once: of two requests at the same time, one makes an administrator', async (t) => {
      const { claim } = await startService(t, open)
      const both = await Promise.all([claim(), claim(undefined, { email: 'bo@wharf.example' })])
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 403],
      )
      assert.equal((await claim()).status, 403)
    })

    test('a link expires after a day; the next start creates another', async (t) => {
      const { claim, desk, isDone, isValid, pass } = await startService(t, open)
      pass(day)
      assert.deepEqual([await isValid(), (await claim()).status, await isDone()], [false, 403, false])
      const next = await renewFirstAdminToken(desk)
      assert.equal((await claim(next)).status, 201)
      assert.equal(await renewFirstAdminToken(desk), undefined)
    })

    test('a link expires when the administrator signs in, or when there is another administrator', async (t) => {
      const one = await startService(t, open)
      assert.equal((await one.browser().signIn(generated.email, generated.password)).status, 201)
      assert.deepEqual([await one.isDone(), await one.isValid(), (await one.claim()).status], [true, false, 403])
      const other = await startService(t, open)
      await unitOfWork(other.desk, systemUser, ({ db }) =>
        db.sql.insertInto('roles_users').values({ role_id: 1, user_id: 2 }).execute(),
      )
      assert.deepEqual([await other.isDone(), await other.isValid(), (await other.claim()).status], [true, false, 403])
      assert.equal(await renewFirstAdminToken(other.desk), undefined)
    })

    test('guesses are throttled, and the token is stored hashed', async (t) => {
      const { claim, desk, link } = await startService(t, open)
      const guesses = []
      for (let count = 0; count < 11; count++) guesses.push((await claim(`guess ${count}`)).status)
      assert.deepEqual([guesses[0], guesses.at(-1)], [403, 429])
      const rows = await desk.database.sql.selectFrom('tokens').selectAll().execute()
      assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(link))
    })
  })
}
