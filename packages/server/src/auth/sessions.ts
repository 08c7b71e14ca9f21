import { hash, randomBytes } from 'node:crypto'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { auditAccount } from '../writing/audit.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { recordTokenUse } from './api-tokens.ts'
import type { VerifiedLogin } from './verified-login.ts'
import { browserSession, firstAdminLink } from './tokens.ts'

/** The lifetime of a session, in seconds. */
export const SESSION_LIFETIME = 14 * 24 * 3600

/** A session of a browser. */
export interface Session {
  readonly id: number
  readonly user: number
  /** The time at which it ends, in milliseconds since 1970. */
  readonly endsAt: number
}

/** The program and the address from which a session began. */
export interface ClientInfo {
  /** The header `User-Agent`; empty if there was none. */
  readonly user_agent: string
  /** The address of the client. */
  readonly ip: string
}

/** The values that are stored with a session. */
interface StoredSession extends Partial<ClientInfo> {
  /** The fingerprint of the password that was current when the session began. */
  readonly password?: string
}

/**
 * Finds a session by its secret, and records from time to time that it was used.
 * @returns undefined if there is none, if it has expired, or if the password of its user has changed.
 */
export async function findSession(desk: Desk, secret: string): Promise<Session | undefined> {
  const row = await desk.database.sql
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.user_id', 'tokens.expires_at', 'tokens.last_used_at', 'tokens.preferences'])
    .select('users.password')
    .where('tokens.hash', '=', hash('sha256', secret))
    .where('tokens.action', '=', browserSession)
    .executeTakeFirst()
  if (!row) return undefined
  const endsAt = Date.parse(row.expires_at ?? '')
  const { password: passwordFingerprint } = row.preferences as unknown as StoredSession
  if (!(desk.now().getTime() < endsAt) || passwordFingerprint !== fingerprint(row.password)) return undefined
  recordTokenUse(desk, row)
  return { id: row.id, user: row.user_id, endsAt }
}

/** Returns a text that changes when the hash of the user's password changes. */
const fingerprint = (passwordHash: string | null): string => hash('sha256', `session:${passwordHash ?? ''}`)

/** Maximum number of stored characters of a `User-Agent`. */
const MAX_AGENT = 300

/**
 * Begins a session, and deletes the expired sessions of the user.
 * @returns the secret of its cookie.
 * @throws Fault `login_failed` if the user is inactive, or if the verified password has been replaced.
 */
export async function beginSession(
  desk: Desk,
  { user, passwordHash }: VerifiedLogin,
  { user_agent, ip }: ClientInfo = { user_agent: '', ip: '' },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const now = desk.now()
  const expires_at = new Date(now.getTime() + SESSION_LIFETIME * 1000).toISOString()
  await unitOfWork(desk, user, async (unit) => {
    await checkVerified(unit, { user, passwordHash })
    const tokens = unit.db.sql.deleteFrom('tokens').where('user_id', '=', user)
    await tokens.where('action', '=', browserSession).where('expires_at', '<=', now.toISOString()).execute()
    // If this is the first administrator, the links that hand over this account stop working.
    await tokens.where('action', '=', firstAdminLink).execute()
    const preferences: StoredSession = {
      password: fingerprint(passwordHash),
      user_agent: user_agent.slice(0, MAX_AGENT),
      ip,
    }
    await insert(unit, 'token', {
      user_id: user,
      action: browserSession,
      hash: hash('sha256', secret),
      preferences: { ...preferences },
      last_used_at: now.toISOString(),
      expires_at,
    })
    await auditAccount(unit, 'signed_in', user, { by: user, address: ip })
  })
  return secret
}

/**
 * Checks, with the row locked, that the user is active and has the verified password. Deactivating a user or setting their
 * password ends their sessions; a sign-in that was verified before must not begin another one during or after this change.
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

/** A session that has not expired, as clients read it. */
export interface ListedSession extends ClientInfo {
  readonly id: number
  readonly user_id: number
  readonly created_at: string
  /** Time of the last use, with a precision of ten minutes. */
  readonly updated_at: string
  readonly expires_at: string
}

/** Lists sessions that have not expired, the most recently used first. */
export async function listSessions(
  { database, now }: Desk,
  { user, limit, offset = 0 }: { user?: number | undefined; limit: number; offset?: number },
): Promise<ListedSession[]> {
  const columns = ['id', 'user_id', 'preferences', 'created_at', 'last_used_at', 'expires_at'] as const
  const rows = await currentSessions(database, now, user)
    .select(columns)
    .orderBy('last_used_at', (by) => by.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ preferences, last_used_at, expires_at, ...row }) => {
    const { user_agent = '', ip = '' } = preferences as unknown as StoredSession
    return { ...row, user_agent, ip, updated_at: last_used_at ?? row.created_at, expires_at: expires_at ?? '' }
  })
}

/** Counts the sessions that have not expired. */
export async function countSessions({ database, now }: Desk, user?: number): Promise<number> {
  const count = currentSessions(database, now, user).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await count.executeTakeFirstOrThrow()).count
}

function currentSessions({ sql }: Connection, now: Desk['now'], user?: number) {
  const sessions = sql
    .selectFrom('tokens')
    .where('action', '=', browserSession)
    .where('expires_at', '>', now().toISOString())
  return user === undefined ? sessions : sessions.where('user_id', '=', user)
}

/**
 * Ends a session immediately, and its event streams within a second.
 * @param user if given, the session is only ended if it belongs to this user.
 * @returns false if there is no such session.
 */
export async function endSession(
  unit: Unit,
  id: number,
  user?: number,
  action: 'session_ended' | 'signed_out' = 'session_ended',
): Promise<boolean> {
  const session = unit.db.sql.deleteFrom('tokens').where('id', '=', id).where('action', '=', browserSession)
  const ofUser = user === undefined ? session : session.where('user_id', '=', user)
  const ended = await ofUser.returning('user_id').executeTakeFirst()
  if (ended) await auditAccount(unit, action, ended.user_id)
  return ended !== undefined
}

/** Ends the sessions of a user. @param except the id of a session that is kept. */
export const endSessions = ({ db }: Unit, user: number, except = 0): Promise<unknown> =>
  db.sql
    .deleteFrom('tokens')
    .where('user_id', '=', user)
    .where('action', '=', browserSession)
    .where('id', '<>', except)
    .execute()

/** Keeps a session valid when its user sets a new password. */
export async function continueSession({ db }: Unit, id: number, passwordHash: string): Promise<void> {
  const row = await db.sql
    .selectFrom('tokens')
    .select('preferences')
    .where('id', '=', id)
    .where('action', '=', browserSession)
    .executeTakeFirst()
  if (!row) return
  const stored: StoredSession = {
    ...(row.preferences as unknown as StoredSession),
    password: fingerprint(passwordHash),
  }
  await db.sql
    .updateTable('tokens')
    .set({ preferences: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
}
