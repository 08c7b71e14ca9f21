import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { findSession, type Session, SESSION_LIFETIME } from '../auth/sessions.ts'
import { settingOf } from '../kernel/settings.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import type { Input, Method } from './route.ts'

const cookieName = '_deskbell_session'

type Headers = Input['headers']

/** Returns the secret of the session in the cookie; undefined without a cookie, or if the visitor has not signed in. */
export function sessionSecretIn(headers: Headers): string | undefined {
  const secret = cookieIn(headers)
  return secret?.startsWith(visitorPrefix) ? undefined : secret
}

/** Returns the session that a request authenticates with; undefined if there is none, or for other credentials. */
export async function sessionOf(desk: Desk, headers: Headers): Promise<Session | undefined> {
  const secret = headers['authorization'] ? undefined : sessionSecretIn(headers)
  return secret === undefined ? undefined : findSession(desk, secret)
}

/** Visitors who have not signed in get a cookie, too, so that sign-in requests cannot be forged. */
const visitorPrefix = 'visitor.'

function cookieIn(headers: Headers): string | undefined {
  const cookies = headers['cookie']
  if (typeof cookies !== 'string') return undefined
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === cookieName && value !== undefined && /^[\w.-]{20,200}$/.test(value)) return value
  }
  return undefined
}

/**
 * Returns the headers that set the cookie and send the CSRF token that belongs to it.
 * @param secret the secret of the session; that of a new visitor by default.
 */
export async function cookieHeaders(
  desk: Desk,
  cache: ReadCache,
  secret = newVisitor(),
): Promise<Record<string, string>> {
  const secure = (await settingOf({ cache, db: desk.database }, 'http_type')) === 'https' ? '; Secure' : ''
  const cookie = `${cookieName}=${secret}; Path=/; Max-Age=${SESSION_LIFETIME}; HttpOnly; SameSite=Lax${secure}`
  return { 'set-cookie': cookie, 'csrf-token': csrfToken(secret), 'cache-control': 'no-store' }
}

const newVisitor = (): string => `${visitorPrefix}${randomBytes(32).toString('base64url')}`

/** Returns the CSRF token of a cookie. A page of another site cannot compute it, because it cannot read the cookie. */
const csrfToken = (secret: string): string => hash('sha256', `csrf:${secret}`, 'base64url')

/**
 * Checks the CSRF token of a request that authenticates with a cookie, unless it is a `GET`. Other credentials need no
 * token: no browser sends them by itself, because no response asks for `Basic` credentials. @throws Fault `forged`.
 */
export function checkCsrf(method: Method, headers: Headers): void {
  if (method === 'GET' || headers['authorization'] || sessionSecretIn(headers) === undefined) return
  checkCsrfToken(headers)
}

/** Checks the CSRF token even without a session, as signing in needs it. @throws Fault `forged`. */
export function checkCsrfToken(headers: Headers): void {
  const sent = Buffer.from(String(headers['x-csrf-token'] ?? ''))
  const expected = Buffer.from(csrfToken(cookieIn(headers) ?? ''))
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw new Fault('forged')
}
