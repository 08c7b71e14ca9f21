import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSpoken } from './spoken.ts'

/** Queries in plain words, and the conditions that they mean. */
const meanings: Readonly<Record<'sure' | 'likely' | 'possible', readonly (readonly [typed: string, query: string])[]>> =
  {
    sure: [
      ['pending reminder', 'state:"pending reminder"'],
      ['my open tickets', 'is:mine is:open'],
      ['Meine offenen Tickets', 'is:mine is:offen'],
      ['open tickets!', 'is:open'],
      ['not assigned', 'is:unassigned'],
      ['assigned to me', 'is:mine'],
      ['assigned to Ben', 'owner:Ben'],
      ['tickets from Acme & Co', '(customer:"Acme & Co" OR organization:"Acme & Co")'],
      ['tickets from nils@acme.example', '(customer:"nils@acme.example" OR organization:"nils@acme.example")'],
      ['urgent tickets with attachments', 'priority:high has:attachment'],
      ['unassigned in Sales last week', 'is:unassigned group:Sales created:"last week"'],
      ['new tickets in the Service desk since 1.11.2026', 'is:new group:"Service desk" after:"1.11.2026"'],
      ['closed yesterday', 'closed:yesterday'],
      ['gestern geschlossen', 'closed:gestern'],
      ['new today', 'created:today'],
      ['created 21 Nov 2026', 'created:"21 Nov 2026"'],
      ['pending tickets older than 2 weeks', 'is:pending older_than:"2 weeks"'],
      ['tickets tagged with vip', 'tags:vip'],
      ['open printer tickets', 'is:open printer'],
      ['dringende Tickets von Nora', 'priority:high (customer:Nora OR organization:Nora)'],
    ],
    likely: [
      ['open', 'is:open'],
      ['überfällige', 'is:überfällig'],
      ['my', 'is:mine'],
      ['today', 'created:today'],
      ['last week', 'created:"last week"'],
      ['from Nora', '(customer:Nora OR organization:Nora)'],
    ],
    possible: [
      ['unassigned linux', 'is:unassigned linux'],
      ['error since yesterday', 'error after:yesterday'],
      ['new invoice from acme', 'is:new invoice (customer:acme OR organization:acme)'],
      ['printer tickets', 'printer'],
    ],
  }

/** Words, and queries with signs. */
const others = [
  '',
  'printer not working',
  'tickets',
  'ticket 67012',
  'is:open tickets',
  '"my tickets"',
  'my tickets -urgent',
  'my (open) tickets',
  'my tickets and all of these other words that somebody has pasted here',
]

describe('queries in plain words', () => {
  for (const [certainty, cases] of Object.entries(meanings)) {
    for (const [typed, query] of cases) {
      it(`reads ${typed} as ${query}`, () => {
        const read = readSpoken(typed)
        assert.deepEqual([read?.query, read?.certainty], [query, certainty])
      })
    }
  }

  for (const typed of others) it(`reads no condition in ${typed}`, () => assert.equal(readSpoken(typed), undefined))

  it('names the groups', () => assert.deepEqual(readSpoken('open in the Service desk today')?.groups, ['Service desk']))
})
