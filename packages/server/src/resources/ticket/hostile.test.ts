import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'

const id = fc.oneof(fc.integer({ min: -1, max: 12 }), fc.constantFrom(2 ** 53, 1e300, '1', 'x', null, [], {}))
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  id,
  fc.constantFrom('\0', '\ud800', 'guess:', 'guess:a@b.c\n', 'Users'),
)
const article = fc.oneof(
  value,
  fc.record(
    {
      body: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('x', '<b>x</b><img src="data:image/png;base64,!">') },
        value,
      ),
      type: fc.oneof(fc.constantFrom('note', 'phone', 'email', 'web'), value),
      sender: fc.oneof(fc.constantFrom('Agent', 'Customer', 'System'), value),
      content_type: fc.oneof(fc.constantFrom('text/html', 'text/plain'), value),
      internal: value,
      attachments: fc.oneof(
        value,
        fc.array(fc.record({ filename: value, data: value, 'mime-type': value }, { requiredKeys: [] })),
      ),
      time_unit: value,
      accounted_time_type: value,
      form_id: value,
      origin_by_id: id,
      to: value,
      message_id: value,
      preferences: value,
    },
    { requiredKeys: ['body'] },
  ),
)
const body = fc.record(
  {
    title: fc.oneof(fc.constant('x'), value),
    group: fc.oneof(fc.constant('Printers'), value),
    customer_id: fc.oneof(fc.constant(2), value),
    customer: value,
    owner_id: id,
    state: fc.oneof(fc.constantFrom('open', 'closed', 'pending close'), value),
    priority_id: id,
    organization_id: id,
    number: value,
    pending_time: value,
    preferences: value,
    note: value,
    tags: value,
    mentions: fc.oneof(value, fc.array(id)),
    links: fc.oneof(
      value,
      fc.record({ Ticket: fc.record({ parent: fc.array(id), child: value }, { requiredKeys: [] }) }),
    ),
    article,
    extras: value,
  },
  { requiredKeys: ['title', 'group', 'customer_id'] },
)

const forAll = (numRuns: number, arbitrary: fc.Arbitrary<unknown>, request: (input: unknown) => Promise<unknown>) =>
  fc.assert(
    fc.asyncProperty(arbitrary, async (input) => void (await request(input))),
    { numRuns, seed: 11 },
  )

for (const [name, open] of Object.entries(eachDialect))
  describe(`hostile bodies, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    /** Requires a response without an internal error, and returns true if somebody may do what is requested. */
    const checkResponse = async (method: 'POST' | 'PUT', url: string, input: unknown): Promise<boolean> => {
      let isAccepted = false
      for (const as of ['rita', 'nils'] as const) {
        const reply = await w.request(url, { as, method, body: input as object })
        assert.ok(reply.status < 500, `${method} ${url} ${JSON.stringify(input)}: ${reply.status} ${reply.text}`)
        if (reply.status >= 400) assert.ok(reply.json.error)
        else isAccepted = true
      }
      return isAccepted
    }
    const runs = name === 'sqlite' ? 150 : 30

    test('no body of a new ticket causes an internal error', () =>
      forAll(runs, body, (input) => checkResponse('POST', 'tickets', input)))
    test('no body of an update causes an internal error', () =>
      forAll(runs, body, (input) => checkResponse('PUT', `tickets/${w.ids['Label printer offline']}`, input)))
    test('no body of an article causes an internal error', () =>
      forAll(runs, article, (input) =>
        checkResponse('POST', 'ticket_articles', {
          ticket_id: w.ids['Label printer offline'],
          ...(typeof input === 'object' && !Array.isArray(input) ? input : { body: input }),
        }),
      ))
    test('no body of a mass update or a mass macro causes an internal error', async () => {
      const perform = { 'ticket.title': { value: 'x' }, 'article.note': { body: 'x' } }
      const macro = await w.request('macros', { method: 'POST', body: { name: 'Hostile', perform } })
      assert.equal(macro.status, 201, macro.text)
      const tickets = [w.ids['Label printer offline'], w.ids['No network in the bakery']]
      const input = fc.record(
        {
          ticket_ids: fc.oneof({ weight: 6, arbitrary: fc.subarray(tickets, { minLength: 1 }) }, fc.array(id), value),
          macro_id: fc.oneof({ weight: 3, arbitrary: fc.constant(macro.json.id) }, id),
          attributes: fc.oneof({ weight: 3, arbitrary: fc.constant({ state: 'open' }) }, body, value),
          article: fc.oneof({ weight: 3, arbitrary: fc.constant({ body: 'x' }) }, article),
          add_tags: fc.oneof({ weight: 3, arbitrary: fc.constant(['x']) }, value),
          partial: fc.oneof({ weight: 3, arbitrary: fc.boolean() }, value),
        },
        { requiredKeys: ['ticket_ids', 'macro_id'] },
      )
      for (const action of ['mass_update', 'mass_macro']) {
        let accepted = 0
        await forAll(runs, input, async (part) => {
          if (await checkResponse('POST', `tickets/${action}`, part)) accepted += 1
        })
        assert.ok(accepted > 0, action)
      }
    })

    test('characters that a database cannot store are replaced in the MIME type and the character set of a file', async () => {
      const attachments = [{ filename: '\ud800\0.txt', data: '', 'mime-type': 'a\0\ud800/b', charset: '\0' }]
      const input = { ticket_id: w.ids['Label printer offline'], body: 'x', attachments }
      const { status, json, text } = await w.request('ticket_articles', { as: 'rita', method: 'POST', body: input })
      assert.equal(status, 201, text)
      assert.deepEqual(json.attachments[0].preferences, { 'Mime-Type': 'a \ufffd/b', Charset: ' ' })
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
