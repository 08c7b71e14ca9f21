import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import * as fc from 'fast-check'
import { systemUser } from '@deskbell/contract'
import { makeResetToken } from '../../auth/tokens.ts'
import { writeSetting } from '../../kernel/settings.ts'
import { openBrowser } from '../../testing/browser.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, tokenFor, type World, world } from '../../testing/world.ts'
import { purgeAudit } from '../../upkeep/purge-audit.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'

interface Entry {
  readonly id: number
  readonly action: string
  readonly user_id: number | null
  readonly login: string | null
  readonly object: string | null
  readonly o_id: number | null
  readonly name: string | null
  readonly changes: Readonly<Record<string, { from?: unknown; to?: unknown }>>
  readonly address: string | null
}

const day = 86_400_000

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the audit log on ${dialect}`, () => {
    let w: World
    let seen = 0
    before(async () => {
      w = await world(open)
      const password = await hash('open sesame', { timeCost: 1, memoryCost: 1024 })
      await w.desk.database.transaction((db) =>
        db.sql.updateTable('users').set({ password }).where('id', '>', 1).execute(),
      )
      await latest()
    })
    after(() => w.close())

    /** The entries since the last call. */
    async function latest(): Promise<Entry[]> {
      const { status, json } = await w.request('audit_entries?per_page=500')
      assert.equal(status, 200)
      const entries = (json as Entry[]).filter(({ id }) => id > seen)
      seen = entries.at(-1)?.id ?? seen
      return entries
    }

    const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, as: Person = 'admin') => {
      const reply = await w.request(path, { method, body, as })
      assert.ok(reply.status < 300, reply.text)
      return reply.json as { id: number; token: string }
    }

    const signIn = (person: Person, password = 'open sesame') => {
      const browser = openBrowser(w.app)
      return { browser, reply: browser.signIn(`${person}@desk.example`, password) }
    }

    test('records sign-ins and sign-outs with user and address', async () => {
      const { browser, reply } = signIn('rita')
      assert.equal((await reply).status, 201)
      await browser.request('DELETE', 'signout')
      const id = w.ids['rita']
      const rita = {
        user_id: id,
        login: 'rita@desk.example',
        object: 'user',
        o_id: id,
        name: 'rita@desk.example',
        address: '127.0.0.1',
      }
      assert.deepEqual(
        (await latest()).map(({ action, user_id, login, object, o_id, name, address }) => [
          action,
          { user_id, login, object, o_id, name, address },
        ]),
        [
          ['signed_in', rita],
          ['signed_out', rita],
        ],
      )
    })

    test('records wrong passwords and the lock, and never the typed name of an unknown account', async () => {
      await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'password_max_login_failed', 2))
      for (const _ of [1, 2]) await signIn('omar', 'wrong').reply
      await openBrowser(w.app).signIn('my secret password', 'rita')
      const entries = await latest()
      assert.deepEqual(
        entries.map(({ action, user_id, object, o_id, name }) => [action, user_id, object, o_id, name]),
        [
          ['sign_in_failed', null, 'user', w.ids['omar'], 'omar@desk.example'],
          ['sign_in_failed', null, 'user', w.ids['omar'], 'omar@desk.example'],
          ['locked', null, 'user', w.ids['omar'], 'omar@desk.example'],
          ['sign_in_failed', null, null, null, null],
        ],
      )
      assert.ok(entries.every(({ address }) => address === '127.0.0.1'))
      await write('PUT', `users/unlock/${w.ids['omar']}`, {})
      assert.deepEqual(
        (await latest()).map(({ action, o_id }) => [action, o_id]),
        [['unlocked', w.ids['omar']]],
      )
    })

    test('records who changes roles, groups and accounts, with the old and the new values', async () => {
      const id = w.ids['zoe'] as number
      await write('PUT', `users/${id}`, { roles: ['Agent'], groups: { Printers: ['read'] }, note: 'new', phone: '5' })
      await write('PUT', `users/${id}`, { note: 'newer' })
      const role = await write('POST', 'roles', { name: 'Night shift', permissions: ['ticket.agent'] })
      await write('PUT', `roles/${role.id}`, { permissions: ['ticket.agent', 'admin.user'] })
      const [user, created, changed, ...rest] = await latest()
      assert.deepEqual(rest, [])
      assert.deepEqual([user?.action, user?.login, user?.name], ['updated', 'admin@desk.example', 'zoe@desk.example'])
      assert.deepEqual(user?.changes['groups'], { from: '', to: `${w.ids['Printers']}:read` })
      assert.deepEqual(Object.keys(user?.changes ?? {}).toSorted(), ['groups', 'roles'])
      assert.deepEqual([created?.action, created?.object, created?.name], ['created', 'role', 'Night shift'])
      assert.equal(created?.changes['permissions']?.from, '')
      assert.match(String(changed?.changes['permissions']?.to), /^\d+, \d+$/)
    })

    test('records settings, passwords, tokens and sessions', async () => {
      const settings = (await w.request('settings')).json as { id: number; name: string }[]
      const setting = settings.find(({ name }) => name === 'api_password_access')
      await write('PUT', `settings/${setting?.id}`, { state_current: { value: false } })
      // A second time: a write that changes nothing leaves no entry.
      await write('PUT', `settings/${setting?.id}`, { state_current: { value: false } })
      await write('PUT', `users/${w.ids['paul']}`, { password: 'Correct horse 9' })
      await write('POST', `users/${w.ids['paul']}/password_reset`, {})
      await write('POST', 'user_access_token', { name: 'export', permission: ['ticket.agent'] })
      const { json } = await w.request('user_access_token')
      const token = (json.tokens as { id: number; name: string }[]).find(({ name }) => name === 'export')
      await write('DELETE', `user_access_token/${token?.id}`, {})
      await signIn('ines').reply
      const { sessions } = (await w.request('sessions')).json as { sessions: { id: number }[] }
      await write('DELETE', `sessions/${sessions[0]?.id}`, {})
      assert.deepEqual(
        (await latest()).map(({ action, login, object, name, changes }) => [action, login, object, name, changes]),
        [
          ['updated', 'admin@desk.example', 'setting', 'api_password_access', { value: { from: true, to: false } }],
          ['password_changed', 'admin@desk.example', 'user', 'paul@desk.example', {}],
          ['password_link_created', 'admin@desk.example', 'user', 'paul@desk.example', {}],
          [
            'token_created',
            'admin@desk.example',
            'token',
            'export',
            { user_id: { from: null, to: w.ids['admin'] }, permissions: { from: null, to: 'ticket.agent' } },
          ],
          ['token_deleted', 'admin@desk.example', 'token', 'export', {}],
          ['signed_in', 'ines@desk.example', 'user', 'ines@desk.example', {}],
          ['session_ended', 'admin@desk.example', 'user', 'ines@desk.example', {}],
        ],
      )
    })

    test('names the user whose credentials were sent, not the one they act for', async () => {
      const headers = { from: 'rita@desk.example' }
      // The log does not record changes of names.
      const body = { firstname: 'Rita', lastname: 'Renamed' }
      await w.request('users/me', { method: 'PUT', headers, body })
      const created = await w.request('user_access_token', { method: 'POST', headers, body: { name: 'for rita' } })
      assert.equal(created.status, 200)
      const [entry] = await latest()
      assert.deepEqual([entry?.action, entry?.login], ['token_created', 'admin@desk.example'])
    })

    test('a write that is rolled back leaves no entry', async () => {
      const refused = await w.request(`users/${w.ids['admin']}`, { method: 'PUT', body: { active: false } })
      assert.equal(refused.status, 422)
      assert.deepEqual(await latest(), [])
    })

    test('can be read only with the permission for it, and is written by no request', async () => {
      const page = await w.request('audit_entries?sort_by=id&order_by=desc&per_page=1')
      assert.equal(page.json[0].id, seen)
      assert.equal((await w.request(`audit_entries/${seen}`)).json.id, seen)
      for (const as of ['rita', 'nils', 'plain'] as const) {
        assert.equal((await w.request('audit_entries', { as })).status, 403)
        assert.equal((await w.request(`audit_entries/${seen}`, { as })).status, 403)
      }
      const limited = await tokenFor(w, 'admin', { permissions: ['admin.user'] })
      await latest()
      const headers = { authorization: `Token token=${limited}` }
      assert.equal((await w.request('audit_entries', { as: 'anonymous', headers })).status, 403)
      for (const method of ['PUT', 'DELETE'] as const)
        assert.equal((await w.request(`audit_entries/${seen}`, { method, body: {} })).status, 405)
      assert.equal((await w.request('audit_entries', { method: 'POST', body: {} })).status, 405)
    })

    test('contains no secret, whatever is written', async () => {
      const words = fc.string({
        unit: fc.constantFrom(...Array.from('abcdefghkmnpqrstuvwxyz23456789')),
        minLength: 24,
        maxLength: 40,
      })
      const secret = words.map((word) => `Aa1-${word}`)
      const writes = fc.record({ password: secret, signature: secret, bearer: secret, basic: secret, mail: secret })
      const secrets: string[] = []
      await fc.assert(
        fc.asyncProperty(writes, async ({ password, signature, bearer, basic, mail }) => {
          const account = { adapter: 'smtp', host: 'mail.example', user: 'desk', password: mail }
          const name = mail.slice(-8)
          const webhook = { name, endpoint: `https://hooks.example/${bearer}`, signature_token: signature }
          const { id } = await write('POST', 'webhooks', { ...webhook, bearer_token: bearer })
          await write('PUT', `webhooks/${id}`, { basic_auth_password: basic, bearer_token: basic })
          const channel = await write('POST', 'channels', { name, group_id: 1, outbound: account })
          await write('PUT', `channels/${channel.id}`, { outbound: { ...account, password } })
          await write('PUT', `users/${w.ids['paul']}`, { password })
          await signIn('paul', signature).reply
          const { token } = await write('POST', 'user_access_token', { name: 'random' })
          const link = await makeResetToken(w.desk, w.ids['nils'] as number)
          secrets.push(password, signature, bearer, basic, mail, token, link)
        }),
        { numRuns: 5 },
      )
      const rows = await w.desk.database.sql.selectFrom('audit_entries').selectAll().execute()
      const text = JSON.stringify(rows)
      for (const secret of secrets) assert.ok(!text.includes(secret), secret)
      const { password } = await w.desk.database.sql
        .selectFrom('users')
        .select('password')
        .where('id', '=', w.ids['paul'] as number)
        .executeTakeFirstOrThrow()
      assert.ok(!text.includes(password as string))
      assert.ok((await latest()).some(({ object, changes }) => object === 'webhook' && 'bearer_token' in changes))
    })

    test('keeps entries for the number of days in the setting', async () => {
      await unitOfWork(w.desk, systemUser, (unit) => writeSetting(unit, 'audit_log_days', 10))
      const { count } = await w.desk.database.sql
        .selectFrom('audit_entries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      w.pass(10 * day)
      assert.equal(await purgeAudit(w.desk), 0)
      w.pass(1000)
      await signIn('rita').reply
      assert.equal(await purgeAudit(w.desk), count)
      assert.deepEqual(
        (await latest()).map(({ action }) => action),
        ['signed_in'],
      )
    })
  })
}
