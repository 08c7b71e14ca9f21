import { isUtf8 } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import { accessLevels, type Permission } from '@deskbell/contract'
import { expiryOf, findApiToken, recordTokenUse, tokenHash } from '../auth/api-tokens.ts'
import type { PasswordLogins } from '../auth/password-logins.ts'
import { findSession } from '../auth/sessions.ts'
import { userByName } from '../auth/users.ts'
import type { Credentials } from '../events/credentials.ts'
import { parseStoredSetting, settingOf } from '../kernel/settings.ts'
import { actorOf } from '../resources/user/actor.ts'
import { checkMayGrant, checkMayGrantGroups } from '../resources/user/rights.ts'
import { type Actor, type Desk, holds, may } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { sessionSecretIn } from './cookies.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A caller who was authenticated by the same headers before. */
interface CachedCaller {
  readonly actor: Actor
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Milliseconds after which credentials are verified again, even if no commit has emptied the cache. */
const MAX_TRUST = 60_000

/** Estimated size of a cached caller, in bytes. */
const CALLER_SIZE = 512

/**
 * Authenticates the caller of a request. Returns the actor: the caller, or the user whom the header `From` names.
 * @param cache the cache of the state that the database had at the start of the request.
 * @param address returns the address of the client.
 * @throws Fault if the credentials are missing, wrong or expired, or if maintenance mode or missing rights forbid the request.
 */
export type Authenticate = (headers: Headers, cache: ReadCache, address: () => string) => Actor | Promise<Actor>

/** Makes the function that authenticates callers, once for a service. */
export function authentication(desk: Desk, passwords: PasswordLogins): Authenticate {
  async function identify(
    headers: Headers,
    cache: ReadCache,
    address: () => string,
    authorization: string,
    key: string,
  ): Promise<Actor> {
    const { scheme, rest } = schemeOf(authorization)
    if (scheme === 'basic')
      return onBehalf(desk, cache, headers, await authenticateByPassword(desk, cache, passwords, rest, address()))
    const isSession = authorization === ''
    if (!isSession && scheme !== 'token' && scheme !== 'bearer') throw new Fault('no_credentials')
    const { actor, endsAt } = await (isSession
      ? authenticateBySession(desk, cache, headers)
      : authenticateByToken(desk, cache, rest))
    const caller = await onBehalf(desk, cache, headers, actor)
    const until = Math.min(desk.now().getTime() + MAX_TRUST, endsAt)
    cache.set(key, { actor: caller, until } satisfies CachedCaller, CALLER_SIZE)
    return caller
  }

  return (headers, cache, address) => {
    const authorization = headers['authorization'] ?? ''
    // Explicit credentials take precedence over the cookie that a browser adds.
    const session = authorization === '' ? sessionSecretIn(headers) : ''
    if (typeof authorization !== 'string' || session === undefined) throw new Fault('no_credentials')
    const key = `caller:${authorization}\0${session}\0${String(headers['from'] ?? headers['x-on-behalf-of'] ?? '')}`
    const caller = cache.get<CachedCaller>(key)
    if (caller && desk.now().getTime() < caller.until) return caller.actor
    return identify(headers, cache, address, authorization, key)
  }
}

/**
 * Checks that a caller has one of the permissions. The error shows whether the user or the token lacks it.
 * @throws Fault `user_lacks_permission`, `token_lacks_permission`.
 */
export function permit(actor: Actor, anyOf: readonly Permission[]): void {
  if (anyOf.length === 0 || may(actor, ...anyOf)) return
  const granted = anyOf.some((name) => holds(actor.permissions, name))
  throw new Fault(granted ? 'token_lacks_permission' : 'user_lacks_permission')
}

/** An authenticated user, and the end of their credentials, in milliseconds since 1970. */
interface Authenticated {
  readonly actor: Actor
  readonly endsAt: number
}

/** Splits an `Authorization` header. Some clients send a token without a scheme, or a colon after the scheme. */
function schemeOf(authorization: string): { scheme: string; rest: string } {
  const text = authorization.trim()
  const space = text.indexOf(' ')
  if (space < 0) return { scheme: 'token', rest: text }
  return { scheme: text.slice(0, space).toLowerCase().replace(/:$/, ''), rest: text.slice(space + 1).trim() }
}

async function authenticateByToken(desk: Desk, cache: ReadCache, secret: string): Promise<Authenticated> {
  const hash = tokenHash(secret)
  const token = await findApiToken(desk.database, hash)
  if (!token || !timingSafeEqual(Buffer.from(token.hash), Buffer.from(hash))) throw new Fault('unknown_token')
  if (parseStoredSetting(token.token_access) === false) throw new Fault('forbidden', 'API token access disabled!')
  if (token.expires_at !== null && token.expires_at <= desk.now().toISOString()) throw new Fault('expired_token')
  const { permission } = token.preferences as unknown as { permission?: string[] }
  const actor = await actorOf(desk, cache, token.user_id, permission)
  if (!actor) throw new Fault('login_failed')
  if (parseStoredSetting(token.maintenance_mode) === true) checkMaintenance(actor)
  recordTokenUse(desk, token)
  return { actor, endsAt: expiryOf(token) }
}

/** Identifies the credentials in the headers of an authenticated caller; undefined if they were revoked meanwhile. */
export async function credentialsOf(desk: Desk, headers: Headers): Promise<Credentials | undefined> {
  const cookie = headers['authorization'] ? undefined : sessionSecretIn(headers)
  if (cookie !== undefined) {
    const session = await findSession(desk, cookie)
    return session && { user: session.user, token: session.id, endsAt: session.endsAt }
  }
  const { scheme, rest } = schemeOf(String(headers['authorization']))
  if (scheme === 'basic') {
    const login = Buffer.from(rest, 'base64').toString('utf8').split(':')[0] ?? ''
    const user = await userByName(desk.database, login.trim().toLowerCase())
    return user === undefined ? undefined : { user, token: undefined, endsAt: Infinity }
  }
  const token = await findApiToken(desk.database, tokenHash(rest))
  return token && { user: token.user_id, token: token.id, endsAt: expiryOf(token) }
}

/**
 * Verifies `login-or-email:password` in base64. A wrong password and an unknown login get the same error, also after too
 * many attempts.
 */
async function authenticateByPassword(
  desk: Desk,
  cache: ReadCache,
  passwords: PasswordLogins,
  encoded: string,
  address: string,
): Promise<Actor> {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1) throw new Fault('bad_credentials')
  const isAllowed = await settingOf({ cache, db: desk.database }, 'api_password_access')
  // Checked before the login, so that the error does not reveal which logins exist.
  if (!isAllowed) throw new Fault('forbidden', 'API password access disabled!')
  const { user } = await passwords.verify(cache, decoded.slice(0, colon), decoded.slice(colon + 1), address)
  return requireAdmitted(desk, cache, await actorOf(desk, cache, user))
}

