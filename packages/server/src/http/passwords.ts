import { createHmac, randomBytes } from 'node:crypto'
import { isPassword, unknownPassword } from '../auth/hashing.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { type Attempt, attemptOn, forgetFailures, forgetUnwritten } from './failed-logins.ts'
import { guess } from './guesses.ts'
import { isDue, note } from './uses.ts'

/** A user whose password was right. */
export interface VerifiedLogin {
  readonly user: number
  /** The stored hash that the password was compared with; the user may have another password since. */
  readonly passwordHash: string
}

/** Finds out whose name and password these are. Made once for a service: it keeps what was verified. */
export type PasswordLogins = ReturnType<typeof passwordLogins>

export function passwordLogins(desk: Desk) {
  const proven = provenPasswords()
  return {
    /**
     * @param name a login or an e-mail address.
     * @param address where the request comes from.
     * @throws Fault `bad_credentials`: wrong and unknown look the same from outside; `too_many_requests` while the
     * account is locked for the address; `login_failed`.
     */
    async verify(cache: ReadCache, name: string, password: string, address: string): Promise<VerifiedLogin> {
      // No login has a NUL in it, and not every database can be asked for one.
      if (`${name}${password}`.includes('\0')) throw new Fault('bad_credentials')
      const login = name.trim().toLowerCase()
      const user = await userWith(desk, login)
      const attempt = attemptOn(user?.id, login, address)
      const stored = user?.password ?? undefined
      const isProven = proven.has(login, stored, password)
      const isRight = async () => (await isPassword(stored ?? unknownPassword, password)) && stored !== undefined
      const failures = await guess({ desk, cache, attempt, isProven }, isRight)
      if (failures !== undefined) {
        await desk.pause(Math.min(100 * 2 ** failures, 5000))
        throw new Fault('bad_credentials')
      }
      if (!user?.active || stored === undefined) throw new Fault('login_failed')
      proven.add(login, stored, password)
      noteLogin(desk, user, attempt)
      return { user: user.id, passwordHash: stored }
    },
  }
}

/** Notes a login from time to time, and always when wrong passwords came before it. */
function noteLogin(desk: Desk, user: NonNullable<Awaited<ReturnType<typeof userWith>>>, { address }: Attempt): void {
  const now = desk.now()
  forgetUnwritten(desk, user.id, address)
  if (user.login_failed === 0 && !isDue(user.last_login, now)) return
  const stamp = { last_login: now.toISOString(), login_failed: 0 }
  note(desk, async (db) => {
    await forgetFailures(desk, db, user.id, address)
    await db.sql.updateTable('users').set(stamp).where('id', '=', user.id).execute()
  })
}

const userWith = (desk: Desk, login: string) =>
  desk.database.sql
    .selectFrom('users')
    .select(['id', 'password', 'login_failed', 'last_login', 'active'])
    .where((eb) => eb.or([eb('login', '=', login), eb('email', '=', login)]))
    // A login wins over somebody else's address.
    .orderBy((eb) => eb.case().when('login', '=', login).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst()

/**
 * Remembers right passwords as keyed hashes of themselves and of what they were checked against, so that clients that
 * sign in with every request pay for argon2 once, and a new password counts at once.
 */
function provenPasswords() {
  const key = randomBytes(32)
  const marks = new Set<string>()
  const markOf = (login: string, stored: string | undefined, password: string) =>
    createHmac('sha256', key).update(`${login}\0${stored}\0${password}`).digest('base64')
  return {
    has: (login: string, stored: string | undefined, password: string): boolean =>
      stored !== undefined && marks.has(markOf(login, stored, password)),
    add(login: string, stored: string, password: string): void {
      if (marks.size >= 10_000) marks.clear()
      marks.add(markOf(login, stored, password))
    },
  }
}
