import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { settingOf } from '../kernel/settings.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { browserSession } from '../auth/tokens.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import type { VerifiedLogin } from './passwords.ts'
import type { Input, Method } from './route.ts'

const cookieName = '_deskbell_session'

/** Seconds until somebody has to sign in again. */
const lifetime = 14 * 24 * 3600

type Headers = Input['headers']

/** The session that a request brings; undefined where it brings none. One of somebody who is not signed in is none. */
export function sessionIn(headers: Headers): string | undefined {
  const secret = cookieIn(headers)
  return secret?.startsWith(visitor) ? undefined : secret
}

/** Somebody who has not signed in has a cookie too, so that signing in cannot be forged. */
const visitor = 'visitor.'

function cookieIn(headers: Headers): string | undefined {
  const cookies = headers['cookie']
  if (typeof cookies !== 'string') return undefined
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === cookieName && value !== undefined && /^[\w.-]{20,200}$/.test(value)) return value
  }
  return undefined
}

/** Whose session it is and when it ends, in milliseconds. */
export interface Session {
  readonly id: number
  readonly user: number
  readonly ends: number
}

/** Finds a session by its secret; undefined when it has ended, also because its user has another password now. */
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
  if (!(desk.now().getTime() < ends) || password !== markOf(row.password)) return undefined
  return { id: row.id, user: row.user_id, ends }
}

const markOf = (password: string | null): string => hash('sha256', `session:${password ?? ''}`)

/**
 * Begins a session and removes those of the user that have ended.
 * @returns the secret of its cookie.
 * @throws Fault `login_failed` for a user who is inactive, or has another password than the one that was verified.
 */
export async function beginSession(desk: Desk, { user, passwordHash }: VerifiedLogin): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const now = desk.now()
  const expires_at = new Date(now.getTime() + lifetime * 1000).toISOString()
  await unitOfWork(desk, user, async (unit) => {
    const { sql } = unit.db
    // Deactivating a user and setting their password end their sessions; none may begin while such a transaction is open,
    // or after it.
    await unit.db.dialect.lock('users', user)?.execute(sql)
    const { password, active } = await sql
      .selectFrom('users')
      .select(['password', 'active'])
      .where('id', '=', user)
      .executeTakeFirstOrThrow()
    if (!active || password !== passwordHash) throw new Fault('login_failed')
    const ended = sql.deleteFrom('tokens').where('user_id', '=', user).where('action', '=', browserSession)
    await ended.where('expires_at', '<=', now.toISOString()).execute()
    const preferences = { password: markOf(passwordHash) }
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

/** Ends a session; one that is not there has ended. */
export const endSession = (desk: Desk, user: number, id: number): Promise<unknown> =>
  unitOfWork(desk, user, ({ db }: Unit) =>
    db.sql.deleteFrom('tokens').where('id', '=', id).where('action', '=', browserSession).execute(),
  )

/** The headers that give a browser its cookie and a program the proof that goes with it (reference, section 1.6). */
export async function cookieHeaders(
  desk: Desk,
  cache: ReadCache,
  secret = newVisitor(),
): Promise<Record<string, string>> {
  const secure = (await settingOf({ cache, db: desk.database }, 'http_type')) === 'https' ? '; Secure' : ''
  const cookie = `${cookieName}=${secret}; Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Lax${secure}`
  return { 'set-cookie': cookie, 'csrf-token': proofOf(secret), 'cache-control': 'no-store' }
}

const newVisitor = (): string => `${visitor}${randomBytes(32).toString('base64url')}`

/** Whoever can read the cookie can make it; a page of somebody else's can do neither. */
const proofOf = (secret: string): string => hash('sha256', `csrf:${secret}`, 'base64url')

/**
 * Whether a request that changes something comes from where its cookie was given. Those with credentials of their own,
 * which no browser sends by itself, need no proof. @throws Fault `forged`.
 */
export function checkProof(method: Method, headers: Headers): void {
  if (method === 'GET' || headers['authorization'] || sessionIn(headers) === undefined) return
  checkVisitor(headers)
}

/** The same for signing in, where there is no session yet. @throws Fault `forged`. */
export function checkVisitor(headers: Headers): void {
  const given = Buffer.from(String(headers['x-csrf-token'] ?? ''))
  const wanted = Buffer.from(proofOf(cookieIn(headers) ?? ''))
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Fault('forged')
}
