import assert from 'node:assert/strict'
import { type ResourceName, resources } from '@deskbell/contract'
import type { WriteContext } from '../kernel/context.ts'
import { unitOfWork, writeContext } from '../writing/unit-of-work.ts'
import { actorOf } from '../resources/user/actor.ts'
import { change, create } from '../writing/write.ts'
import type { Person, World } from './world.ts'

/** The screens of a field that everybody sees and edits, customers included. */
export const forAll = { create_middle: { '-all-': { shown: true } }, edit: { '-all-': { shown: true } } }

/** Creates custom fields (`attributes` in the API) over HTTP, and activates them. @returns their ids. */
export async function addAttributes(w: World, attributes: readonly object[]): Promise<number[]> {
  const ids: number[] = []
  for (const attribute of attributes) {
    const body = { object: 'Ticket', display: 'A field', data_option: {}, screens: forAll, ...attribute }
    const reply = await w.request('object_manager_attributes', { method: 'POST', body })
    assert.equal(reply.status, 201, reply.text)
    ids.push(reply.json.id)
  }
  await migrateAttributes(w)
  return ids
}

/** Applies pending changes of custom fields. */
export async function migrateAttributes(w: World): Promise<void> {
  const reply = await w.request('object_manager_attributes_execute_migrations', { method: 'POST' })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.json, {})
}

/** Creates or, with an id, updates a record as a person, without a request: permissions of routes are not checked. */
export async function writeAs(w: World, person: Person, name: ResourceName, body: object, id?: number) {
  const cache = await w.desk.cache.current()
  const actor = await actorOf(w.desk, cache, w.ids[person] as number)
  assert.ok(actor)
  const ctx = { desk: w.desk, db: w.desk.database, cache, actor }
  return unitOfWork(w.desk, actor.id, (unit) => {
    const writing: WriteContext = writeContext(ctx, unit)
    const values = body as Record<string, unknown>
    return id === undefined ? create(writing, resources[name], values) : change(writing, resources[name], id, values)
  })
}
