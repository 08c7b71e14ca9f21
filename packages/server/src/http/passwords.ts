import { createHmac, hash as digest, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword, isPassword } from '../hashing.ts'
import { settingOf } from '../resources/setting/setting.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import type { Remembered } from '../memory.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { isDue, note } from './uses.ts'

/** Finds out whose name and password these are. Made once for a service: it keeps what was verified and who failed. */
export type PasswordLogins = ReturnType<typeof passwordLogins>

export function passwordLogins(desk: Desk) {
  const passwords = passwordCheck(desk)
  return {
    /**
     * @param name a login or an e-mail address.
     * @returns the user's id.
     * @throws Fault `bad_credentials`: wrong, locked and unknown look the same from outside; `login_failed`.
     */
    async verify(known: Remembered, name: string, password: string): Promise<number> {
      // No login has a NUL in it, and not every database can be asked for one.
      if (`${name}${password}`.includes('\0')) throw new Fault('bad_credentials')
      const mostFailures = await settingOf({ known, db: desk.database }, 'password_max_login_failed')
      const login = name.trim().toLowerCase()
      const user = await userWith(desk, login)
      const right = await passwords.inTurn(login, async () => {
        const matches = await passwords.check(login, user?.password ?? undefined, password)
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
      return user.id
    },
  }
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
  let nobody: Promise<string> | undefined
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
      // An unknown login takes as long as a wrong password, also when it is the first of all.
      const other = await (nobody ??= hashPassword(randomBytes(16).toString('hex')))
      const right = await isPassword(stored ?? other, password)
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
