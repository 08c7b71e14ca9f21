import * as fc from 'fast-check'

/** The words of random records: few, so that random queries find something. */
export const words = (
  "printer Paper jam offline toner Ärger Café naïve Müller O'Hara Straße re-open C3PO a1 67001 nils@desk.example " +
  'www.example.com niño ÉTÉ øre 東京タワー タワーA1印刷'
).split(' ')
/** The names of tags. */
export const tags = ['printer', 'floor 2', 'Ärger', 'vip', 'C++']
const files = ['label.pdf', 'Übersicht 2026.txt', 'paper-jam.jpg']
const bodies = [
  '<p>Paper</p><p>jam</p>',
  'toner<br>low &amp; <b>prin</b>ter',
  '<table><tr><td>offline</td><td>Café</td></tr></table>\u00a0a &lt;b&gt;',
]

const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((list) => list.join(' '))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 })
const moment = fc
  .integer({ min: 0, max: 90 * 24 })
  .map((hours) => new Date(Date.UTC(2025, 11, 1) + hours * 3_600_000).toISOString())

/** The values of a random ticket, for creating and for changing it. */
export const ticketValues = fc.record({
  title: text,
  note: maybe(text),
  type: maybe(fc.constantFrom('Incident', 'Request')),
  state: fc.integer({ min: 1, max: 6 }),
  priority: fc.integer({ min: 1, max: 3 }),
  group: fc.nat(),
  customer: fc.nat(),
  owner: maybe(fc.nat()),
  pending: maybe(moment),
  created: moment,
  tags: fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 3 }),
  articles: fc.array(
    fc.record({
      subject: maybe(text),
      from: maybe(fc.constantFrom('Nils Brandt <nils@desk.example>', 'zoé@desk.example', 'Müller, Jürgen')),
      to: maybe(text),
      cc: maybe(text),
      html: fc.option(fc.constantFrom(...bodies), { nil: undefined, freq: 3 }),
      body: text,
      internal: fc.boolean(),
      type: fc.constantFrom(1, 10, 11),
      file: fc.option(fc.constantFrom(...files), { nil: undefined, freq: 3 }),
    }),
    { maxLength: 3 },
  ),
})

/** The values of one random ticket. */
export type TicketValues = typeof ticketValues extends fc.Arbitrary<infer T> ? T : never

/** A random change of an existing record. `kind` selects what is changed, `index` the record. */
export const changes = fc.record({ kind: fc.nat(9), index: fc.nat(), ticket: ticketValues, name: text })

/** One random change. */
export type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never
