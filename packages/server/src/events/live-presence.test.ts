import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Desk } from '../kernel/context.ts'
import { actorOf } from '../resources/user/actor.ts'
import { world } from '../testing/world.ts'
import { LiveStreams } from './live.ts'

const never = 3_600_000
const limits = { poll: { embedded: never, server: never }, heartbeat: never, stuck: never, credentials: never }

test('a change of presence that a poll could not send, because the database could not be read, is sent by the next poll', async (t) => {
  const w = await world()
  t.after(() => w.close())
  const { database } = w.desk
  let isFailing = false
  const sql = () => {
    if (isFailing) throw new Error('The database cannot be read.')
    return database.sql
  }
  const desk: Desk = { ...w.desk, database: Object.create(database, { sql: { get: sql } }) }
  const live = new LiveStreams(desk, { ...limits, maxStreams: 9, maxStreamsPerUser: 9 })
  t.after(() => live.close())
  const [rita, ines] = [w.ids['rita'] as number, w.ids['ines'] as number]
  const actor = await actorOf(w.desk, await w.desk.cache.current(), rita)
  assert.ok(actor)
  const credentials = { user: rita, token: undefined, endsAt: Infinity }
  const stream = await live.open({
    actor,
    credentials,
    refresh: async () => actor,
    after: undefined,
    filter: undefined,
  })
  await live.poll()
  stream.read()
  const activity = { activity: 'viewing', kind: null } as const
  const ticket = w.ids['Label printer offline'] as number
  desk.presence.arrive({ user: ines, name: 'tab' }, ticket, activity, w.desk.now().getTime())
  isFailing = true
  await live.poll()
  assert.equal(stream.read(), null)
  isFailing = false
  await live.poll()
  assert.match(String(stream.read()), new RegExp(`"name":"ticket.presence".*"presence":\\[{"user_id":${ines}`))
})
