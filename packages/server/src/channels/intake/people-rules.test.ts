import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { addAttributes } from '../../testing/attributes.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail } from '../../testing/mail-desk.ts'
import { type World, world } from '../../testing/world.ts'
import { importMail } from '../import/import.ts'

async function importTexts(w: World, mails: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-people-'))
  try {
    for (const [at, text] of mails.entries()) writeFileSync(join(folder, `${at}.eml`), text)
    return await importMail(w.desk, [folder], { quarantine: join(folder, 'quarantine') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`people of imported mail on ${name}`, () => {
    it('are created like other users, but required custom fields may stay empty', async () => {
      const w = await world(open)
      try {
        const shown = { create_middle: { '-all-': { shown: true, required: true } } }
        await addAttributes(w, [
          { object: 'User', name: 'tier', data_type: 'input', data_option: { type: 'text', default: 'bronze' } },
          { object: 'User', name: 'badge', data_type: 'input', data_option: { type: 'text' }, screens: shown },
          {
            object: 'Organization',
            name: 'branch',
            data_type: 'input',
            data_option: { type: 'text', default: 'trade' },
          },
        ])
        const summary = await importTexts(w, [
          mail({ id: '1', from: 'kim.lee@wharf.example' }),
          mail({ id: '2', from: 'BO BERG <bo@wharf.example>', subject: 'Toner' }),
        ])
        assert.deepEqual([summary.users, summary.organizations, summary.quarantined], [2, 1, 0])
        const { json } = await w.request('users/search?query=wharf.example&sort_by=id&order_by=asc&expand=true')
        const kept = json.map((user: Record<string, unknown>) => [
          user['login'],
          user['fullname'],
          user['tier'],
          user['badge'],
          user['roles'],
          user['organization'],
          user['created_by_id'],
        ])
        assert.deepEqual(kept, [
          ['kim.lee@wharf.example', 'Kim Lee', 'bronze', null, ['Customer'], 'wharf.example', 1],
          ['bo@wharf.example', 'Bo Berg', 'bronze', null, ['Customer'], 'wharf.example', 1],
        ])
        const [wharf] = (await w.request('organizations/search?query=name:wharf.example')).json
        assert.deepEqual([wharf.branch, wharf.shared], ['trade', false])
      } finally {
        await w.close()
      }
    })

    it('have tickets with the defaults of custom fields', async () => {
      const w = await world(open)
      try {
        await addAttributes(w, [
          { object: 'Ticket', name: 'origin', data_type: 'input', data_option: { type: 'text', default: 'unknown' } },
        ])
        await importTexts(w, [mail({ id: '1', from: 'kim.lee@wharf.example', subject: 'Toner' })])
        const [ticket] = (await w.request('tickets/search?query=title:Toner&expand=true')).json
        assert.equal(ticket.origin, 'unknown')
      } finally {
        await w.close()
      }
    })

    it('get the name from their first mail that has one, with an entry in the history', async () => {
      const w = await world(open)
      try {
        await importTexts(w, [mail({ id: '1', from: 'k.lee@wharf.example' })])
        await importTexts(w, [mail({ id: '2', from: '"Lee, Kim" <k.lee@wharf.example>', subject: 'Toner' })])
        await importTexts(w, [mail({ id: '3', from: 'Boss <k.lee@wharf.example>', subject: 'Paper' })])
        const [user] = (await w.request('users/search?query=login:k.lee@wharf.example')).json
        assert.deepEqual([user.firstname, user.lastname, user.fullname], ['Kim', 'Lee', 'Kim Lee'])
        const { history } = (await w.request(`users/history/${user.id}`)).json
        const entries = history.map((line: Record<string, unknown>) => [
          line['type'],
          line['attribute'],
          line['value_from'],
          line['value_to'],
        ])
        assert.deepEqual(entries[0]?.[0], 'created')
        assert.ok(
          entries.some((line: unknown[]) => line.join() === 'updated,firstname,K,Kim'),
          JSON.stringify(entries),
        )
      } finally {
        await w.close()
      }
    })
  })
}
