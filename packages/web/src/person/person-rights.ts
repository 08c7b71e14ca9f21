import type { UserRecord } from '@deskbell/client'
import { useSession } from '../state/session.tsx'
import { type FullRecord } from './record-view.ts'

/** The user's rights to change a person, by which the page shows controls. The service checks each change itself. */
export interface PersonRights {
  readonly mayChange: boolean
  /** True if the user may also change the e-mail address, which is used for signing in. */
  readonly isAdministrator: boolean
}

/**
 * Returns the user's rights: agents may change people without a role other than `Customer`, and administrators of users
 * may change everybody.
 */
export function usePersonRights(person: UserRecord, { assets }: FullRecord): PersonRights {
  const { may } = useSession()
  const isAdministrator = may('admin.user')
  const roles = (person.role_ids ?? []).flatMap((id) => assets.Role?.[id] ?? [])
  const isCustomer = roles.every(({ name }) => name === 'Customer')
  return { mayChange: isAdministrator || (may('ticket.agent') && isCustomer), isAdministrator }
}
