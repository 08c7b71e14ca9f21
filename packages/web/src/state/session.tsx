import { createContext, type ReactNode, use } from 'react'
import type { Permission, SessionUser, Settings } from './session-types.ts'

/** The signed-in user, and the settings of the desk. */
export interface Session {
  /** Undefined if no user is signed in. */
  readonly user: SessionUser | undefined
  /** Access levels by the id of the group. */
  readonly groups: { readonly [id: string]: readonly string[] }
  readonly config: Settings
  readonly permissions: ReadonlySet<string>
  /** Returns true if the user holds a permission, such as `admin.user`, or one of its parents, such as `admin`. */
  readonly may: (permission: Permission) => boolean
}

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)

/** Returns the session of the page. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/** Returns the signed-in user, for screens that require one. */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('This screen needs a signed-in user')
  return user
}
