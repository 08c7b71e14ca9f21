import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

const empty = { history_attribute_id: null, sourceable_type: null, sourceable_id: null, sourceable_name: null }

test('the history of a user and of an organization has changes, authors and assets', async () => {
  const { id } = (
    await w.request('users', { method: 'POST', as: 'rita', body: { firstname: 'Ada', email: 'ada@x.example' } })
  ).json
  await w.request(`users/${id}`, {
    method: 'PUT',
    body: { organization: 'Harbor Bakery', city: 'Bremen', password: 'Secret 1 secret' },
  })
  const { history, assets } = (await w.request(`users/history/${id}`, { as: 'rita' })).json
  const entries = history.map((entry: object) => ({ ...entry, id: undefined, created_at: undefined }))
  const common = { ...empty, o_id: id, related_history_object_id: null, object: 'User' }
  const by = w.ids['admin']
  assert.deepEqual(
    entries.slice(1, -1).map((entry: Record<string, unknown>) => [entry['attribute'], entry['value_to']]),
    [['city', 'Bremen']],
  )
  assert.deepEqual(JSON.parse(JSON.stringify([entries[0], entries.at(-1)])), [
    { ...common, created_by_id: w.ids['rita'], type: 'created' },
    {
      ...common,
      created_by_id: by,
      type: 'updated',
      attribute: 'organization',
      value_from: '',
      value_to: 'Harbor Bakery',
      id_from: null,
      id_to: w.ids['Harbor Bakery'],
    },
  ])
  assert.ok(assets.User[id] && assets.User[w.ids['rita'] as number] && assets.User[by as number])
  assert.ok(!JSON.stringify(history).includes('argon2'))
  const bakery = w.ids['Harbor Bakery']
  await w.request(`organizations/${bakery}`, { method: 'PUT', body: { vip: true } })
  const organization = (await w.request(`organizations/history/${bakery}`, { as: 'omar' })).json
  assert.equal(organization.history.at(-1).attribute, 'vip')
  assert.ok(organization.assets.Organization[bakery as number])
})

test('the history can be read by agents, and by administrators of users or organizations', async () => {
  for (const path of ['users', 'organizations']) {
    for (const as of ['nils', 'zoe', 'plain', 'anonymous'] as const) {
      assert.equal((await w.request(`${path}/history/1`, { as })).status, 403)
    }
    for (const id of ['99999', 'abc']) assert.equal((await w.request(`${path}/history/${id}`)).status, 404)
  }
})
