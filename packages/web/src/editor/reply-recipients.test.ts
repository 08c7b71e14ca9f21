import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Article } from '../article/article-types.ts'
import { headerOf, offeredRecipients, replyRecipients } from './reply-recipients.ts'

const mail = (values: Partial<Article>): Article => ({
  id: 1,
  ticketId: 1,
  side: 'customer',
  isInternal: false,
  type: 'email',
  authorId: 5,
  authorName: 'Nils',
  from: 'Nils <nils@x.example>',
  to: null,
  cc: null,
  replyTo: null,
  subject: null,
  contentType: 'text/plain',
  body: '',
  folds: undefined,
  files: [],
  delivery: undefined,
  createdById: 5,
  createdAt: '',
  ...values,
})

const customer = { email: 'nils@x.example', fullname: 'Nils Brandt' }
const deskAddresses = ['Support@desk.example', 'info@desk.example']

const recipients = (values: Partial<Article>) => {
  const { to, cc } = replyRecipients({ articles: [mail(values)], customer, deskAddresses }, undefined)
  return [headerOf(to), headerOf(cc)]
}

test('a reply goes to the author, with copies to those who got one; the other recipients are offered', () => {
  const values = { to: 'support@desk.example, Bo <bo@x.example>, cy@x.example', cc: 'cy@x.example' }
  assert.deepEqual(recipients(values), ['Nils <nils@x.example>', 'cy@x.example'])
  const context = { articles: [mail(values)], customer, deskAddresses }
  const offered = (cc: string) => headerOf(offeredRecipients(context, undefined, { to: 'nils@x.example', cc }))
  assert.equal(offered('cy@x.example'), 'Bo <bo@x.example>')
  assert.equal(offered('cy@x.example, bo@x.example'), '')
})

test('no address gets a reply twice, and the desk gets none', () => {
  const cc = 'NILS@x.example, INFO@desk.example, Bo <bo@x.example>, Bo Berg <BO@x.example>'
  assert.deepEqual(recipients({ to: 'support@desk.example', cc }), ['Nils <nils@x.example>', 'Bo <bo@x.example>'])
})

test('a reply to a mail of the desk goes to its recipients', () => {
  const { to, cc } = replyRecipients(
    { articles: [], customer, deskAddresses },
    mail({ side: 'agent', from: 'support@desk.example', to: 'Ada <ada@x.example>, bo@x.example', cc: 'cy@x.example' }),
  )
  assert.deepEqual([headerOf(to), headerOf(cc)], ['Ada <ada@x.example>, bo@x.example', 'cy@x.example'])
})

test('a reply to a call goes to the customer, as does one to a mail from an address of the desk', () => {
  for (const values of [{ type: 'phone', from: null }, { from: 'info@desk.example' }])
    assert.deepEqual(recipients(values), ['Nils Brandt <nils@x.example>', ''])
})
