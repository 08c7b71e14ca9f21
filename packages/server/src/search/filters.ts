import { type Access, permissions, type Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { all, and, type Bound, none, or } from './bound.ts'

/** Restrictions of a search in addition to the query; the last three apply to users only. */
export interface Filters {
  /** Only these records. */
  readonly ids?: readonly number[] | undefined
  /** Only users with one of these roles. */
  readonly roles?: readonly number[] | undefined
  /** Only users with one of these permissions, through an active role. */
  readonly permissions?: readonly string[] | undefined
  /** Only users with one of the access levels, or with `full`, in one of the groups, directly or through an active role. */
  readonly groups?: ReadonlyMap<number, readonly Access[]> | undefined
}

/** The filters as a condition. Filters for users have no effect on other resources. */
export async function boundFilters(ctx: Context, resource: Resource, filters: Filters): Promise<Bound> {
  const { ids, roles, permissions: granted, groups } = filters
  const own = ids ? among(ids) : all
  if (resource.name !== 'user') return own
  return and([
    own,
    roles ? withRoles(roles) : all,
    granted ? withRoles(await rolesWith(ctx, granted)) : all,
    groups ? await withAccess(ctx, groups) : all,
  ])
}

const among = (ids: readonly number[]): Bound =>
  ids.length === 0 ? none : { kind: 'column', column: 'id', test: { is: 'among', ids } }

const withRoles = (ids: readonly number[]): Bound =>
  ids.length === 0 ? none : { kind: 'related', to: 'role', many: 'roles', of: among(ids) }

/** Returns the active roles that grant one of the permissions; a role with `admin` also grants `admin.user`. */
export async function rolesWith({ db }: Context, names: readonly string[]): Promise<number[]> {
  const validNames = names.filter((name) => Object.hasOwn(permissions, name))
  if (validNames.length === 0) return []
  const granting = validNames.flatMap((name) =>
    name.split('.').map((_, index, parts) => parts.slice(0, parts.length - index).join('.')),
  )
  const rows = await db.sql
    .selectFrom('permissions_roles')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .innerJoin('roles', 'roles.id', 'permissions_roles.role_id')
    .select('permissions_roles.role_id')
    .distinct()
    .where('permissions.name', 'in', granting)
    .where('permissions.active', '=', true)
    .where('roles.active', '=', true)
    .execute()
  return rows.map(({ role_id }) => role_id)
}

/** A group has few members, so the condition lists their ids. */
async function withAccess({ db }: Context, groups: ReadonlyMap<number, readonly Access[]>): Promise<Bound> {
  const isInGroups = db.dialect.among(sql.ref('group_id'), sql.val(`[${[...groups.keys()].join()}]`))
  const hasAccess = ({ group_id, access }: { group_id: number; access: string }) =>
    access === 'full' || (groups.get(group_id) as readonly string[]).includes(access)
  const users = await db.sql
    .selectFrom('groups_users')
    .select(['user_id', 'group_id', 'access'])
    .where(isInGroups)
    .execute()
  const roles = await db.sql
    .selectFrom('groups_roles')
    .innerJoin('roles', 'roles.id', 'groups_roles.role_id')
    .select(['role_id', 'group_id', 'access'])
    .where(isInGroups)
    .where('roles.active', '=', true)
    .execute()
  return or([
    among([...new Set(users.filter(hasAccess).map(({ user_id }) => user_id))]),
    withRoles([...new Set(roles.filter(hasAccess).map(({ role_id }) => role_id))]),
  ])
}
