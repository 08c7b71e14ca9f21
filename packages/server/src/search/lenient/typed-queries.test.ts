import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type World, world } from '../../testing/world.ts'

/** Customers: first name, last name, address, phone number. */
const customers = [
  ['John', 'Müller', 'john.mueller@acme.example', '+49 170 1234567'],
  ['Anna', 'Svensson', 'anna@nordic.example', '030/555 01 23'],
  ['Peter', 'Straßer', 'peter@acme.example', ''],
  ['Liam P.', 'Byrne', 'liam@tuatha.example', '+353 1 6771234'],
] as const

/** Tickets, oldest first: a short name, the title, the customer, the body, the state. */
const tickets = [
  [
    'distribution',
    '[ILUG] Newbie seeks advice - Suse 7.2',
    'liam@tuatha.example',
    'liba52: a52_block error on eth0, see http://lists.tuatha.example/faq',
    'pending reminder',
  ],
  ['labels', 'Label printer prints blank labels', 'liam@tuatha.example', 'In the bakehouse, since Monday.', 'closed'],
  [
    'reset',
    'Password reset does not work',
    'john.mueller@acme.example',
    'The link has expired. See ticket 4711.',
    'open',
  ],
  ['invoice', 'Invoice RE-2026-0815 is wrong', 'anna@nordic.example', 'The VAT ID of Acme & Co is missing.', 'open'],
  [
    'vpn',
    'VPN drops every hour',
    'peter@acme.example',
    'Error: 0x80072EE7 after 60 minutes. C:\\Windows\\System32',
    'pending reminder',
  ],
  ['monitor', '27" monitor flickers', 'john.mueller@acme.example', 'Connected by HDMI, R & D office', 'new'],
  ['refund', 'Refund for order #998877', 'anna@nordic.example', 'Please refund 49.90 EUR to my card', 'closed'],
  ['outlook', 'Outlook crashes (again)', 'peter@acme.example', 'Since the update: is anyone working on this?', 'open'],
  ['coffee', 'Coffee machine', 'anna@nordic.example', 'The machine on floor 3 leaks. Call me: 0151 2223334', 'open'],
] as const
type Name = (typeof tickets)[number][0]

