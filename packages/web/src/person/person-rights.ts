import type { RoleRecord, UserRecord } from '@deskbell/client'
import { client } from '../state/client.ts'
import { isCustomerOnly } from '../state/permissions.ts'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { rolesSource } from './roles.ts'

/** The user's rights to change a person, by which the page shows controls. The service checks each change itself. */
export interface PersonRights {
  /** Undefined until the roles are loaded. */
  readonly mayChange: boolean | undefined
  /** True if the user may also change the e-mail address, which is used for signing in. */
  readonly isAdministrator: boolean
}

/**
 * Returns the user's rights: agents may change customers who are neither agents nor administrators, and administrators of
 * users may change everybody.
 */
export function usePersonRights(person: UserRecord): PersonRights {
  const { may } = useSession()
  const isAdministrator = may('admin.user')
  const needsRoles = !isAdministrator && may('ticket.agent')
  const roles = useLive(needsRoles ? client.live(rolesSource) : undefined).value
  if (!needsRoles) return { mayChange: isAdministrator, isAdministrator }
  return { mayChange: roles && isCustomerOnly(permissionsOf(person, roles)), isAdministrator }
}

const permissionsOf = ({ role_ids: ids }: UserRecord, roles: readonly RoleRecord[]): ReadonlySet<string> =>
  new Set(roles.flatMap(({ id, active, permissions = [] }) => (active && ids.includes(id) ? permissions : [])))
