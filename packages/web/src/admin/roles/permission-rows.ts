import { type Permission, permissions } from '@deskbell/contract'
import type { AdminText } from '../admin-texts.ts'

/** A part of the matrix of permissions. */
export interface PermissionGroup {
  readonly title: AdminText
  /** The permission that includes all others of the part. */
  readonly parent?: Permission
  readonly members: readonly Permission[]
}

const permissionNames = Object.keys(permissions) as Permission[]
const below = (parent: Permission) => permissionNames.filter((name) => name.startsWith(`${parent}.`))

/** The rows of the matrix, in their order. */
export const permissionGroups: readonly PermissionGroup[] = [
  { title: 'permissions_tickets', members: ['ticket.agent', 'ticket.customer', 'report'] },
  { title: 'permissions_admin', parent: 'admin', members: below('admin') },
  { title: 'permissions_own', parent: 'user_preferences', members: below('user_preferences') },
  {
    title: 'permissions_other',
    members: ['chat.agent', 'cti.agent', 'knowledge_base.editor', 'knowledge_base.reader'],
  },
]

/** Returns the permission that includes another one. */
export const parentOf = (name: Permission): Permission | undefined =>
  permissionGroups.find(({ parent, members }) => parent && members.includes(name))?.parent

/** Returns true if a set of permissions contains a permission, or the permission that includes it. */
export function grants(names: ReadonlySet<string>, name: Permission): boolean {
  const parent = parentOf(name)
  return names.has(name) || (parent !== undefined && names.has(parent))
}
