import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { createApp } from '../app.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import { record, unitOfWork } from '../writing/unit-of-work.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { openEventStream, type EventStream } from '../testing/event-stream.ts'
import { type Person, tokenFor, type World, world } from '../testing/world.ts'
import { actorOf } from '../resources/user/actor.ts'
import { LiveStreams } from './live.ts'

const addEvent = (w: World, id: number, desk = w.desk) =>
  unitOfWork(desk, systemUser, (unit) => record(unit, { type: 'created', name: 'ticket', id }))

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`the live stream on ${dialect}`, () => {
    let w: World
    let url: string
    let streams: EventStream[]
    const openStream = async (as: string, query = '', headers: Record<string, string> = {}): Promise<EventStream> => {
      const token = w.tokens[as as Person] ?? as
      const stream = await openEventStream(`${url}/api/v1/events/stream${query}`, {
        authorization: `Token ${token}`,
        ...headers,
      })
      streams.push(stream)
      return stream
    }
    before(async () => {
      w = await world(open)
      url = await w.listen()
    })
    after(() => w.close())
    beforeEach(() => {
      streams = []
    })
    afterEach(async () => {
      for (const stream of streams) await stream.close()
    })

    test('sends each listener the events that they may see, in the order of commits', async () => {
      const [paul, rita, articlesOnly] = [
        await openStream('paul'),
        await openStream('rita'),
        await openStream('rita', '?names=article.*'),
      ]
      assert.equal(paul.headers.get('content-type'), 'text/event-stream; charset=utf-8')
      const [quiet, printer] = [w.ids['Quiet ticket'] as number, w.ids['Label printer offline'] as number]
      await addEvent(w, printer)
      await addEvent(w, quiet)
      await addEvent(w, printer)
      assert.equal((await paul.next())?.data['o_id'], quiet)
      const first = await rita.next()
      assert.deepEqual([first?.data['o_id'], first?.data['name']], [printer, 'ticket.created'])
      assert.equal(first?.id, String(first?.data['id']))
      assert.equal((await rita.next())?.data['o_id'], printer)
      await unitOfWork(w.desk, systemUser, (unit) =>
        record(unit, { type: 'created', name: 'article', id: w.ids['It blinks red.'] as number, ticket: printer }),
      )
      assert.equal((await articlesOnly.next())?.data['name'], 'article.created')
    })

    test('continues after Last-Event-ID with the same events as the pages', async () => {
      const from = (await w.request('events?after=now')).headers['x-cursor'] as string
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (let times = 0; times < 450; times++) {
          const id = w.ids[times % 2 ? 'Quiet ticket' : 'Paper jam again'] as number
          await record(unit, { type: 'created', name: 'ticket', id })
        }
      })
      const page = (await w.request(`events?limit=1000&after=${from}`, { as: 'paul' })).json
      assert.equal(page.length, 225)
      const stream = await openStream('paul', '', { 'last-event-id': from })
      for (const event of page) assert.deepEqual((await stream.next())?.data, event)
      await addEvent(w, w.ids['Quiet ticket'] as number)
      assert.ok(Number((await stream.next())?.id) > page.at(-1).id)
    })

    test('a cursor outside the feed is rejected', async () => {
      for (const [query, headers, status] of [
        ['?after=99999999', {}, 410],
        ['', { 'last-event-id': '99999999' }, 410],
        ['', { 'last-event-id': 'x' }, 422],
        ['?after=-1', {}, 422],
        ['?names=nonsense', {}, 422],
      ] as const) {
        assert.equal((await openStream('paul', query, headers)).status, status, query)
      }
    })

    test('ends when its token is revoked or expires, and when its user is no longer active', async () => {
      const expires = new Date(w.desk.now().getTime() + 60_000).toISOString()
      const [limited, revoked] = [await tokenFor(w, 'paul', { expires }), await tokenFor(w, 'paul', {})]
      const [first, second, third, stays] = [
        await openStream(limited),
        await openStream(revoked),
        await openStream('zoe'),
        await openStream('paul'),
      ]
      w.pass(61_000)
      assert.match(await first.rest(), /the credentials have ended/)
      const newest = await w.desk.database.sql
        .selectFrom('tokens')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      await w.desk.database.transaction((db) => db.sql.deleteFrom('tokens').where('id', '=', newest.id).execute())
      assert.match(await second.rest(), /the credentials have ended/)
      const zoe = w.ids['zoe'] as number
      const active = (value: boolean) =>
        w.desk.database.transaction((db) =>
          db.sql.updateTable('users').set({ active: value }).where('id', '=', zoe).execute(),
        )
      await active(false)
      assert.match(await third.rest(), /have ended/)
      await active(true)
      await addEvent(w, w.ids['Quiet ticket'] as number)
      assert.equal((await stays.next())?.data['o_id'], w.ids['Quiet ticket'])
    })

    test('events of a group are not sent after the access to it was removed', async () => {
      const omar = w.ids['omar'] as number
      const stream = await openStream('omar')
      await unitOfWork(w.desk, systemUser, async (unit) => {
        await unit.db.sql.deleteFrom('groups_users').where('user_id', '=', omar).execute()
        await record(unit, { type: 'updated', name: 'user', id: omar })
        await record(unit, { type: 'created', name: 'ticket', id: w.ids['No network in the bakery'] as number })
        await record(unit, { type: 'created', name: 'user', id: omar })
      })
      assert.equal((await stream.next())?.data['name'], 'user.updated')
      assert.equal((await stream.next())?.data['name'], 'user.created')
    })
  })
}

