import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Running } from './cli.ts'
import { openEventStream, type EventStream } from './event-stream.ts'
import { ask, type Processes, type ProcessReply } from './processes.ts'

/** Clients that write through all processes, and one that follows the events. */
export interface Clients {
  /** Waits for a number of further answered writes. @throws the error of a client, if one fails. */
  answers(count: number): Promise<void>
  /** Ends the clients, and compares the answers that they received with what the service has stored. */
  end(): Promise<void>
}

/** Starts the clients on a few tickets. */
export async function startClients(desk: Processes, count: number): Promise<Clients> {
  const tickets = await Promise.all(Array.from({ length: 4 }, (_, index) => newTicket(desk, index)))
  const { headers } = await ask(desk.running[0] as Running, desk.token, 'events?after=now')
  const start = Number(headers.get('x-cursor'))
  const state: State = { desk, tickets, answered: new Map(), isOver: false, followed: [], hasAllEvents: false }
  const following = follow(state, start)
  const writing = Promise.all(Array.from({ length: count }, (_, client) => write(state, client)))
  return {
    async answers(further) {
      const target = state.answered.size + further
      const enough = async () => {
        while (state.answered.size < target && !state.isOver) await wait(5)
      }
      await Promise.race([enough(), writing])
    },
    async end() {
      state.isOver = true
      await writing
      await assertStored(state)
      const stored = await storedEvents(desk, start)
      while (state.followed.length < stored.length) await wait(10)
      state.hasAllEvents = true
      state.stream?.close().catch(() => {})
      await following
      assert.deepEqual(state.followed, stored)
    },
  }
}

interface State {
  readonly desk: Processes
  readonly tickets: readonly number[]
  /** The ids of the written articles by their text. */
  readonly answered: Map<string, number>
  /** The ids of the events that the listener has received. */
  readonly followed: number[]
  stream?: EventStream | undefined
  /** True when the clients stop writing. */
  isOver: boolean
  /** True when the listener has received every event and stops. */
  hasAllEvents: boolean
}

async function newTicket({ running, token }: Processes, index: number): Promise<number> {
  const body = { title: `ticket ${index}`, group: 'Users', customer_id: 2, article: { body: 'It began here.' } }
  const { status, json } = await ask(running[0] as Running, token, 'tickets', { method: 'POST', body })
  assert.equal(status, 201, JSON.stringify(json))
  return json.id as number
}

/** Writes articles. Unanswered writes are sent again with the same key, to another process. */
async function write(state: State, client: number): Promise<void> {
  for (let round = 0; !state.isOver; round++) {
    const text = `article ${client}.${round}`
    const ticket_id = state.tickets[(client + round) % state.tickets.length]
    const request = {
      method: 'POST',
      body: { ticket_id, body: text, type: 'note' },
      headers: { 'idempotency-key': text },
    }
    for (let turn = client + round; ; turn++) {
      const reply = await attempt(state.desk, turn, request)
      if (reply?.status === 201) {
        state.answered.set(text, reply.json.id as number)
        break
      }
      assert.ok(reply === undefined || reply.status === 503, `${reply?.status} ${JSON.stringify(reply?.json)}`)
      await wait(20)
    }
  }
}

/** Sends a request to one of the processes; undefined if it does not answer. */
async function attempt(
  { running, token }: Processes,
  turn: number,
  request: object,
): Promise<ProcessReply | undefined> {
  try {
    return await ask(running[turn % running.length] as Running, token, 'ticket_articles', request)
  } catch (failure) {
    if (failure instanceof TypeError) return undefined
    throw failure
  }
}

/** Follows the events from a cursor, on another stream whenever one has ended, until all have arrived. */
async function follow(state: State, start: number): Promise<void> {
  const { desk, followed } = state
  for (let turn = 0; !state.hasAllEvents; turn++) {
    const { url } = desk.running[turn % desk.running.length] as Running
    const after = followed.at(-1) ?? start
    const authorization = `Token token=${desk.token}`
    state.stream = await openEventStream(`${url}/api/v1/events/stream?after=${after}`, { authorization }).catch(
      () => undefined,
    )
    if (state.stream?.status !== 200) await wait(20)
    else for (let id = await nextId(state); id; id = await nextId(state)) followed.push(id)
  }
}

/** Returns the id of the next event of the stream; undefined when the stream or the listener has ended. */
const nextId = async ({ stream, hasAllEvents }: State): Promise<number | undefined> => {
  if (hasAllEvents) return undefined
  const event = await stream?.next().catch(() => undefined)
  return event && Number(event.id)
}

async function assertStored({ desk, tickets, answered }: State): Promise<void> {
  const stored = new Map<string, number>()
  for (const ticket of tickets) {
    const { json } = await ask(desk.running[0] as Running, desk.token, `ticket_articles/by_ticket/${ticket}`)
    for (const { id, body } of json as { id: number; body: string }[]) {
      if (body === 'It began here.') continue
      assert.ok(!stored.has(body), `${body} exists twice`)
      stored.set(body, id)
    }
    const { json: storedTicket } = await ask(desk.running[0] as Running, desk.token, `tickets/${ticket}`)
    assert.equal(storedTicket.article_count, (json as unknown[]).length)
  }
  assert.deepEqual(stored, answered)
}

async function storedEvents({ running, token }: Processes, start: number): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const path = `events?limit=1000&after=${ids.at(-1) ?? start}`
    const page = (await ask(running[0] as Running, token, path)).json as { id: number }[]
    if (page.length === 0) return ids
    ids.push(...page.map(({ id }) => id))
  }
}
