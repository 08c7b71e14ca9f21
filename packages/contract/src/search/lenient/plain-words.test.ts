import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPlainWords } from './plain-words.ts'

const belongsTo = (name: string) => `(customer:${name} OR organization:${name} OR owner:${name})`

/** Queries in plain words, and the conditions that they mean. */
const meanings: Readonly<Record<'sure' | 'likely' | 'possible', readonly (readonly [typed: string, query: string])[]>> =
  {
    sure: [
      ['tickets not closed', '-is:closed'],
      ['not closed tickets', '-is:closed'],
      ['noch nicht geschlossene Tickets', '-is:geschlossen'],
      ['open tickets not assigned to Nora', 'is:open -owner:Nora'],
      ['open tickets not assigned to me', 'is:open -is:mine'],
      ['open tickets not assigned', 'is:open is:unassigned'],
      ['tickets without attachment', '-has:attachment'],
      ['offene Tickets ohne Anhang', 'is:offen -has:attachment'],
      ['keine dringenden Tickets', '-priority:high'],
      ['open tickets not from acme', `is:open -${belongsTo('acme')}`],
      ['tickets not closed last week', '-(is:closed closed:"last week")'],
      ['not closed tickets from last week', '-is:closed created:"last week"'],
      ['not without attachment', 'has:attachment'],
      ['since monday', 'after:monday'],
      ['last week', 'created:"last week"'],
      ['from last month', 'created:"last month"'],
      ['tickets from october', 'created:october'],
      ['tickets in the last 3 days', 'created:"last 3 days"'],
      ['invoice tickets from October 2025', 'invoice created:"October 2025"'],
      ['closed last week', 'is:closed closed:"last week"'],
      ['closed since last monday', 'is:closed closed:>="last monday"'],
      ['closed tickets of Nora last week', `${belongsTo('Nora')} is:closed closed:"last week"`],
      ['letzte Woche geschlossene Tickets', 'is:closed closed:"letzte Woche"'],
      ['tickets updated by Nora before friday', `${belongsTo('Nora')} updated:<friday`],
      ['open tickets created yesterday', 'is:open created:yesterday'],
      ['closed tickets created before november', 'is:closed before:november'],
      ['pending reminder', 'state:"pending reminder"'],
      ['my open tickets', 'is:mine is:open'],
      ['Meine offenen Tickets', 'is:mine is:offen'],
      ['open tickets!', 'is:open'],
      ['not assigned', 'is:unassigned'],
      ['assigned to me', 'is:mine'],
      ['assigned to Ben', 'owner:Ben'],
      ['tickets from Acme & Co', belongsTo('"Acme & Co"')],
      ['tickets from nils@acme.example', belongsTo('"nils@acme.example"')],
      ['open tickets of Nora', `is:open ${belongsTo('Nora')}`],
      ['open tickets by Nora Lang', `is:open ${belongsTo('"Nora Lang"')}`],
      ['tickets created by Nora', belongsTo('Nora')],
      ['offene Tickets von Nora seit Montag', `is:offen ${belongsTo('Nora')} after:Montag`],
      ["Nora's tickets", belongsTo('Nora')],
      ['acme’s open tickets', `${belongsTo('acme')} is:open`],
      ['urgent tickets with attachments', 'priority:high has:attachment'],
      ['unassigned in Sales last week', 'is:unassigned group:Sales created:"last week"'],
      ['new tickets in the Service desk since 1.11.2026', 'is:new group:"Service desk" after:"1.11.2026"'],
      ['closed yesterday', 'is:closed closed:yesterday'],
      ['gestern geschlossen', 'is:closed closed:gestern'],
      ['new today', 'created:today'],
      ['created 21 Nov 2026', 'created:"21 Nov 2026"'],
      ['pending tickets older than 2 weeks', 'is:pending older_than:"2 weeks"'],
      ['tickets tagged with vip', 'tags:vip'],
      ['open printer tickets', 'is:open printer'],
      ['spam problems not closed', 'spam problems -is:closed'],
      ['nicht geschlossen Drucker', '-is:geschlossen Drucker'],
      ['razor before november', 'razor before:november'],
      ['error since yesterday', 'error after:yesterday'],
      ['printer problems last week', 'printer problems created:"last week"'],
      ['Drucker diese Woche', 'Drucker created:"diese Woche"'],
      ['printer today', 'printer created:today'],
      ['open tickets not updated for 2 weeks', 'is:open -updated:"2 weeks"'],
      ['open created before 13 november', 'is:open before:"13 november"'],
      ['razor since 3 May', 'razor after:"3 May"'],
      ['printer closed yesterday', 'printer is:closed closed:yesterday'],
      ['printer tag vip', 'printer tags:vip'],
      ['neue nicht zugewiesene Tickets', 'is:neu is:unassigned'],
      ['neue Tickets ohne Bearbeiter', 'is:neu is:unassigned'],
      ['printer tickets without assignee', 'printer is:unassigned'],
      ['dringende Tickets von Nora', `priority:high ${belongsTo('Nora')}`],
    ],
    likely: [
      ['im Oktober', 'created:Oktober'],
      ['open', 'is:open'],
      ['überfällige', 'is:überfällig'],
      ['my', 'is:mine'],
      ['today', 'created:today'],
      ['from Nora', belongsTo('Nora')],
    ],
    possible: [
      ['open tickets printer not working', 'is:open printer not working'],
      ['open tickets from acme without reply', `is:open ${belongsTo('"acme without reply"')}`],
      ['out of memory tickets', 'out of memory'],
      ['invoices october', 'invoices created:october'],
      ['invoice of october', 'invoice created:october'],
      ['laptop on monday', 'laptop created:monday'],
      ['outlook does not open', 'outlook does -is:open'],
      ['outlook shows no new mail', 'outlook shows -is:new mail'],
      ['VPN disconnects after 10 minutes', 'VPN disconnects after:"10 minutes"'],
      ['Verbindung bricht nach 10 Minuten ab', 'Verbindung bricht after:"10 Minuten" ab'],
      ['rfid tagged luggage scanner', 'rfid tags:"luggage scanner"'],
      ['address assigned to printer', 'address owner:printer'],
      ['invoice 13 november', 'invoice created:"13 november"'],
      ['unassigned linux', 'is:unassigned linux'],
      ['new invoice from acme', `is:new invoice ${belongsTo('acme')}`],
      ['printer tickets', 'printer'],
    ],
  }

