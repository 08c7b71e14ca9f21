import assert from 'node:assert/strict'
import type { Reply, RequestOptions, World } from './world.ts'

/** The service that is written to. Its requests are those of an agent. */
export interface TestedService {
  request(url: string, options?: RequestOptions): Promise<Reply>
  /** The id of a customer. */
  readonly customer: number
}

/** Writes to a world, as its administrator. */
export const inWorld = (w: World): TestedService => ({
  customer: w.ids['nils'] as number,
  request: (url, options) => w.request(url, options),
})

/** The writes that the service has confirmed. */
interface ConfirmedWrites {
  /** The number of articles whose writes succeeded, by ticket. */
  readonly articles: Map<number, number>
  /** Changes of the title by conditional writes, as `old -> new`, in the order of the responses, by ticket. */
  readonly titles: Map<number, string[]>
  readonly tags: Map<number, Set<string>>
}

/**
 * Runs concurrent writers on the same few tickets until `goesOn` returns false, then compares the desk with the responses.
 * @param goesOn is called before each write with the number of the round.
 */
export async function writeAtOnce(
  w: TestedService,
  writers: number,
  goesOn: (round: number) => boolean,
): Promise<void> {
  const tickets = await Promise.all(Array.from({ length: 3 }, (_, index) => newTicket(w, `shared ${index}`)))
  const confirmed: ConfirmedWrites = {
    articles: new Map(tickets.map((id) => [id, 1])),
    titles: new Map(tickets.map((id) => [id, []])),
    tags: new Map(tickets.map((id) => [id, new Set<string>()])),
  }
  const runWriter = async (writer: number) => {
    for (let round = 0; goesOn(round); round++) {
      const ticket = tickets[(writer + round) % tickets.length] as number
      await (writes[(writer * 7 + round) % writes.length] as Write)(w, confirmed, ticket, `${writer}.${round}`)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => runWriter(writer)))
  for (const ticket of tickets) await assertHolds(w, confirmed, ticket)
  await assertUniqueNumbers(w)
}

type Write = (w: TestedService, confirmed: ConfirmedWrites, ticket: number, mark: string) => Promise<void>

const writes: readonly Write[] = [
  async (w, confirmed, ticket, mark) => {
    const body = { ticket_id: ticket, body: `article ${mark}`, type: 'note', internal: false }
    expect(await w.request('ticket_articles', { method: 'POST', body }), 201)
    confirmed.articles.set(ticket, (confirmed.articles.get(ticket) ?? 0) + 1)
  },
  async (w, confirmed, ticket, mark) => {
    const body = { priority_id: 1 + (mark.length % 3), article: { body: `with a change ${mark}` } }
    expect(await w.request(`tickets/${ticket}`, { method: 'PUT', body }), 200)
    confirmed.articles.set(ticket, (confirmed.articles.get(ticket) ?? 0) + 1)
  },
  async (w, confirmed, ticket, mark) => {
    const item = `tag ${mark}`
    expect(await w.request('tags/add', { method: 'POST', body: { item, object: 'Ticket', o_id: ticket } }), 201)
    confirmed.tags.get(ticket)?.add(item)
  },
  async (w, confirmed, ticket, mark) => {
    // After a conflict, the title is read again and the write repeated, so no confirmed title is lost.
    for (let tries = 0; tries < 1000; tries++) {
      const before = await w.request(`tickets/${ticket}`)
      const title = `${before.json.title} ${mark}`.slice(-200)
      const headers = { 'if-match': before.headers['etag'] as string }
      const reply = await w.request(`tickets/${ticket}`, { method: 'PUT', body: { title }, headers })
      if (reply.status === 412) continue
      expect(reply, 200)
      confirmed.titles.get(ticket)?.push(`${before.json.title} -> ${title}`)
      return
    }
    assert.fail('no conditional write came through')
  },
  async (w, _, __, mark) => {
    const own = await newTicket(w, `own ${mark}`)
    expect(await w.request(`tickets/${own}`, { method: 'PUT', body: { state: 'closed' } }), 200)
  },
]

const expect = (reply: Reply, status: number) => assert.equal(reply.status, status, reply.text)

async function newTicket(w: TestedService, title: string): Promise<number> {
  const body = { title, group: 'Users', customer_id: w.customer, article: { body: 'It began here.' } }
  const reply = await w.request('tickets', { method: 'POST', body })
  expect(reply, 201)
  return reply.json.id
}

async function assertHolds(w: TestedService, confirmed: ConfirmedWrites, ticket: number): Promise<void> {
  const { json } = await w.request(`tickets/${ticket}?expand=true`)
  const articles = (await w.request(`ticket_articles/by_ticket/${ticket}`)).json as { id: number }[]
  assert.equal(articles.length, confirmed.articles.get(ticket))
  assert.equal(json.article_count, articles.length)
  assert.deepEqual(new Set(json.tags as string[]), confirmed.tags.get(ticket))
  const { history } = (await w.request(`ticket_history/${ticket}`)).json as { history: Entry[] }
  assertInOrder(history)
  const retitled = history.filter(({ object, attribute }) => object === 'Ticket' && attribute === 'title')
  assert.deepEqual(
    retitled.map(({ value_from, value_to }) => `${value_from} -> ${value_to}`).toSorted(),
    (confirmed.titles.get(ticket) ?? []).toSorted(),
  )
  // The old value of each change is the new value of the one before: no change was overwritten unnoticed.
  for (const [index, { value_from }] of retitled.slice(1).entries()) {
    assert.equal(value_from, retitled[index]?.value_to)
  }
  const created = history.filter(({ object, type }) => object === 'Ticket::Article' && type === 'created')
  assert.equal(created.length, articles.length)
}

async function assertUniqueNumbers(w: TestedService): Promise<void> {
  const numbers: string[] = []
  for (let page: { id: number; number: string }[] = [], after = 0; ; after = page.at(-1)?.id ?? 0) {
    page = (await w.request(`tickets?per_page=1000&after=${after}`)).json
    if (page.length === 0) break
    numbers.push(...page.map(({ number }) => number))
  }
  assert.equal(new Set(numbers).size, numbers.length)
}

interface Entry {
  readonly id: number
  readonly object: string
  readonly type: string
  readonly attribute?: string
  readonly value_from?: string
  readonly value_to?: string
  readonly created_at: string
}

function assertInOrder(history: readonly Entry[]): void {
  for (const [index, entry] of history.slice(1).entries()) {
    const previous = history[index] as Entry
    assert.ok(
      entry.id > previous.id && entry.created_at >= previous.created_at,
      `history: ${JSON.stringify(previous)} ${JSON.stringify(entry)}`,
    )
  }
}
