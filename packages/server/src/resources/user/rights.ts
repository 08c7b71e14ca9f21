import { sql } from 'kysely'
import { type Access, accessLevels, type Permission } from '@deskbell/contract'
import { type Actor, type FieldValues, holds, may, type Unit } from '../../kernel/context.ts'
import type { Connection } from '../../db/dialect.ts'
import { Fault } from '../../errors/fault.ts'
import { writeStatement } from '../../kernel/statement.ts'

/** Returns the permissions of a user by active roles, read in this transaction. */
export async function permissionsOf(unit: Unit, user: number): Promise<Set<string>> {
  const run = writeStatement(unit, 'permissions of a user', (input) =>
    unit.db.sql
      .selectFrom('roles_users')
      .innerJoin('roles', 'roles.id', 'roles_users.role_id')
      .innerJoin('permissions_roles', 'permissions_roles.role_id', 'roles.id')
      .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
      .select('permissions.name')
      .where('roles_users.user_id', '=', input<number>(0))
      .where('roles.active', '=', true)
      .where('permissions.active', '=', true),
  )
  return new Set((await run(user)).map(([name]) => name as string))
}

/** Returns true if a user has the permission `ticket.agent`. */
export const hasAgentPermission = async (unit: Unit, user: number): Promise<boolean> =>
  holds(await permissionsOf(unit, user), 'ticket.agent')

/**
 * Returns true if a user is a customer, but neither agent nor administrator. Agents may change only these users, because
 * they could otherwise take over an administrator's account.
 */
export async function isCustomerOnly(unit: Unit, user: number): Promise<boolean> {
  const granted = await permissionsOf(unit, user)
  return holds(granted, 'ticket.customer') && !holds(granted, 'ticket.agent') && !holds(granted, 'admin.*')
}

/** Returns true if a user has a password. Such a user can sign in while active. */
export const hasPassword = (user: FieldValues): boolean => user['password'] !== null

/** Requires that an active user with the permission `admin` remains, because no other user can grant it. @throws Fault `invalid`. */
export const requireRemainingAdministrator = (unit: Unit): Promise<void> => requireOtherAdministrator(unit, 0)

/** Requires an administrator other than the user `without`, who is about to be deleted. @throws Fault `invalid`. */
export async function requireOtherAdministrator({ db }: Unit, without: number): Promise<void> {
  // Serializes concurrent changes, so that two administrators cannot remove each other's rights.
  await db.dialect.lock('permissions', 1)?.execute(db.sql)
  if (await hasOtherAdministrator(db, without)) return
  throw new Fault('invalid', 'At least one user needs to have admin permissions.')
}

/** Returns true if there is an active user with the permission `admin` other than the user `without`; 0 is no user. */
export async function hasOtherAdministrator({ sql: db }: Pick<Connection, 'sql'>, without: number): Promise<boolean> {
  const administrator = await db
    .selectFrom('users')
    .innerJoin('roles_users', 'roles_users.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .innerJoin('permissions_roles', 'permissions_roles.role_id', 'roles.id')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select(sql`1`.as('one'))
    .where('users.active', '=', true)
    .where('users.id', '<>', without)
    .where('roles.active', '=', true)
    .where('permissions.active', '=', true)
    .where('permissions.name', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return administrator !== undefined
}

/** Returns true for the permissions of customers, which are the only ones that a role for sign-ups may grant. */
export const allowedAtSignUp = (permission: string): boolean =>
  permission === 'ticket.customer' ||
  permission === 'knowledge_base.reader' ||
  holds(new Set(['user_preferences']), permission)

/**
 * Requires that the caller has all of the permissions, except those of customers, within the limits of the token: callers
 * without `admin` cannot grant more than they have, nor change users who have more.
 * @throws Fault `forbidden` that names the first missing permission.
 */
export function checkMayGrant(actor: Actor, granted: Iterable<string>): void {
  if (may(actor, 'admin')) return
  const missing = [...granted].find((name) => !allowedAtSignUp(name) && !may(actor, name as Permission))
  if (missing !== undefined) throw new Fault('forbidden', `The permission '${missing}' is required.`)
}

/** Requires that the caller has the same access to the groups, or the permission `admin`. @throws Fault `forbidden`. */
export function checkMayGrantGroups(actor: Actor, groups: readonly { group_id: number; access: string }[]): void {
  if (may(actor, 'admin')) return
  const has = ({ group_id, access }: { group_id: number; access: string }) =>
    (access === 'full' ? accessLevels : [access as Access]).every((level) => actor.groups[level].includes(group_id))
  if (!groups.every(has)) throw new Fault('forbidden', 'Granting access to a group requires the same access.')
}
