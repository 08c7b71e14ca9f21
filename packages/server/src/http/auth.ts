import { createHmac, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Permission } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Credentials } from '../events/credentials.ts'
import { said, saidValue, settingOf } from '../resources/setting/setting.ts'
import { actorOf } from '../resources/user/actor.ts'
import { type Actor, type Desk, holds, may } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import type { Remembered } from '../memory.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** How often the books say that a token or an account was used, in milliseconds. */
const noteEvery = 10 * 60_000

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Who asked with the same headers a moment ago, and until when that holds in milliseconds. */
interface Known {
  readonly actor: Actor
  readonly until: number
}
/** Credentials are looked at again after so many milliseconds, also when nothing was written. */
const trustFor = 60_000

/** Finds out who asks. Made once for a service: it keeps what was verified and who failed. */
export function authentication(desk: Desk) {
  const passwords = passwordCheck(desk)

  async function identify(headers: Headers, known: Remembered, given: string, key: string): Promise<Actor> {
    const space = given.indexOf(' ')
    const scheme = given.slice(0, space).toLowerCase().replace(/:$/, '')
    const rest = given.slice(space + 1).trim()
    if (scheme === 'basic') return onBehalf(desk, known, headers, await byPassword(desk, known, passwords, rest))
    if (scheme !== 'token' && scheme !== 'bearer') throw new Fault('no_credentials')
    const { actor, ends } = await byToken(desk, known, rest)
    const caller = await onBehalf(desk, known, headers, actor)
    const until = Math.min(desk.now().getTime() + trustFor, ends)
    known.keep(key, { actor: caller, until } satisfies Known, 512)
    return caller
  }

  /**
   * @param known what is known of the state that the request began to read.
   * @throws Fault when there are no credentials, when they are wrong, or when they have ended.
   */
  return (headers: Headers, known: Remembered): Actor | Promise<Actor> => {
    const given = headers['authorization']
    if (typeof given !== 'string' || given === '') throw new Fault('no_credentials')
    const key = `caller:${given}\0${String(headers['from'] ?? headers['x-on-behalf-of'] ?? '')}`
    const caller = known.recall<Known>(key)
    if (caller && desk.now().getTime() < caller.until) return caller.actor
    return identify(headers, known, given, key)
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

/** `Token token=abc`, `Token token="abc"`, `Token abc` and `Bearer abc` all mean the same token. */
async function byToken(desk: Desk, known: Remembered, text: string): Promise<{ actor: Actor; ends: number }> {
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
  const actor = await actorOf(desk, known, token.user_id, permission)
  if (!actor) throw new Fault('login_failed')
  if (saidValue(token.closed) === true) staysOpenFor(actor)
  if (isDue(token.last_used_at, now)) {
    const stamp = { last_used_at: now.toISOString() }
    note(desk, (db) => db.updateTable('tokens').set(stamp).where('id', '=', token.id).execute())
  }
  return { actor, ends: token.expires_at === null ? Infinity : Date.parse(token.expires_at) }
}

/** In maintenance only those who look after it get in. @throws Fault `forbidden`. */
function staysOpenFor(actor: Actor): void {
  if (!may(actor, 'admin.maintenance')) throw new Fault('forbidden', 'Maintenance mode enabled!')
}

const hashOf = (text: string): string => digest('sha256', text.replace(/^token=/, '').replace(/^"(.*)"$/, '$1'))

/** What somebody who is known by these headers came with; undefined when it is gone meanwhile. */
export async function credentialsOf(desk: Desk, headers: Headers): Promise<Credentials | undefined> {
  const given = String(headers['authorization'])
  const rest = given.slice(given.indexOf(' ') + 1).trim()
  if (/^basic\b/i.test(given)) {
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

const isDue = (last: string | null, now: Date): boolean => last === null || now.getTime() - Date.parse(last) > noteEvery

/** Keeps the books without holding up the answer: a note that cannot be written is no reason to refuse. */
function note(desk: Desk, write: (db: Desk['database']['sql']) => Promise<unknown>): void {
  unitOfWork(desk, 1, (unit) => write(unit.db.sql)).catch((error: unknown) =>
    desk.log.warn({ error }, 'could not note a use of credentials'),
  )
}

type PasswordCheck = ReturnType<typeof passwordCheck>

/** `login-or-email:password`, base64. Wrong, locked and unknown look the same from outside. */
async function byPassword(desk: Desk, known: Remembered, passwords: PasswordCheck, text: string): Promise<Actor> {
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  // No login has a NUL in it, and not every database can be asked for one.
  if (colon < 1 || decoded.includes('\0')) throw new Fault('bad_credentials')
  const at = { known, db: desk.database }
  // Said before anybody is looked for, so that it does not tell who is there.
  if (!(await settingOf(at, 'api_password_access'))) throw new Fault('forbidden', 'API password access disabled!')
  const mostFailures = await settingOf(at, 'password_max_login_failed')
  const login = decoded.slice(0, colon).trim().toLowerCase()
  const user = await desk.database.sql
    .selectFrom('users')
    .select(['id', 'password', 'login_failed', 'last_login', 'active'])
    .where((eb) => eb.or([eb('login', '=', login), eb('email', '=', login)]))
    // A login wins over somebody else's address.
    .orderBy((eb) => eb.case().when('login', '=', login).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst()
  const right = await passwords.inTurn(login, async () => {
    const matches = await passwords.check(login, user?.password ?? undefined, decoded.slice(colon + 1))
    if (user && !matches) await countFailure(desk, user.id)
    return user !== undefined && matches && (await failuresOf(desk, user.id)) < mostFailures
  })
  if (!user || !right) {
    await passwords.slowDown(login)
    throw new Fault('bad_credentials')
  }
  if (!user.active) throw new Fault('login_failed')
  passwords.succeeded(login)
  const now = desk.now()
  if (user.login_failed > 0 || isDue(user.last_login, now)) {
    const stamp = { last_login: now.toISOString(), login_failed: 0 }
    note(desk, (db) => db.updateTable('users').set(stamp).where('id', '=', user.id).execute())
  }
  const actor = await actorOf(desk, known, user.id)
  if (!actor) throw new Fault('login_failed')
  if (await settingOf(at, 'maintenance_mode')) staysOpenFor(actor)
  return actor
}

/** Read when the password was checked: guesses before this one may have locked the account meanwhile. */
async function failuresOf({ database }: Desk, id: number): Promise<number> {
  const user = await database.sql.selectFrom('users').select('login_failed').where('id', '=', id).executeTakeFirst()
  return user?.login_failed ?? Infinity
}

const countFailure = (desk: Desk, id: number): Promise<unknown> =>
  unitOfWork(desk, 1, (unit) =>
    unit.db.sql
      .updateTable('users')
      .set({ login_failed: sql<number>`login_failed + 1` })
      .where('id', '=', id)
      .execute(),
  )

/**
 * Checks passwords and slows down whoever guesses. A right one is remembered as a keyed hash of itself and of what it
 * was checked against, so that clients that sign in with every request pay for argon2 once, and a new password counts at once.
 */
function passwordCheck(desk: Desk) {
  const key = randomBytes(32)
  const verified = new Set<string>()
  const failures = new Map<string, number>()
  const nobody = hash(randomBytes(16).toString('hex'))
  const turns = new Map<string, Promise<boolean>>()
  return {
    /** One after the other for a login: guesses sent at once are counted before the next is looked at. */
    inTurn(login: string, look: () => Promise<boolean>): Promise<boolean> {
      const name = nameOf(login)
      const before = turns.get(name)
      const mine = before ? before.then(look, look) : look()
      turns.set(name, mine)
      const leave = () => turns.get(name) === mine && turns.delete(name)
      mine.then(leave, leave)
      return mine
    },
    async check(login: string, stored: string | undefined, password: string): Promise<boolean> {
      const mark = createHmac('sha256', key).update(`${login}\0${stored}\0${password}`).digest('base64')
      if (verified.has(mark)) return true
      // An unknown login takes as long as a wrong password.
      const right = await verify(stored ?? (await nobody), password).catch(() => false)
      if (!right || stored === undefined) return false
      if (verified.size >= 10_000) verified.clear()
      verified.add(mark)
      return true
    },
    async slowDown(login: string): Promise<void> {
      if (failures.size >= 10_000) failures.clear()
      const count = (failures.get(nameOf(login)) ?? 0) + 1
      failures.set(nameOf(login), count)
      await desk.pause(Math.min(100 * 2 ** (count - 1), 5000))
    },
    succeeded: (login: string) => failures.delete(nameOf(login)),
  }
}

/** A login as it is remembered: what somebody makes up may be as long as a header. */
const nameOf = (login: string): string => digest('sha1', login)

/** `From` and, for older clients, `X-On-Behalf-Of` (reference, section 1.5). */
async function onBehalf(desk: Desk, known: Remembered, headers: Headers, real: Actor): Promise<Actor> {
  const header = headers['from'] ?? headers['x-on-behalf-of']
  if (header === undefined || header === '') return real
  const value = [header].flat().join().trim().toLowerCase()
  if (!may(real, 'admin.user')) throw new Fault('forbidden', 'Only a user administrator may act for somebody else.')
  const id = await userNamed(desk, value)
  const actor = id === undefined ? undefined : await actorForSomebody(desk, known, id, real)
  if (!actor) throw new Fault('forbidden', `No such user '${value.slice(0, 100)}'`)
  return actor
}

/** The rights are the other user's; what limits the token limits it still. An inactive user can be acted for. */
const actorForSomebody = (desk: Desk, known: Remembered, id: number, real: Actor) =>
  actorOf(desk, known, id, real.limit && [...real.limit], 'even inactive')

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
