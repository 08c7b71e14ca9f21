import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail, inReplyTo } from '../../testing/mail-desk.ts'
import { receiveMails } from '../../testing/received.ts'
import { world } from '../../testing/world.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  test(`a mail whose ticket cannot be created goes into quarantine; those before and after it are imported in order (${dialect})`, async (t) => {
    const w = await world(open)
    t.after(() => w.close())
    const body = {
      name: 'wrong',
      match: { subject: { operator: 'is', value: 'Wrong' } },
      perform: { 'x-zammad-ticket-priority_id': { value: 999 } },
    }
    assert.equal((await w.request('postmaster_filters', { method: 'POST', body })).status, 201)
    const head = { from: 'Nils Brandt <nils@desk.example>', to: 'printers@desk.example' }
    const mails = ['First', 'Second', 'Wrong', 'Third'].map((subject) => mail({ ...head, id: subject, subject }))
    const got = await receiveMails(w.desk, [...mails, mail({ ...head, id: 'answer', ...inReplyTo('First') })])
    assert.deepEqual(
      got.map(({ state }) => state),
      ['taken', 'taken', 'quarantined', 'taken', 'taken'],
    )
    const [first = 0, ...others] = got.flatMap(({ ticket }) => (ticket ? [Number(ticket['number'])] : []))
    assert.deepEqual(others, [first + 1, first + 2, first])
  })
}
