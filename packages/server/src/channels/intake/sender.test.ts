import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail } from '../../testing/mail-desk.ts'
import { receiveMails } from '../../testing/received.ts'
import { type World, world } from '../../testing/world.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the author of a mail, on ${dialect}`, () => {
    let w: World
    let ticket: unknown
    before(async () => {
      w = await world(open)
      await unitOfWork(w.desk, systemUser, (unit) =>
        insert(unit, 'email_address', { name: 'Printers', email: 'printers@desk.example' }),
      )
      const [first] = await receiveMails(w.desk, [mail({ id: 'first', from: 'nils@desk.example' })])
      ticket = first?.ticket?.['id']
    })
    after(() => w.close())

    let count = 0
    /** Receives an answer to the first mail. @param authors the header lines that replace its `From`. */
    const answer = async (authors: string) => {
      const message = mail({ id: `answer${count++}`, subject: 'Re: Printer', head: 'In-Reply-To: <first@x.example>\n' })
      const [got] = await receiveMails(w.desk, [message.replace(/^From: .*/, authors)])
      const [sender, thread] = ['sender', 'thread'].map((step) => got?.steps.find((each) => each.startsWith(step)))
      return { ticket: got?.ticket?.['id'], customer: got?.ticket?.['customer'], sender, thread }
    }

    /** Header lines without a `From` that DMARC can check, and the header from which the author is taken. */
    const unchecked = {
      'Reply-To: nils@desk.example': 'Reply-To',
      'From: Nils\nSender: nils@desk.example': 'Sender',
      'Return-Path: <nils@desk.example>': 'Return-Path',
      'From: printers@desk.example\nReply-To: nils@desk.example':
        'Reply-To, because From is an address of this service',
      'From: nils@desk.example, eve@evil.example': 'From',
      'From: nils@desk.example\nFrom: nils@desk.example': 'From',
      'From: Nils (nils@desk.example)': 'From',
    }
    for (const [authors, header] of Object.entries(unchecked)) {
      test(`may open a ticket, but not continue one, if DMARC cannot check it: ${authors.replaceAll('\n', ', ')}`, async () => {
        const got = await answer(authors)
        assert.notEqual(got.ticket, ticket)
        assert.equal(got.customer, 'nils@desk.example')
        const rights = 'DMARC cannot check this address, so it gives no rights.'
        assert.equal(got.sender, `sender: nils@desk.example is a customer, taken from ${header}. ${rights}`)
        assert.match(got.thread ?? '', /leads to ticket \d+, but DMARC cannot check nils@desk.example/)
      })
    }

    for (const authors of [
      'From: nils@desk.example\nSender: eve@evil.example\nReply-To: eve@evil.example',
      'From: Nils <nils@desk.example>, Zoe <zoe@DESK.example>',
      'From: Brandt, Nils <nils@desk.example>',
    ]) {
      test(`may continue a ticket if DMARC can check From: ${authors.replaceAll('\n', ', ')}`, async () => {
        const got = await answer(authors)
        assert.equal(got.ticket, ticket)
        assert.equal(got.sender, 'sender: nils@desk.example is a customer, taken from From.')
      })
    }

    test('is a customer if a header other than From names an agent', async () => {
      const got = await answer('Reply-To: rita@desk.example')
      assert.equal(got.customer, 'rita@desk.example')
    })

    test('is unknown if no header has a valid address', async () => {
      const got = await answer('From: Nils')
      assert.equal(got.sender, 'sender: The mail has no valid address of a sender.')
    })
  })
}