/** Queries that are not read as plain words: without words for conditions, with operators, or too long. */
const withoutMeaning = [
  '',
  'printer not working',
  'agent does not start',
  'chapter 3 may be wrong',
  '5 markers missing',
  'it may not work',
  "what's in",
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
        const read = readPlainWords(typed)
        assert.deepEqual([read?.query, read?.certainty], [query, certainty])
      })
    }
  }

  for (const typed of withoutMeaning)
    it(`reads no condition in ${typed}`, () => assert.equal(readPlainWords(typed), undefined))

  const agents = new Set(['hugo', 'mia', 'emre yilmaz', 'emre', 'chris'])
  const ofAgents: readonly (readonly [typed: string, query: string, certainty: string])[] = [
    ['pending tickets emre', `is:pending ${belongsTo('emre')}`, 'sure'],
    ['closed tickets Emre Yilmaz last week', `${belongsTo('"Emre Yilmaz"')} is:closed closed:"last week"`, 'sure'],
    ['Hugos offene Tickets', `${belongsTo('Hugo')} is:offen`, 'sure'],
    ['mias tickets', belongsTo('mia'), 'sure'],
    ["chris' tickets", belongsTo('chris'), 'sure'],
    ['open tickets of hugo printer', `is:open ${belongsTo('hugo')} printer`, 'sure'],
    ['problems of hugo open', `problems ${belongsTo('hugo')} is:open`, 'possible'],
    ['tickets hugo', belongsTo('hugo'), 'likely'],
    ['printer owner hugo', 'printer owner:hugo', 'sure'],
    ['printer assigned to hugo', 'printer owner:hugo', 'sure'],
    ['Bearbeiter Hugo offen', 'owner:Hugo is:offen', 'sure'],
    ['open hugo', `is:open ${belongsTo('hugo')}`, 'likely'],
    ['hugo printer', `${belongsTo('hugo')} printer`, 'possible'],
  ]
  for (const [typed, query, certainty] of ofAgents) {
    it(`reads the name of an agent in ${typed}`, () => {
      const read = readPlainWords(typed, (name) => agents.has(name.toLowerCase()))
      assert.deepEqual([read?.query, read?.certainty], [query, certainty])
    })
  }

  it('names the groups', () =>
    assert.deepEqual(readPlainWords('open in the Service desk today')?.groups, ['Service desk']))

  it('names the tags', () => assert.deepEqual(readPlainWords('price tag vip')?.tags, ['vip']))

  it('names the words that may be agents', () =>
    assert.deepEqual(readPlainWords('open printer tickets of Nora')?.names, ['printer', 'Nora']))
})
