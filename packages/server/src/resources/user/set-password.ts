import { forgetFailures } from '../../auth/failed-logins.ts'
import { endPasswordResets } from '../../auth/tokens.ts'
import type { Unit } from '../../kernel/context.ts'
import { update } from '../../writing/unit-of-work.ts'
import type { PasswordHash } from './password.ts'

/** Sets the password of a user, and removes failed logins and reset tokens. */
export async function setPassword(unit: Unit, id: number, { argon2id }: PasswordHash): Promise<void> {
  await update(unit, 'user', id, { password: argon2id, login_failed: 0 })
  await forgetFailures(unit.desk, unit.db, id)
  await endPasswordResets(unit, id)
}
