import { createHmac, randomBytes } from 'node:crypto'
import { passwordMatches, unknownLoginHash } from './hashing.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { type Attempt, attemptOn, forgetFailures, forgetUnwritten } from './failed-logins.ts'
import { checkGuess } from './guesses.ts'
import { isStale, recordUse } from './last-use.ts'
import { accountOf } from './users.ts'
import type { VerifiedLogin } from './verified-login.ts'

/** Verifies names and passwords. A service has one instance, because it caches passwords that were right. */
export type PasswordLogins = ReturnType<typeof passwordLogins>

export function passwordLogins(desk: Desk) {
  const proven = provenPasswords()
  return {
    /**
     * @param name a login or an e-mail address.
     * @param address the address of the client.
     * @throws Fault `bad_credentials` for a wrong password and for an unknown name alike; `login_failed` for the right
     * password of an inactive user; `too_many_requests` while the account is locked for the address, or the address for all
     * accounts, and if too many passwords wait to be checked.
     */
    async verify(cache: ReadCache, name: string, password: string, address: string): Promise<VerifiedLogin> {
      // No login contains NUL, and PostgreSQL rejects it in parameters.
      if (`${name}${password}`.includes('\0')) throw new Fault('bad_credentials')
      const login = name.trim().toLowerCase()
      const user = await accountOf(desk.database, login)
      const attempt = attemptOn(user?.id, login, address)
      const stored = user?.password ?? undefined
      const isProven = proven.has(login, stored, password)
      const isCorrect = async () =>
        (await passwordMatches(stored ?? unknownLoginHash, password)) && stored !== undefined
      const failures = await checkGuess({ desk, cache, attempt, isProven }, isCorrect)
      if (failures !== undefined) {
        // Every further wrong password is answered more slowly.
        await desk.pause(Math.min(100 * 2 ** failures, 5000))
        throw new Fault('bad_credentials')
      }
      if (!user?.active || stored === undefined) throw new Fault('login_failed')
      proven.add(login, stored, password)
      recordLogin(desk, user, attempt)
      return { user: user.id, passwordHash: stored }
    },
  }
}

/**
 * Stores the time of a login, and forgets the wrong passwords from its address. Writes at most every ten minutes, but always
 * after wrong passwords.
 */
function recordLogin(desk: Desk, user: NonNullable<Awaited<ReturnType<typeof accountOf>>>, { address }: Attempt): void {
  const now = desk.now()
  forgetUnwritten(desk, user.id, address)
  if (user.login_failed === 0 && !isStale(user.last_login, now)) return
  const columns = { last_login: now.toISOString(), login_failed: 0 }
  recordUse(desk, async (db) => {
    await forgetFailures(desk, db, user.id, address)
    await db.sql.updateTable('users').set(columns).where('id', '=', user.id).execute()
  })
}

/** Maximum number of cached passwords. */
const MAX_PROVEN = 10_000

/**
 * Caches right passwords as keyed hashes of login, password and stored hash. Clients that sign in with every request
 * wait for argon2 only once, and a replaced password is checked again.
 */
function provenPasswords() {
  const key = randomBytes(32)
  const hashes = new Set<string>()
  const hashOf = (login: string, stored: string | undefined, password: string) =>
    createHmac('sha256', key).update(`${login}\0${stored}\0${password}`).digest('base64')
  return {
    has: (login: string, stored: string | undefined, password: string): boolean =>
      stored !== undefined && hashes.has(hashOf(login, stored, password)),
    add(login: string, stored: string, password: string): void {
      if (hashes.size >= MAX_PROVEN) hashes.clear()
      hashes.add(hashOf(login, stored, password))
    },
  }
}