async function authenticateBySession(desk: Desk, cache: ReadCache, headers: Headers): Promise<Authenticated> {
  const session = await findSession(desk, sessionSecretIn(headers) ?? '')
  if (!session) throw new Fault('no_credentials')
  const actor = await requireAdmitted(desk, cache, await actorOf(desk, cache, session.user))
  return { actor, endsAt: session.endsAt }
}

/**
 * Returns the actor if there is one, and if maintenance mode does not exclude it.
 * @throws Fault `login_failed`, `forbidden`.
 */
export async function requireAdmitted(desk: Desk, cache: ReadCache, actor: Actor | undefined): Promise<Actor> {
  if (!actor) throw new Fault('login_failed')
  if (await settingOf({ cache, db: desk.database }, 'maintenance_mode')) checkMaintenance(actor)
  return actor
}

function checkMaintenance(actor: Actor): void {
  if (!may(actor, 'admin.maintenance')) throw new Fault('forbidden', 'Maintenance mode enabled!')
}

/** Returns the user whom the header `From` or, in older clients, `X-On-Behalf-Of` names; without it, the caller. */
async function onBehalf(desk: Desk, cache: ReadCache, headers: Headers, caller: Actor): Promise<Actor> {
  const header = headers['from'] ?? headers['x-on-behalf-of']
  if (header === undefined || header === '') return caller
  const name = decodeHeader([header].flat().join()).trim().toLowerCase()
  if (!may(caller, 'admin.user')) throw new Fault('forbidden', 'Only a user administrator may act for somebody else.')
  const id = await userByName(desk.database, name)
  const actor = id === undefined ? undefined : await impersonate(desk, cache, id, caller)
  if (!actor) throw new Fault('forbidden', `No such user '${name.slice(0, 100)}'`)
  checkCoversActor(caller, actor)
  return { ...actor, caller: caller.id }
}

/** Decodes a header. Node.js reads its bytes as Latin-1, but most programs send UTF-8. */
function decodeHeader(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : text
}

/**
 * Checks that the caller has all rights of the other user; access to groups is a right of agents only. The limit of a
 * token applies to both users, so limits are not compared.
 * @throws Fault `forbidden`.
 */
function checkCoversActor(caller: Actor, actor: Actor): void {
  const unlimited = { ...caller, limit: undefined }
  checkMayGrant(unlimited, actor.permissions)
  const groups = accessLevels.flatMap((access) => actor.groups[access].map((group_id) => ({ group_id, access })))
  checkMayGrantGroups(unlimited, may(actor, 'ticket.agent') ? groups : [])
}

/** Returns an actor with the rights of another user, within the limit of the caller's token. The user may be inactive. */
const impersonate = (desk: Desk, cache: ReadCache, id: number, caller: Actor) =>
  actorOf(desk, cache, id, caller.limit && [...caller.limit], 'even inactive')
