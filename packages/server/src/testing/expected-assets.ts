import { type Resource, resources, visibleFields } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import type { Row } from './model.ts'
import type { World } from './world.ts'

/** Ids of records by model. */
export type AssetIds = Record<string, number[]>

/** The visibility of users for a caller who does not see everything. */
export interface UserVisibility {
  /** Returns true if the organizations, groups and roles of this user are shown. */
  readonly follows: (user: Row) => boolean
  /** Returns true if this user is visible as a member of an organization, group or role. */
  readonly reaches: (user: Row) => boolean
}

const everything: UserVisibility = { follows: () => true, reaches: () => true }
const assetResources: readonly Resource[] = [
  resources.ticket,
  resources.user,
  resources.organization,
  resources.group,
  resources.role,
]

/**
 * The assets of a response, computed from the tables alone: the records themselves; all tickets, users, organizations,
 * groups and roles that they refer to; and the organizations, groups and roles of those users.
 */
export async function expectedAssets(
  w: World,
  primary: Resource,
  ids: readonly number[],
  visible = everything,
): Promise<AssetIds> {
  const tables = new Map<string, Row[]>()
  const rows = async (path: string): Promise<Row[]> => {
    const cached = tables.get(path)
    if (cached) return cached
    const read = (await dynamic(w.desk.database).selectFrom(path).selectAll().execute()) as Row[]
    tables.set(path, read)
    return read
  }
  const assets = new Map<string, Set<number>>()
  const add = (resource: string, id: unknown) => {
    if (typeof id !== 'number' || !assetResources.some(({ name }) => name === resource)) return
    assets.set(resource, (assets.get(resource) ?? new Set()).add(id))
  }
  const users = await rows('users')
  const agents = await agentsIn(rows)
  const addRelated = async (resource: Resource, row: Row, name: string) => {
    const relation = resource.many[name]
    if (!relation || (resource.name === 'user' && name === 'groups' && !agents.has(row.id))) return
    const targetPath = resources[relation.to as keyof typeof resources].path
    const relatedIds =
      'of' in relation
        ? (await rows(targetPath)).filter((other) => other[relation.of] === row.id).map(({ id }) => id)
        : (await rows(relation.through))
            .filter((pair) => pair[relation.near] === row.id)
            .map((pair) => pair[relation.far])
    for (const relatedId of relatedIds) {
      const user = relation.to === 'user' ? users.find(({ id }) => id === relatedId) : undefined
      if (!user || visible.reaches(user)) add(relation.to, relatedId)
    }
  }
  for (const row of (await rows(primary.path)).filter(({ id }) => ids.includes(id))) {
    if (primary.name === 'user' && !visible.follows(row)) continue
    for (const [column, { to }] of visibleFields(primary)) if (to !== undefined) add(to, row[column])
    for (const name of Object.keys(primary.many)) await addRelated(primary, row, name)
  }
  for (const user of users.filter(({ id }) => assets.get('user')?.has(id))) {
    if (!visible.follows(user)) continue
    add('organization', user['organization_id'])
    for (const name of ['organizations', 'groups', 'roles']) await addRelated(resources.user, user, name)
  }
  if (ids.length > 0) assets.set(primary.name, new Set([...(assets.get(primary.name) ?? []), ...ids]))
  return Object.fromEntries(
    [...assets].map(([name, set]) => [
      resources[name as keyof typeof resources].model.replaceAll('::', ''),
      [...set].toSorted((a, b) => a - b),
    ]),
  )
}

/** The ids in a response's assets, by model. */
export const idsInAssets = (assets: Record<string, Record<string, unknown>>): AssetIds =>
  Object.fromEntries(
    Object.entries(assets).map(([model, records]) => [
      model,
      Object.keys(records)
        .map(Number)
        .toSorted((a, b) => a - b),
    ]),
  )

/** The active users with a role that has the permission `ticket.agent`: only their access to groups is shown. */
async function agentsIn(rows: (path: string) => Promise<Row[]>): Promise<ReadonlySet<number>> {
  const permissionId = (await rows('permissions')).find(({ name }) => name === 'ticket.agent')?.id
  const grants = (await rows('permissions_roles')).filter(({ permission_id }) => permission_id === permissionId)
  const roles = new Set(grants.map(({ role_id }) => role_id))
  const holders = (await rows('roles_users')).filter(({ role_id }) => roles.has(role_id)).map(({ user_id }) => user_id)
  return new Set((await rows('users')).filter(({ id, active }) => active && holders.includes(id)).map(({ id }) => id))
}