/** Queries that agents type, and the ticket that they expect first. */
const queries: readonly (readonly [typed: string, first: Name | 'none'])[] = [
  ['password reset', 'reset'],
  ['passw', 'reset'],
  ['password res', 'reset'],
  ['Password reset does not work?', 'reset'],
  ['RE-2026-0815', 'invoice'],
  ['invoice or rechnung', 'invoice'],
  ['Acme & Co', 'invoice'],
  ['acme and co', 'invoice'],
  ['R & D', 'monitor'],
  ['R&D', 'monitor'],
  ['r&c', 'none'],
  ['client:byrne bakehouse', 'labels'],
  ['since:today hdmi', 'monitor'],
  ['27" monitor', 'monitor'],
  ['27" mon', 'monitor'],
  ['from:anna coffee', 'coffee'],
  ['customer:"John Müller"', 'monitor'],
  ['customer:"Müller, John"', 'monitor'],
  ['customer:john password', 'reset'],
  ['customer: anna is:closed', 'refund'],
  ['customer:anna@nordic.example invoice', 'invoice'],
  ['Customer:svensson machine', 'coffee'],
  ['is:pending', 'vpn'],
  ['is:closed refund', 'refund'],
  ['status:closed', 'refund'],
  ['Status: closed', 'refund'],
  ['state:"pending reminder"', 'vpn'],
  ['subject:vpn', 'vpn'],
  ['Subject: VPN drops', 'vpn'],
  ['body:hdmi', 'monitor'],
  ['Error: 0x80072EE7', 'vpn'],
  ['C:\\Windows', 'vpn'],
  ['order #998877', 'refund'],
  ['#998877', 'refund'],
  ['outlook crashes (again', 'outlook'],
  ['Outlook crashes (again)', 'outlook'],
  ['"coffee machine', 'coffee'],
  ['“coffee machine”', 'coffee'],
  ['coffee AND', 'coffee'],
  ['coffee - machine', 'coffee'],
  ['machine -outlook', 'coffee'],
  ['is anyone working on this?', 'outlook'],
  ['+49 170 1234567', 'monitor'],
  ['0170/1234567 password', 'reset'],
  ['(0170) 123 45 67', 'monitor'],
  ['030 5550123 vat', 'invoice'],
  ['0151/2223334', 'coffee'],
  ['assignee:me', 'monitor'],
  ['owner:me is:open password', 'reset'],
  ['owner:nobody floor', 'coffee'],
  ['created:today leaks', 'coffee'],
  ['created:yesterday', 'none'],
  ['older_than:7d', 'none'],
  ['newer_than:1d vpn', 'vpn'],
  ['printer titel:x', 'none'],
  ['refund 49.90', 'refund'],
  ['ticket 4711', 'reset'],
  ['ticket no. 4711', 'none'],
  ['Re: Label printer prints blank labels', 'labels'],
  ['AW: Re: [ILUG] Newbie seeks advice - Suse 7.2', 'distribution'],
  ['[ILUG] eth0', 'distribution'],
  ['liba52: a52_block error', 'distribution'],
  ['http://lists.tuatha.example/faq', 'distribution'],
  ['6771234', 'labels'],
  ['6771234 suse', 'distribution'],
  ['liam byrne', 'labels'],
  ['from:"Liam Byrne" advice', 'distribution'],
  ['"Liam P. Byrne" <liam@tuatha.example>', 'labels'],
  ['liam@tuatha', 'labels'],
  ['@tuatha.example suse', 'distribution'],
  ['bakeh', 'labels'],
  ['printer bakeh', 'labels'],
  ['company:tuatha', 'none'],
  ['agent:me expired', 'reset'],
  ['is:mine is:open password', 'reset'],
  ['is:(open or pending) suse', 'distribution'],
  ['is:closed,pending suse', 'distribution'],
  ['is:resolved labels', 'labels'],
  ['is:"closed labels', 'none'],
  ['state:pending,closed bakehouse', 'labels'],
  ['status:erledigt bakehouse', 'labels'],
  ['ist:offen hdmi', 'monitor'],
  ['von:anna betreff:refund', 'refund'],
  ['kunde:byrne bakehouse', 'labels'],
  ['team:users vat', 'invoice'],
  ['prio:normal floor', 'coffee'],
  ['created:this week floor', 'coffee'],
  ['created:last week', 'none'],
  ['created:last 2 days floor', 'coffee'],
  ['created:yesterday..today floor', 'coffee'],
  ['erstellt:heute hdmi', 'monitor'],
  ['status<solved hdmi', 'monitor'],
  ['status<solved bakehouse', 'none'],
  ['status:<solved bakehouse', 'none'],
  ['status<=solved bakehouse', 'labels'],
  ['status>=pending suse', 'distribution'],
  ['status>new bakehouse', 'labels'],
  ['assignee = me AND status = open', 'reset'],
  ['reporter = anna AND status != closed floor', 'coffee'],
  ['summary ~ "coffee machine"', 'coffee'],
  ['requester:anna created>2020-01-01 floor', 'coffee'],
  ['inbox:users vat', 'invoice'],
  ['in:users vat', 'invoice'],
  ['my open tickets', 'monitor'],
  ['tickets from acme', 'outlook'],
  ['tickets from liam byrne', 'labels'],
  ['closed tickets', 'refund'],
  ['closed today', 'refund'],
  ['closed yesterday', 'none'],
  ['pending tickets in Users', 'vpn'],
  ['open tickets since yesterday', 'coffee'],
  ['unassigned in Users today', 'coffee'],
  ['created 2 Mar 2026', 'coffee'],
  ['offene Tickets von Svensson', 'coffee'],
  ['open outlook tickets', 'outlook'],
  ['open tickets not from acme', 'coffee'],
  ['outlook tickets not closed', 'outlook'],
  ['printer tickets not closed', 'none'],
  ['nicht geschlossene Tickets von Svensson', 'coffee'],
  ['open tickets not assigned to me', 'coffee'],
  ['tickets without attachment', 'coffee'],
  ["anna's open tickets", 'coffee'],
  ['tickets of john', 'monitor'],
  ['closed tickets of anna this week', 'refund'],
  ['closed tickets of anna last week', 'none'],
  ['tickets before march', 'none'],
  ['prio:mittel floor', 'coffee'],
  ['priority>=normal floor', 'coffee'],
  ['priority>normal', 'none'],
  ['type:ticket status<solved hdmi', 'monitor'],
  ['status IN (closed, new)', 'refund'],
  ['assignee = currentUser() AND status = open ORDER BY created DESC', 'reset'],
  ["SELECT * FROM tickets WHERE title LIKE '%coffee%'", 'coffee'],
  ['printers label', 'labels'],
  ['labels printed', 'labels'],
  ['crash outlook', 'outlook'],
  ['crashing', 'outlook'],
  ['dropping vpn', 'vpn'],
  ['vpn dropped', 'vpn'],
  ['"printers" label', 'none'],
  ['title:printers', 'none'],
  ['printer -labels', 'none'],
  ['outlook problem not closed', 'none'],
  ['outlook not closed', 'outlook'],
  ['refund not closed', 'none'],
  ['coffee or hdmi or vpn', 'coffee'],
  ['title ~ vpn or title ~ monitor', 'monitor'],
  ['how do I get a refund for my order', 'refund'],
  ['why does the label printer print nothing but blank labels?', 'none'],
  ['why does the label printer print blank labels?', 'labels'],
  ['is anyone or is working on this', 'outlook'],
  ['nonsense or hdmi', 'monitor'],
  ['this is nonsense or hdmi', 'none'],
  ['this is nonsense OR hdmi', 'monitor'],
  ['outlook last week', 'none'],
  ['outlook this week', 'outlook'],
  ['coffee since yesterday', 'coffee'],
]

