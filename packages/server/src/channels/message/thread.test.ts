import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ancestors, continues, SUBJECT_WINDOW, subjectKey, type Thread, titleOf } from './thread.ts'

describe('subjectKey', () => {
  const table: readonly [string, string, boolean][] = [
    ['Printer offline', 'printer offline', false],
    ['Re: Printer  offline', 'printer offline', true],
    ['RE: AW: re[2]: Printer offline', 'printer offline', true],
    ['[ILUG] Re: [ILUG] Printer offline', 'printer offline', true],
    ['Re: Printer offline (fwd)', 'printer offline', true],
    ['Printer offline (was: Toner)', 'printer offline', false],
    ['Fwd: Printer offline', 'printer offline', false],
    ['WG: Re: Printer offline', 'printer offline', true],
    ['SV : Printer offline', 'printer offline', true],
    ['回复：打印机', '打印机', true],
    ['Re:', '', true],
    ['', '', false],
    ['Recall of the printer', 'recall of the printer', false],
    ['Reply: yes', 'reply: yes', false],
    ['[urgent]', '', false],
  ]
  for (const [subject, key, is_reply] of table) {
    it(JSON.stringify(subject), () => assert.deepEqual(subjectKey(subject), { key, is_reply }))
  }

  it('reads a long subject of prefixes quickly', () => {
    assert.equal(subjectKey('Re: '.repeat(750)).key, '')
    assert.equal(subjectKey('['.repeat(3000)).is_reply, false)
  })
})

it('a title is a subject without the prefixes of replies', () => {
  assert.equal(titleOf('Re: AW: Printer'), 'Printer')
  assert.equal(titleOf('Fwd: [x] Printer'), 'Fwd: [x] Printer')
  assert.equal(titleOf('Re:'), 'Re:')
})

it('ancestors start with the nearest, and exclude the mail itself', () => {
  const mail = { message_id: '<d>', in_reply_to: ['<c>'], references: ['<a>', '<b>', '<c>', '<d>'] }
  assert.deepEqual(ancestors(mail), ['<c>', '<b>', '<a>'])
})

describe('continues', () => {
  const day = 24 * 60 * 60 * 1000
  const thread: Thread = {
    first: 100 * day,
    last: 110 * day,
    opened_by_reply: false,
    participants: new Set(['nils@bakery.example', 'help@desk.example']),
    customer: 'nils@bakery.example',
    same_list: false,
  }
  const answer = (from: string, ...others: string[]) => ({
    at: 120 * day,
    is_reply: true,
    from,
    participants: new Set([from, ...others]),
  })
  const fromNils = answer('nils@bakery.example', 'help@desk.example')

  it('accepts a reply of the customer', () => assert.ok(continues(fromNils, thread)))
  it('accepts a reply to the customer', () => {
    assert.ok(continues(answer('help@desk.example', 'nils@bakery.example'), thread))
  })
  it('refuses a reply of or to another customer', () => {
    assert.ok(!continues(answer('zoe@ohara.example', 'help@desk.example'), thread))
    assert.ok(!continues(answer('help@desk.example', 'zoe@ohara.example'), thread))
  })
  it('accepts a reply of anybody on the same mailing list', () => {
    assert.ok(continues(answer('zoe@ohara.example', 'list@x.example'), { ...thread, same_list: true }))
  })
  it('refuses a mail that is not a reply', () => {
    assert.ok(!continues({ ...fromNils, is_reply: false }, thread))
  })
  it('accepts a question that is imported after its answer', () => {
    const question = { ...fromNils, is_reply: false, at: 99 * day }
    assert.ok(continues(question, { ...thread, opened_by_reply: true }))
    assert.ok(!continues({ ...question, at: 105 * day }, { ...thread, opened_by_reply: true }))
  })
  it('refuses mail outside of the time window, in both directions', () => {
    assert.ok(continues({ ...fromNils, at: thread.last + SUBJECT_WINDOW }, thread))
    assert.ok(!continues({ ...fromNils, at: thread.last + SUBJECT_WINDOW + 1 }, thread))
    assert.ok(!continues({ ...fromNils, at: thread.first - SUBJECT_WINDOW - 1 }, thread))
  })
})
