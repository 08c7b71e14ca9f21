import { type Permission, permissions } from '@deskbell/contract'
import type { AdminText } from '../admin-texts.ts'

/** A part of the matrix of permissions. */
export interface PermissionGroup {
  readonly title: AdminText
  /** The permission that includes all others of the part. */
  readonly whole?: Permission
  readonly members: readonly Permission[]
}

const all = Object.keys(permissions) as Permission[]
const below = (whole: Permission) => all.filter((name) => name.startsWith(`${whole}.`))

/** The rows of the matrix, in their order. */
export const permissionGroups: readonly PermissionGroup[] = [
  { title: 'permissions_tickets', members: ['ticket.agent', 'ticket.customer', 'report'] },
  { title: 'permissions_admin', whole: 'admin', members: below('admin') },
  { title: 'permissions_own', whole: 'user_preferences', members: below('user_preferences') },
  {
    title: 'permissions_other',
    members: ['chat.agent', 'cti.agent', 'knowledge_base.editor', 'knowledge_base.reader'],
  },
]

/** Returns the permission that includes another one. */
export const parentOf = (name: Permission): Permission | undefined =>
  permissionGroups.find(({ whole, members }) => whole && members.includes(name))?.whole

/** Returns true if a set of permissions contains the given one, or the one that includes it. */
export function grants(names: ReadonlySet<string>, name: Permission): boolean {
  const whole = parentOf(name)
  return names.has(name) || (whole !== undefined && names.has(whole))
}
