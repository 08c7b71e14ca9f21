import assert from 'node:assert/strict'
import type { Context } from '../kernel/context.ts'
import { actorOf } from '../resources/user/actor.ts'
import type { Person, World } from './world.ts'

/** The context of a request of a person. */
export async function contextOf({ desk, ids }: World, person: Person): Promise<Context> {
  const cache = await desk.cache.current()
  const actor = (await actorOf(desk, cache, ids[person] as number)) ?? assert.fail(person)
  return { desk, db: desk.database, cache, actor }
}
