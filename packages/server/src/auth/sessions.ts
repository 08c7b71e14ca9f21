import { hash, randomBytes } from 'node:crypto'
import type { Desk, Unit } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import type { VerifiedLogin } from './password-logins.ts'
import { browserSession } from './tokens.ts'

/** Seconds for which a session lasts. */
export const SESSION_LIFETIME = 14 * 24 * 3600

/** A session of a browser. */
export interface Session {
  readonly id: number
  readonly user: number
  /** The time at which it ends, in milliseconds since 1970. */
  readonly ends: number
}

/** Finds a session by its secret; undefined if it has expired, or if the password of its user has changed. */
export async function findSession(desk: Desk, secret: string): Promise<Session | undefined> {
  const row = await desk.database.sql
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.user_id', 'tokens.expires_at', 'tokens.preferences', 'users.password'])
    .where('tokens.hash', '=', hash('sha256', secret))
    .where('tokens.action', '=', browserSession)
    .executeTakeFirst()
  if (!row) return undefined
  const ends = Date.parse(row.expires_at ?? '')
  const { password } = row.preferences as unknown as { password?: string }
  if (!(desk.now().getTime() < ends) || password !== fingerprint(row.password)) return undefined
  return { id: row.id, user: row.user_id, ends }
}

/** Identifies the password that was current when a session began. */
const fingerprint = (password: string | null): string => hash('sha256', `session:${password ?? ''}`)

/**
 * Begins a session, and deletes those of the user that have expired.
 * @returns the secret of its cookie.
 * @throws Fault `login_failed` if the user is inactive, or if the verified password has been replaced.
 */
export async function beginSession(desk: Desk, { user, passwordHash }: VerifiedLogin): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const now = desk.now()
  const expires_at = new Date(now.getTime() + SESSION_LIFETIME * 1000).toISOString()
  await unitOfWork(desk, user, async (unit) => {
    await checkVerified(unit, { user, passwordHash })
    const sessions = unit.db.sql.deleteFrom('tokens').where('user_id', '=', user).where('action', '=', browserSession)
    await sessions.where('expires_at', '<=', now.toISOString()).execute()
    const preferences = { password: fingerprint(passwordHash) }
    await insert(unit, 'token', {
      user_id: user,
      action: browserSession,
      hash: hash('sha256', secret),
      preferences,
      expires_at,
    })
  })
  return secret
}

/**
 * Checks, with the row locked, that the user is active and has the verified password. Deactivating a user and setting
 * their password end their sessions; none may begin while such a transaction is open, or after it.
 */
async function checkVerified({ db }: Unit, { user, passwordHash }: VerifiedLogin): Promise<void> {
  await db.dialect.lock('users', user)?.execute(db.sql)
  const { password, active } = await db.sql
    .selectFrom('users')
    .select(['password', 'active'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow()
  if (!active || password !== passwordHash) throw new Fault('login_failed')
}

/** Ends a session; does nothing if it has already ended. */
export const endSession = (desk: Desk, user: number, id: number): Promise<unknown> =>
  unitOfWork(desk, user, ({ db }: Unit) =>
    db.sql.deleteFrom('tokens').where('id', '=', id).where('action', '=', browserSession).execute(),
  )
