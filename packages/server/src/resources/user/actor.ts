import { type Access, accessLevels } from '@deskbell/contract'
import type { Actor, Desk } from '../../kernel/context.ts'
import type { Remembered } from '../../kernel/memory.ts'

/**
 * Who a user is to the service: permissions by active roles, groups by access, organizations. It is remembered until
 * the next commit.
 * @param limit the permissions a token is limited to.
 * @param even `even inactive` for a user that an administrator acts for.
 * @returns undefined when there is no such user or it is not active.
 */
export function actorOf(
  desk: Desk,
  known: Remembered,
  user: number,
  limit?: readonly string[],
  even?: 'even inactive',
): Promise<Actor | undefined> {
  const key = `${user}:${limit?.join() ?? '*'}`
  const make = () => load(desk, user, key, limit, even)
  return known.remember(`actor:${key}:${even ?? ''}`, make, 4096)
}

async function load(
  desk: Desk,
  id: number,
  key: string,
  limit?: readonly string[],
  even?: 'even inactive',
): Promise<Actor | undefined> {
  const { sql } = desk.database
  const user = await sql
    .selectFrom('users')
    .select(['login', 'organization_id', 'active'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user || (!user.active && !even)) return undefined
  const roles = await sql
    .selectFrom('roles_users')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .select('roles.id')
    .where('roles_users.user_id', '=', id)
    .where('roles.active', '=', true)
    .execute()
  const roleIds = roles.map((role) => role.id)
  const organizations = await organizationsOf(desk, id, user.organization_id)
  const groups = await groupsOf(desk, id, roleIds)
  const all = await sql
    .selectFrom('groups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    id,
    key,
    login: user.login,
    permissions: await permissionsOf(desk, roleIds),
    limit: limit && new Set(limit),
    groups,
    readsAllGroups: groups.read.length === all.count,
    organizations: organizations.map((o) => o.id),
    sharedOrganizations: organizations.filter((o) => o.shared).map((o) => o.id),
    memo: new Map(),
  }
}

async function permissionsOf({ database }: Desk, roles: number[]): Promise<Set<string>> {
  if (roles.length === 0) return new Set()
  const rows = await database.sql
    .selectFrom('permissions_roles')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select('permissions.name')
    .where('permissions_roles.role_id', 'in', roles)
    .where('permissions.active', '=', true)
    .execute()
  return new Set(rows.map((row) => row.name))
}

/** The union of what the user and its roles were given (reference, section 6.4). */
async function groupsOf({ database }: Desk, user: number, roles: number[]): Promise<Record<Access, number[]>> {
  const own = await database.sql
    .selectFrom('groups_users')
    .select(['group_id', 'access'])
    .where('user_id', '=', user)
    .execute()
  const byRole =
    roles.length === 0
      ? []
      : await database.sql
          .selectFrom('groups_roles')
          .select(['group_id', 'access'])
          .where('role_id', 'in', roles)
          .execute()
  const levels = (level: Access) =>
    [...own, ...byRole].filter((row) => row.access === level || row.access === 'full').map((row) => row.group_id)
  return Object.fromEntries(
    accessLevels.map((level) => [level, [...new Set(levels(level))].toSorted((a, b) => a - b)]),
  ) as Record<Access, number[]>
}

async function organizationsOf({ database }: Desk, user: number, primary: number | null) {
  const secondary = await database.sql
    .selectFrom('organizations_users')
    .select('organization_id')
    .where('user_id', '=', user)
    .execute()
  const ids = [...(primary === null ? [] : [primary]), ...secondary.map((row) => row.organization_id)]
  if (ids.length === 0) return []
  return database.sql
    .selectFrom('organizations')
    .select(['id', 'shared'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}
