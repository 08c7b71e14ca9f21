import { hash as digest, timingSafeEqual } from 'node:crypto'
import { accessLevels, type Permission } from '@deskbell/contract'
import type { Credentials } from '../events/credentials.ts'
import { said, saidValue, settingOf } from '../kernel/settings.ts'
import { actorOf } from '../resources/user/actor.ts'
import { checkCovers, checkCoversGroups } from '../resources/user/rights.ts'
import { type Actor, type Desk, holds, may } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import type { PasswordLogins } from './passwords.ts'
import { findSession, sessionIn } from './sessions.ts'
import { isDue, note } from './uses.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Who asked with the same headers a moment ago, and until when that holds in milliseconds. */
interface Known {
  readonly actor: Actor
  readonly until: number
}
/** Credentials are looked at again after so many milliseconds, also when nothing was written. */
const trustFor = 60_000

/** Finds out who asks. Made once for a service: it keeps what was verified and who failed. */
export function authentication(desk: Desk, passwords: PasswordLogins) {
  async function identify(
    headers: Headers,
    cache: ReadCache,
    address: () => string,
    given: string,
    key: string,
  ): Promise<Actor> {
    const { scheme, rest } = partsOf(given)
    if (scheme === 'basic')
      return onBehalf(desk, cache, headers, await byPassword(desk, cache, passwords, rest, address()))
    const isSession = given === ''
    if (!isSession && scheme !== 'token' && scheme !== 'bearer') throw new Fault('no_credentials')
    const { actor, ends } = await (isSession ? bySession(desk, cache, headers) : byToken(desk, cache, rest))
    const caller = await onBehalf(desk, cache, headers, actor)
    const until = Math.min(desk.now().getTime() + trustFor, ends)
    cache.set(key, { actor: caller, until } satisfies Known, 512)
    return caller
  }

  /**
   * @param cache of the state that the request began to read.
   * @param address finds out where the request comes from.
   * @throws Fault when there are no credentials, when they are wrong, or when they have ended.
   */
  return (headers: Headers, cache: ReadCache, address: () => string): Actor | Promise<Actor> => {
    const given = headers['authorization'] ?? ''
    // Who says who they are is that, whatever a browser sends along.
    const session = given === '' ? sessionIn(headers) : ''
    if (typeof given !== 'string' || session === undefined) throw new Fault('no_credentials')
    const key = `caller:${given}\0${session}\0${String(headers['from'] ?? headers['x-on-behalf-of'] ?? '')}`
    const caller = cache.get<Known>(key)
    if (caller && desk.now().getTime() < caller.until) return caller.actor
    return identify(headers, cache, address, given, key)
  }
}

/**
 * Refuses a caller who has none of the permissions, and says whether the user or the token lacks it.
 * @throws Fault `user_lacks_permission`, `token_lacks_permission`.
 */
export function permit(actor: Actor, anyOf: readonly Permission[]): void {
  if (anyOf.length === 0 || may(actor, ...anyOf)) return
  const granted = anyOf.some((name) => holds(actor.permissions, name))
  throw new Fault(granted ? 'token_lacks_permission' : 'user_lacks_permission')
}

/** The scheme of an `Authorization` header, and what follows it. A token alone is one too: generated clients send it. */
function partsOf(given: string): { scheme: string; rest: string } {
  const text = given.trim()
  const space = text.indexOf(' ')
  if (space < 0) return { scheme: 'token', rest: text }
  return { scheme: text.slice(0, space).toLowerCase().replace(/:$/, ''), rest: text.slice(space + 1).trim() }
}

/** `Token token=abc`, `Token token="abc"`, `Token abc`, `Bearer abc` and `abc` all mean the same token. */
async function byToken(desk: Desk, cache: ReadCache, text: string): Promise<{ actor: Actor; ends: number }> {
  const hashed = hashOf(text)
  const token = await desk.database.sql
    .selectFrom('tokens')
    .select(['id', 'user_id', 'hash', 'preferences', 'expires_at', 'last_used_at'])
    // What administrators have said is read along, because each request asks.
    .select([said('api_token_access').as('open'), said('maintenance_mode').as('closed')])
    .where('hash', '=', hashed)
    // There are tokens for other ends, such as a forgotten password.
    .where('action', '=', 'api')
    .executeTakeFirst()
  if (!token || !timingSafeEqual(Buffer.from(token.hash), Buffer.from(hashed))) throw new Fault('unknown_token')
  if (saidValue(token.open) === false) throw new Fault('forbidden', 'API token access disabled!')
  const now = desk.now()
  if (token.expires_at !== null && token.expires_at <= now.toISOString()) throw new Fault('expired_token')
  const { permission } = token.preferences as unknown as { permission?: string[] }
  const actor = await actorOf(desk, cache, token.user_id, permission)
  if (!actor) throw new Fault('login_failed')
  if (saidValue(token.closed) === true) letInNow(actor)
  if (isDue(token.last_used_at, now)) {
    const stamp = { last_used_at: now.toISOString() }
    note(desk, ({ sql }) => sql.updateTable('tokens').set(stamp).where('id', '=', token.id).execute())
  }
  return { actor, ends: token.expires_at === null ? Infinity : Date.parse(token.expires_at) }
}

