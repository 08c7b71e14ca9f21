import { client } from './client.ts'
import type { Session } from './session.tsx'
import { holds } from './permissions.ts'

/**
 * Requests the session.
 * @throws ConnectionError when the service does not answer.
 */
export async function loadSession(): Promise<Session> {
  const { user, permissions, groups, config } = await client.session.show()
  const names = new Set(permissions)
  return { user, groups, config, permissions: names, may: (permission) => holds(names, permission) }
}
