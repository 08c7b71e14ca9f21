import type { Person, World } from '../../server/src/testing/world.ts'

/** Gives a person of the world a role with these permissions and no other role. */
export async function limitedAdmin(world: World, person: Person, permissions: readonly string[]): Promise<void> {
  const name = `Limited ${permissions.join(' ')}`
  const { json } = await world.request('roles', { method: 'POST', body: { name, permissions } })
  await world.request(`users/${world.ids[person]}`, { method: 'PUT', body: { role_ids: [json.id] } })
}
