import { sql } from 'kysely'
import { type Access, accessLevels, type Permission } from '@deskbell/contract'
import { type Actor, type FieldValues, holds, may, type Unit } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { written } from '../../kernel/statement.ts'

/** The permissions that a user has by active roles, as they are in this transaction. */
export async function permissionsOf(unit: Unit, user: number): Promise<Set<string>> {
  const run = written(unit, 'permissions of a user', (input) =>
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

/** Whether what somebody writes is written by an agent. */
export const isAgent = async (unit: Unit, user: number): Promise<boolean> =>
  holds(await permissionsOf(unit, user), 'ticket.agent')

/**
 * Whether somebody is a customer and nothing more: agents may change only those (reference, section 3.3). Whoever has
 * any right in the administration is more, else an agent could sign in as them.
 */
export async function isCustomerOnly(unit: Unit, user: number): Promise<boolean> {
  const granted = await permissionsOf(unit, user)
  return holds(granted, 'ticket.customer') && !holds(granted, 'ticket.agent') && !holds(granted, 'admin.*')
}

/** Whether a user has a password, so that somebody can sign in with the account. */
export const canSignIn = (user: FieldValues): boolean => user['password'] !== null

/**
 * The desk keeps an active user with the permission `admin`: nobody else can give that permission again.
 * @param without a user who is about to be removed.
 * @throws Fault `invalid` when no administrator would be left.
 */
export async function requireAdministrator({ db }: Unit, without = 0): Promise<void> {
  // Two who take the rights of each other at once: the second waits here, and then sees what the first has done.
  await db.dialect.lock('permissions', 1)?.execute(db.sql)
  const left = await db.sql
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
  if (!left) throw new Fault('invalid', 'At least one user needs to have admin permissions.')
}

/** What everybody may be given who signs up, so that it raises nobody. */
export const allowedAtSignUp = (permission: string): boolean =>
  permission === 'ticket.customer' ||
  permission === 'knowledge_base.reader' ||
  holds(new Set(['user_preferences']), permission)

/**
 * A caller without the permission `admin` neither gives nor takes over what they lack themselves, as a user or by the
 * limits of their token. Whoever has `admin` may change roles, and so has everything.
 * @throws Fault `forbidden` that names the first permission that the caller lacks.
 */
export function checkMayGrant(actor: Actor, granted: Iterable<string>): void {
  if (may(actor, 'admin')) return
  const lacking = [...granted].find((name) => !allowedAtSignUp(name) && !may(actor, name as Permission))
  if (lacking !== undefined) throw new Fault('forbidden', `Only who has the permission '${lacking}' may do this.`)
}

/** The same for access to groups. @throws Fault `forbidden`. */
export function checkMayGrantGroups(actor: Actor, groups: readonly { group_id: number; access: string }[]): void {
  if (may(actor, 'admin')) return
  const isHeld = ({ group_id, access }: { group_id: number; access: string }) =>
    (access === 'full' ? accessLevels : [access as Access]).every((level) => actor.groups[level].includes(group_id))
  if (!groups.every(isHeld)) throw new Fault('forbidden', 'Only who has this access to the group may give it.')
}
