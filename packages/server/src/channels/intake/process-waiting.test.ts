import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail, inReplyTo } from '../../testing/mail-desk.ts'
import { receiveMails } from '../../testing/received.ts'
import { world } from '../../testing/world.ts'
import { accept } from './inbox.ts'
import { processWaiting } from './process-waiting.ts'
import { openReader, type Reader } from './reader.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  test(`a mail whose ticket cannot be created goes into quarantine; those before and after it become articles in order (${dialect})`, async (t) => {
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

  test(`a stop between reading and processing counts as no attempt (${dialect})`, async (t) => {
    const w = await world(open)
    t.after(() => w.close())
    const head = { from: 'Nils Brandt <nils@desk.example>', to: 'printers@desk.example' }
    for (const id of ['a', 'b']) {
      await accept(w.desk, Buffer.from(mail({ ...head, id })), { via: 'pipe', channel_id: null })
    }
    const reader = openReader(w.desk.files)
    t.after(() => reader.end())
    const inbox = async () => {
      const rows = await w.desk.database.sql.selectFrom('received_mails').select(['state', 'attempts']).execute()
      return rows.map(({ state, attempts }) => `${state} ${attempts}`)
    }
    let isStopping = false
    const stopAfterReading: Reader = {
      ...reader,
      async read(...mails) {
        assert.deepEqual(await inbox(), ['waiting 1', 'waiting 1'])
        isStopping = true
        return reader.read(...mails)
      },
    }
    assert.equal(await processWaiting(w.desk, stopAfterReading, () => isStopping), 0)
    assert.deepEqual(await inbox(), ['waiting 0', 'waiting 0'])
    assert.equal(await processWaiting(w.desk, reader), 2)
  })
}