const hashOf = (text: string): string => digest('sha256', text.replace(/^token=/, '').replace(/^"(.*)"$/, '$1'))

/** What somebody who is known by these headers came with; undefined when it is gone meanwhile. */
export async function credentialsOf(desk: Desk, headers: Headers): Promise<Credentials | undefined> {
  const cookie = headers['authorization'] ? undefined : sessionIn(headers)
  if (cookie !== undefined) {
    const session = await findSession(desk, cookie)
    return session && { user: session.user, token: session.id, ends: session.ends }
  }
  const given = String(headers['authorization'])
  const { scheme, rest } = partsOf(given)
  if (scheme === 'basic') {
    const user = await userNamed(
      desk,
      Buffer.from(rest, 'base64').toString('utf8').split(':')[0]?.trim().toLowerCase() ?? '',
    )
    return user === undefined ? undefined : { user, token: undefined, ends: Infinity }
  }
  const token = await desk.database.sql
    .selectFrom('tokens')
    .select(['id', 'user_id', 'expires_at'])
    .where('hash', '=', hashOf(rest))
    .where('action', '=', 'api')
    .executeTakeFirst()
  if (!token) return undefined
  const ends = token.expires_at === null ? Infinity : Date.parse(token.expires_at)
  return { user: token.user_id, token: token.id, ends }
}

/** `login-or-email:password`, base64. Wrong, locked and unknown look the same from outside. */
async function byPassword(
  desk: Desk,
  cache: ReadCache,
  passwords: PasswordLogins,
  text: string,
  address: string,
): Promise<Actor> {
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 1) throw new Fault('bad_credentials')
  const at = { cache, db: desk.database }
  // Said before anybody is looked for, so that it does not tell who is there.
  if (!(await settingOf(at, 'api_password_access'))) throw new Fault('forbidden', 'API password access disabled!')
  const { user } = await passwords.verify(cache, decoded.slice(0, colon), decoded.slice(colon + 1), address)
  return letIn(desk, cache, await actorOf(desk, cache, user))
}

/** By the cookie of a session. Who signed out, or has another password now, has none any more. */
async function bySession(desk: Desk, cache: ReadCache, headers: Headers): Promise<{ actor: Actor; ends: number }> {
  const session = await findSession(desk, sessionIn(headers) ?? '')
  if (!session) throw new Fault('no_credentials')
  const actor = await letIn(desk, cache, await actorOf(desk, cache, session.user))
  return { actor, ends: session.ends }
}

/** In maintenance only those who look after it get in. @throws Fault `login_failed`, `forbidden`. */
export async function letIn(desk: Desk, cache: ReadCache, actor: Actor | undefined): Promise<Actor> {
  if (!actor) throw new Fault('login_failed')
  return (await settingOf({ cache, db: desk.database }, 'maintenance_mode')) ? letInNow(actor) : actor
}

function letInNow(actor: Actor): Actor {
  if (!may(actor, 'admin.maintenance')) throw new Fault('forbidden', 'Maintenance mode enabled!')
  return actor
}

/** `From` and, for older clients, `X-On-Behalf-Of` (reference, section 1.5). */
async function onBehalf(desk: Desk, cache: ReadCache, headers: Headers, real: Actor): Promise<Actor> {
  const header = headers['from'] ?? headers['x-on-behalf-of']
  if (header === undefined || header === '') return real
  const value = [header].flat().join().trim().toLowerCase()
  if (!may(real, 'admin.user')) throw new Fault('forbidden', 'Only a user administrator may act for somebody else.')
  const id = await userNamed(desk, value)
  const actor = id === undefined ? undefined : await actorForSomebody(desk, cache, id, real)
  if (actor) checkActsFor(real, actor)
  if (!actor) throw new Fault('forbidden', `No such user '${value.slice(0, 100)}'`)
  return actor
}

/**
 * The limits of a token hold for both, so what counts is what the users may do. @throws Fault `forbidden` for somebody
 * who may do more than the caller.
 */
function checkActsFor(real: Actor, actor: Actor): void {
  const user = { ...real, limit: undefined }
  checkCovers(user, actor.permissions)
  const groups = accessLevels.flatMap((access) => actor.groups[access].map((group_id) => ({ group_id, access })))
  checkCoversGroups(user, may(actor, 'ticket.agent') ? groups : [])
}

/** The rights are the other user's; what limits the token limits it still. An inactive user can be acted for. */
const actorForSomebody = (desk: Desk, cache: ReadCache, id: number, real: Actor) =>
  actorOf(desk, cache, id, real.limit && [...real.limit], 'even inactive')

async function userNamed(desk: Desk, value: string): Promise<number | undefined> {
  const rows = await desk.database.sql
    .selectFrom('users')
    .select(['id', 'login'])
    .where((eb) => {
      const named = [eb('login', '=', value), eb('email', '=', value)]
      return eb.or(/^\d{1,15}$/.test(value) ? [...named, eb('id', '=', Number(value))] : named)
    })
    .execute()
  return (rows.find((row) => String(row.id) === value) ?? rows.find((row) => row.login === value) ?? rows[0])?.id
}
