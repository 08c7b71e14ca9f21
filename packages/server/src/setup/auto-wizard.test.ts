import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { createApp } from '../app.ts'
import type { Database } from '../db/dialect.ts'
import { migrate } from '../db/migrate.ts'
import { writeDefaults } from './defaults.ts'
import { deskOver } from './desk.ts'
import { eachDialect, type Open } from '../testing/each-dialect.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const fill = async (database: Database) => {
  await migrate(database)
  const desk = deskOver(database, '/nonexistent', silent)
  await writeDefaults(desk, { email: 'admin@desk.example', password: 'correct horse' })
}

interface NewService {
  readonly file: string
  readonly get: (path: string, credentials?: string) => Promise<{ status: number; json: Record<string, unknown> }>
}

/** A service after its first start, with a wizard file in its data folder if `content` is given. */
async function startNew(t: TestContext, open: Open, content?: unknown): Promise<NewService> {
  const database = await open(fill)
  const file = join(database.folder, 'auto_wizard.json')
  if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  const app = await createApp(deskOver(database, join(database.folder, 'files'), silent))
  t.after(() => app.close())
  return {
    file,
    get: async (path, credentials) => {
      const authorization = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`
      const headers = credentials === undefined ? {} : { authorization }
      const reply = await app.http.inject({ url: `/api/v1/${path}`, headers })
      return { status: reply.statusCode, json: reply.json() }
    },
  }
}

const wizard = {
  Token: 'a long secret',
  Settings: [
    { name: 'product_name', value: 'Wharf Desk' },
    { name: 'developer_mode', value: true },
  ],
  Organizations: [{ name: 'Wharf', domain: 'wharf.example' }],
  Users: [
    {
      login: 'kim',
      firstname: 'Kim',
      lastname: 'Lee',
      email: 'kim@wharf.example',
      organization: 'Wharf',
      password: 'Pier 39 Pier',
    },
    { firstname: 'Bo', lastname: 'Ray', email: 'bo@wharf.example', roles: ['Agent'], group_ids: { 1: ['read'] } },
  ],
  EmailAddresses: [{ id: 1, channel_id: 10, name: 'Wharf', email: 'desk@wharf.example' }],
  Signatures: [{ id: 1, name: 'default', body: '<b>#{user.firstname}</b>' }],
  Groups: [
    { name: 'Users', note: 'First line' },
    { name: 'Docks', email_address_id: 1 },
  ],
  Channels: [{ id: 10, area: 'Email::Account' }],
}
const waiting = { auto_wizard: true }
const refused = { auto_wizard: true, auto_wizard_success: false }

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`unattended setup, on ${name}`, () => {
    test('the file sets up a new service once, for a request with its token', async (t) => {
      const { get, file } = await startNew(t, open, wizard)
      assert.deepEqual((await get('getting_started')).json, waiting)
      for (const path of ['auto_wizard', 'auto_wizard/wrong', 'auto_wizard?token=', 'auto_wizard/a%20long%20secre']) {
        assert.deepEqual((await get(`getting_started/${path}`)).json, refused, path)
      }
      const { status, json } = await get('getting_started/auto_wizard/a%20long%20secret')
      assert.deepEqual([status, json], [200, { auto_wizard: true, auto_wizard_success: true }])
      assert.equal(existsSync(file), false)
      const me = (await get('users/me?expand=true', 'kim:Pier 39 Pier')).json
      assert.deepEqual([me['fullname'], me['roles'], me['organization']], ['Kim Lee', ['Admin', 'Agent'], 'Wharf'])
      assert.deepEqual(me['groups'], { Users: ['full'] })
      const groups = (await get('groups?expand=true', 'kim:Pier 39 Pier')).json as unknown as Record<string, unknown>[]
      assert.deepEqual(
        groups.map((group) => [group['name'], group['note'], group['email_address_id']]),
        [
          ['Users', 'First line', null],
          ['Docks', null, 1],
        ],
      )
      const settings = JSON.stringify((await get('settings?per_page=100', 'kim:Pier 39 Pier')).json)
      assert.ok(settings.includes('Wharf Desk') && !settings.includes('developer_mode'))
      assert.equal((await get('getting_started')).json['setup_done'], true)
      // A second file is ignored.
      writeFileSync(
        file,
        JSON.stringify({ ...wizard, Users: [{ email: 'eve@wharf.example', password: 'Mine now 1' }] }),
      )
      assert.deepEqual((await get('getting_started/auto_wizard/a%20long%20secret')).json, { auto_wizard: false })
      assert.equal((await get('users/me', 'eve@wharf.example:Mine now 1')).status, 401)
    })
  })
}

test('without a file there is nothing to run', async (t) => {
  const { get } = await startNew(t, eachDialect.sqlite)
  assert.equal((await get('getting_started')).json['setup_done'], true)
  assert.deepEqual((await get('getting_started/auto_wizard/x')).json, { auto_wizard: false })
})

test('an invalid file is reported with the reason, and nothing is written', async (t) => {
  for (const [content, reason, token] of [
    ['{', /JSON object/, 'x'],
    ['[]', /JSON object/, 'x'],
    [{ Users: [] }, /"Token" is missing/, ''],
    [{ Token: '' }, /"Token" is missing/, ''],
    [{ Token: 'x', Users: {} }, /"Users" has to be a list/, 'x'],
    [{ Token: 'x', Organizations: [{ name: 'A' }], Users: [{ email: 'no address' }] }, /Invalid email/, 'x'],
    [{ Token: 'x', Settings: [{ name: 'http_type', value: 'gopher' }] }, /http_type/, 'x'],
  ] as const) {
    const { get, file } = await startNew(t, eachDialect.sqlite, content)
    const { status, json } = await get(`getting_started/auto_wizard/${token}`)
    assert.equal(status, 200)
    assert.deepEqual([json['auto_wizard'], json['auto_wizard_success']], [true, false])
    assert.match(String(json['message']), reason)
    assert.equal(existsSync(file), true)
    const organizations = await get('organizations', 'admin@desk.example:correct horse')
    assert.equal((organizations.json as unknown as unknown[]).length, 1)
  }
})
