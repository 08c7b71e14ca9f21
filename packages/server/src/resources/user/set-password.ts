import { forgetFailures } from '../../auth/failed-logins.ts'
import { continueSession, endSessions } from '../../auth/sessions.ts'
import { endAccountLinks } from '../../auth/tokens.ts'
import type { Unit } from '../../kernel/context.ts'
import { auditAccount } from '../../writing/audit.ts'
import { update } from '../../writing/unit-of-work.ts'
import type { PasswordHash } from './password.ts'

/**
 * Sets the password of a user, forgets the failed logins, deletes the tokens of links to the account, and ends the sessions.
 * @param session the id of the session that sets the password, which is kept.
 */
export async function setPassword(unit: Unit, id: number, { argon2id }: PasswordHash, session?: number): Promise<void> {
  await update(unit, 'user', id, { password: argon2id, login_failed: 0 })
  await forgetFailures(unit.desk, unit.db, id)
  await endAccountLinks(unit, id)
  await endSessions(unit, id, session)
  await auditAccount(unit, 'password_changed', id)
  if (session !== undefined) await continueSession(unit, session, argon2id)
}