test('a commit is read once for any number of listeners', async () => {
  const w = await world()
  const counting = recordStatements(w.desk.database)
  const app = await createApp({ ...w.desk, database: counting.database })
  // The background work of a service would add statements, so it is not started.
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const ticket = w.ids['Label printer offline'] as number
  const cost = async (people: readonly Person[]): Promise<number> => {
    const streams = await Promise.all(
      people.map((as) => openEventStream(`${url}/api/v1/events/stream`, { authorization: `Token ${w.tokens[as]}` })),
    )
    await addEvent(w, ticket)
    await Promise.all(streams.map((stream) => stream.next()))
    counting.statements.length = 0
    await addEvent(w, ticket, w.desk)
    await Promise.all(streams.map((stream) => stream.next()))
    const { length } = counting.statements
    await Promise.all(streams.map((stream) => stream.close()))
    return length
  }
  const few = await cost(['rita'])
  assert.equal(
    await cost(Array.from({ length: 60 }, (_, at) => (['rita', 'ines', 'nils', 'maya'] as const)[at % 4] as Person)),
    few,
  )
  assert.ok(few <= 6, String(few))
  await app.http.close()
  await w.close()
})

test('commits of another process are sent, too', async () => {
  const w = await world()
  const url = await w.listen()
  const stream = await openEventStream(`${url}/api/v1/events/stream`, { authorization: `Token ${w.tokens.paul}` })
  const other = openSqlite(w.desk.database.place)
  await addEvent(w, w.ids['Quiet ticket'] as number, { ...w.desk, database: other })
  assert.equal((await stream.next())?.data['o_id'], w.ids['Quiet ticket'])
  await other.close()
  await stream.close()
  await w.close()
})

test('streams end cleanly when the service stops, without delaying it', async () => {
  const w = await world()
  const url = await w.listen()
  const stream = await openEventStream(`${url}/api/v1/events/stream`, { authorization: `Token ${w.tokens.paul}` })
  const since = performance.now()
  const closed = w.close()
  assert.match(await stream.rest(), /the service stops/)
  await closed
  assert.ok(performance.now() - since < 12_000)
})

describe('a client that reads nothing', () => {
  const never = 3_600_000
  const limits = {
    poll: { embedded: never, server: never },
    heartbeat: never,
    credentials: 0,
    maxStreams: 1,
    maxStreamsPerUser: 9,
  }
  const credentials = { user: 3, token: undefined, endsAt: Infinity }
  const many = 3000
  let w: World
  let live: LiveStreams
  const open = async () => {
    const actor = await actorOf(w.desk, await w.desk.cache.current(), w.ids['paul'] as number)
    assert.ok(actor)
    return live.open({ actor, credentials, refresh: async () => actor, after: undefined, filter: undefined })
  }
  /** Writes many events, which are sent in many batches. */
  const write = async () => {
    for (let at = 0; at < many; at += 500) {
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (let times = 0; times < 500; times++) {
          await record(unit, { type: 'created', name: 'ticket', id: w.ids['Quiet ticket'] as number })
        }
      })
      await live.poll()
    }
  }
  beforeEach(async () => {
    w = await world()
  })
  afterEach(async () => {
    live.close()
    await w.close()
  })

  test('lags without filling the memory, and gets every event exactly once when it reads again', async () => {
    live = new LiveStreams(w.desk, { ...limits, stuck: never })
    const stream = await open()
    // Starts the stream.
    stream.read()
    await live.poll()
    await write()
    assert.ok(stream.readableLength < 70_000, String(stream.readableLength))
    let text = ''
    const count = () => text.match(/^data: /gm)?.length ?? 0
    for await (const chunk of stream) {
      text += chunk as string
      if (count() >= many) break
    }
    const ids = [...text.matchAll(/^id: (\d+)\ndata/gm)].map(([, id]) => Number(id))
    assert.deepEqual([ids.length, new Set(ids).size], [many, many])
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
  })

  test('is disconnected after the time limit', async () => {
    // Any time without reading exceeds this limit.
    live = new LiveStreams(w.desk, { ...limits, stuck: -1 })
    const stream = await open()
    stream.read()
    await live.poll()
    await write()
    await stream.sendHeartbeat()
    assert.ok(stream.destroyed)
  })

  test('does not delay stopping the service', async () => {
    live = new LiveStreams(w.desk, { ...limits, stuck: never })
    const stream = await open()
    stream.read()
    await live.poll()
    await write()
    live.close()
    assert.ok(stream.destroyed)
  })

  test('counts towards the maximum number of streams', async () => {
    live = new LiveStreams(w.desk, { ...limits, stuck: never })
    const stream = await open()
    await assert.rejects(open, { code: 'too_many_requests' })
    stream.destroy()
    await once(stream, 'close')
    await open()
    live.close()
    await assert.rejects(open, { code: 'busy' })
  })
})
