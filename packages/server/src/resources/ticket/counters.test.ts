import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type World, world } from '../../testing/world.ts'

/** A write to a ticket or its articles; `pick` chooses one of the existing articles. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('article' as const),
    type: fc.constantFrom('note', 'phone', 'web'),
    sender: fc.constantFrom('Agent', 'Customer', 'System'),
    internal: fc.boolean(),
    by: fc.constantFrom('rita', 'nils'),
  }),
  fc.record({ kind: fc.constant('visibility' as const), pick: fc.nat(20), internal: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(20) }),
  fc.record({
    kind: fc.constant('state' as const),
    state: fc.constantFrom('new', 'open', 'pending reminder', 'closed'),
  }),
  fc.record({ kind: fc.constant('merge' as const) }),
)

interface Row {
  readonly type: string
  readonly sender: string
  readonly internal: boolean
  readonly created_at: string
}

/** Computes the expected counters from the articles, step by step. */
function expected(articles: readonly Row[]) {
  let [first, agent, customer]: (string | null)[] = [null, null, null]
  let lastSpeaker = ''
  for (const { type, sender, internal, created_at } of articles) {
    if (internal || type === 'note') continue
    if (sender === 'Agent') {
      first ??= created_at
      agent = created_at
    } else if (sender === 'Customer' && lastSpeaker !== 'Customer') customer = created_at
    lastSpeaker = sender
  }
  const times = [agent, customer].filter((at) => at !== null).toSorted((a, b) => String(a).localeCompare(String(b)))
  return {
    article_count: articles.filter(({ sender }) => sender !== 'System').length,
    create_article_type: articles[0]?.type,
    create_article_sender: articles[0]?.sender,
    first_response_at: first,
    last_contact_agent_at: agent,
    last_contact_customer_at: customer,
    last_contact_at: times.at(-1) ?? null,
  }
}

describe('counters and times of a ticket', () => {
  let w: World
  before(async () => {
    w = await world()
  })
  after(() => w.close())

  const make = async () => {
    const body = { title: 'x', group: 'Printers', customer: 'nils@desk.example', article: { body: 'First' } }
    return (await w.request('tickets', { as: 'rita', method: 'POST', body })).json
  }

  async function perform(
    ticket: { id: number; number: string },
    one: typeof step extends fc.Arbitrary<infer T> ? T : never,
  ) {
    w.pass(1000)
    if (one.kind === 'article') {
      const { type, sender, internal } = one
      const body = { ticket_id: ticket.id, body: 'x', type, sender, internal }
      return w.request('ticket_articles', { as: one.by as 'rita', method: 'POST', body })
    }
    if (one.kind === 'state') {
      // Pending states need a time; others ignore it.
      const body = { state: one.state, pending_time: '2030-01-01T00:00:00Z' }
      return w.request(`tickets/${ticket.id}`, { as: 'rita', method: 'PUT', body })
    }
    if (one.kind === 'merge') {
      const other = await make()
      return w.request(`ticket_merge/${other.id}/${ticket.number}`, { as: 'rita', method: 'PUT' })
    }
    const articles = (await w.request(`ticket_articles/by_ticket/${ticket.id}`, { as: 'rita' })).json
    if (articles.length === 0) return undefined
    const url = `ticket_articles/${articles[one.pick % articles.length].id}`
    // A refused deletion changes nothing.
    if (one.kind === 'remove') return void (await w.request(url, { as: 'rita', method: 'DELETE' }))
    return w.request(url, { as: 'rita', method: 'PUT', body: { internal: one.internal } })
  }

  test('they match the articles after any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const ticket = await make()
        for (const one of steps) {
          const reply = await perform(ticket, one)
          if (reply) assert.ok(reply.status < 300, reply.text)
          const articles = (await w.request(`ticket_articles/by_ticket/${ticket.id}`, { as: 'rita' })).json as Row[]
          const now = (await w.request(`tickets/${ticket.id}?expand=true`, { as: 'rita' })).json
          const counters = expected(articles)
          for (const [key, value] of Object.entries(counters)) assert.equal(now[key], value, `${key} after ${one.kind}`)
          const { last_contact_customer_at: asked, last_contact_agent_at: answered } = counters
          const waits = asked && (!answered || asked > answered) && !['closed', 'merged'].includes(now.state)
          assert.equal(now.waiting_since, waits ? asked : null, `waiting_since after ${one.kind}`)
          const publicArticles = articles.filter(({ sender, internal }) => sender !== 'System' && !internal)
          const read = (await w.request(`tickets/${ticket.id}`, { as: 'nils' })).json
          assert.equal(read.article_count, publicArticles.length, `as the customer, after ${one.kind}`)
        }
      }),
      { numRuns: 25, seed: 5 },
    )
    assert.deepEqual(w.logged, [])
  })
})