/** Mistyped queries, and the query that is suggested. */
const mistyped: readonly (readonly [typed: string, meant: string])[] = [
  ['printr', 'printer'],
  ['lable printer', 'label printer'],
  ['bakehuose printer', 'bakehouse printer'],
  ['pass reset', 'password reset'],
  ['blnak labels', 'blank labels'],
  ['unassigned bakehouse', 'is:unassigned bakehouse'],
  ['coffeemachine leaks', 'coffee machine leaks'],
  ['password reset bakehouse', 'password reset'],
  ['lable printr', 'label printer'],
  ['liba52: a52_block error on eth0 77', 'liba52 a52_block error eth0'],
  ['bakehouse lable printr', 'bakehouse label printer'],
  // If any other word is left out, no ticket contains the rest.
  ['password monitor expired reset', 'password expired reset'],
]

describe('what support agents type', () => {
  let w: World
  const ids = new Map<string, number>()
  before(async () => {
    w = await world()
    await fill(w, ids)
  })
  after(() => w.close())

  const firstOf = async (typed: string) => {
    const { status, json, text } = await w.request(`tickets/search?lenient=true&query=${encodeURIComponent(typed)}`)
    assert.equal(status, 200, `${typed}: ${text}`)
    const [first] = json.tickets as number[]
    return first === undefined ? 'none' : ([...ids].find(([, id]) => id === first)?.[0] ?? 'another')
  }

  for (const [typed, first] of queries) {
    test(`${typed} finds ${first}`, async () => assert.equal(await firstOf(typed), first))
  }

  for (const [typed, meant] of mistyped) {
    test(`${typed} suggests ${meant}`, async () => {
      const { json } = await w.request(`tickets/search?lenient=true&query=${encodeURIComponent(typed)}`)
      assert.deepEqual([json.tickets, json.did_you_mean], [[], meant])
    })
  }

  test('the number of each ticket finds it', async () => {
    for (const [name, id] of ids) {
      const { number } = (await w.request(`tickets/${id}`)).json
      for (const typed of [
        number,
        `#${number}`,
        `ticket no. ${number}`,
        `ticket ${number}`,
        `Ticket#${number}`,
        `case ${number}`,
        `[Ticket#${number}]`,
        `no. ${number}`,
        number.replace(/(?=(?:\d{3})+$)/g, ' ').trim(),
        number.replace(/(?!^)(?=(?:\d{3})+$)/g, '.'),
      ]) {
        assert.equal(await firstOf(typed), name, typed)
      }
    }
  })
})

async function fill(w: World, ids: Map<string, number>): Promise<void> {
  const post = async (path: string, body: object) => {
    const { status, json, text } = await w.request(path, { method: 'POST', body })
    assert.equal(status, 201, text)
    return json
  }
  for (const [firstname, lastname, email, phone] of customers) {
    await post('users', { firstname, lastname, email, phone, roles: ['Customer'] })
  }
  for (const [name, title, customer, body, state] of tickets) {
    w.pass(60_000)
    const owner_id = name === 'reset' || name === 'monitor' ? w.ids['admin'] : 1
    const pending_time = state.startsWith('pending') ? { pending_time: '2026-05-01T09:00:00.000Z' } : {}
    const article = { subject: title, body, from: customer, type: 'phone', sender: 'Customer' }
    const ticket = await post('tickets', { title, group: 'Users', customer, state, owner_id, article, ...pending_time })
    ids.set(name, ticket.id)
  }
}
