import assert from 'node:assert/strict'
import type { World } from './world.ts'

/** Creates a ticket of the group Printers over HTTP. `more` replaces or adds values. */
export async function newTicket(world: World, more: object = {}, as: 'rita' | 'ines' = 'rita') {
  const body = {
    title: 'Paper jam',
    group_id: world.ids['Printers'],
    customer_id: world.ids['nils'],
    article: { body: 'It is stuck.' },
    ...more,
  }
  const { status, json } = await world.request('tickets', { method: 'POST', body, as })
  assert.equal(status, 201, JSON.stringify(json))
  return json
}
