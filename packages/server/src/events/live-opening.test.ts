import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import type { Desk } from '../kernel/context.ts'
import { actorOf } from '../resources/user/actor.ts'
import { type World, world } from '../testing/world.ts'
import { record, unitOfWork } from '../writing/unit-of-work.ts'
import { LiveStreams } from './live.ts'

const never = 3_600_000
const limits = { poll: { embedded: 1, server: 1 }, heartbeat: never, stuck: never, credentials: 0 }

describe('opening streams of events', () => {
  let w: World
  before(async () => {
    w = await world()
  })
  after(() => w.close())

  const open = async (live: LiveStreams, user: number) => {
    const actor = await actorOf(w.desk, await w.desk.cache.current(), user)
    assert.ok(actor)
    const credentials = { user, token: undefined, endsAt: Infinity }
    return live.open({ actor, credentials, refresh: async () => actor, after: undefined, filter: undefined })
  }

  test('a user cannot use up the streams of other users', async () => {
    const live = new LiveStreams(w.desk, { ...limits, maxStreams: 3, maxStreamsPerUser: 2 })
    const [nils, rita] = [w.ids['nils'] as number, w.ids['rita'] as number]
    await open(live, nils)
    const second = await open(live, nils)
    await assert.rejects(open(live, nils), { code: 'too_many_requests' })
    await open(live, rita)
    second.destroy()
    await once(second, 'close')
    await open(live, nils)
    live.close()
  })

  test('simultaneous requests cannot exceed the limit', async () => {
    const live = new LiveStreams(w.desk, { ...limits, maxStreams: 9, maxStreamsPerUser: 2 })
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => open(live, w.ids['nils'] as number)))
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 2)
    live.close()
  })

  test('a stream that opens while the only other stream closes receives events', { timeout: 10_000 }, async () => {
    let [isGated, openGate] = [false, () => {}]
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    const { database } = w.desk
    const arrays: typeof database.arrays = async (...args) => {
      if (isGated) await gate
      return database.arrays(...args)
    }
    const desk: Desk = { ...w.desk, database: Object.create(database, { arrays: { value: arrays } }) }
    const live = new LiveStreams(desk, { ...limits, maxStreams: 9, maxStreamsPerUser: 9 })
    const first = await open(live, w.ids['rita'] as number)
    isGated = true
    const opening = open(live, w.ids['rita'] as number)
    first.destroy()
    await once(first, 'close')
    openGate()
    const second = await opening
    await unitOfWork(w.desk, systemUser, (unit) =>
      record(unit, { type: 'created', name: 'ticket', id: w.ids['Label printer offline'] as number }),
    )
    for await (const chunk of second) if (String(chunk).includes('ticket.created')) break
    live.close()
  })
})
