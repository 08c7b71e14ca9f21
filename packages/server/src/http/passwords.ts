import { createHmac, randomBytes } from 'node:crypto'
import { isPassword, unknownPassword } from '../hashing.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import type { Remembered } from '../memory.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { type Attempt, attemptOn, countFailure, failuresOf, forgetFailures } from './failed-logins.ts'
import { isDue, note } from './uses.ts'

/** Finds out whose name and password these are. Made once for a service: it keeps what was verified and who failed. */
export type PasswordLogins = ReturnType<typeof passwordLogins>

export function passwordLogins(desk: Desk) {
  const proven = provenPasswords()
  const turns = turnsByAddress()
  return {
    /**
     * @param name a login or an e-mail address.
     * @param address where the request comes from.
     * @returns the user's id.
     * @throws Fault `bad_credentials`: wrong and unknown look the same from outside; `too_many_requests` while the
     * account is locked for the address; `login_failed`.
     */
    async verify(known: Remembered, name: string, password: string, address: string): Promise<number> {
      // No login has a NUL in it, and not every database can be asked for one.
      if (`${name}${password}`.includes('\0')) throw new Fault('bad_credentials')
      const login = name.trim().toLowerCase()
      const user = await userWith(desk, login)
      const attempt = attemptOn(user?.id, login, address)
      const stored = user?.password ?? undefined
      const isProven = proven.has(login, stored, password)
      const check = () => checked(desk, known, attempt, isProven, stored, password)
      const failures = isProven ? await check() : await turns(address, check)
      if (failures !== undefined) {
        await desk.pause(Math.min(100 * 2 ** failures, 5000))
        throw new Fault('bad_credentials')
      }
      if (!user?.active) throw new Fault('login_failed')
      proven.add(login, stored, password)
      noteLogin(desk, user, attempt)
      return user.id
    },
  }
}

/** Checks a password. @returns how many were wrong before this one; undefined where it is right. */
async function checked(
  desk: Desk,
  known: Remembered,
  attempt: Attempt,
  isProven: boolean,
  stored: string | undefined,
  password: string,
): Promise<number | undefined> {
  const failures = await failuresOf(desk, known, attempt, isProven)
  if (isProven || ((await isPassword(stored ?? unknownPassword, password)) && stored !== undefined)) return undefined
  await unitOfWork(desk, 1, ({ db }) => countFailure(db, attempt, desk.now()))
  return failures
}

/** Notes a login from time to time, and always when wrong passwords came before it. */
function noteLogin(desk: Desk, user: NonNullable<Awaited<ReturnType<typeof userWith>>>, { address }: Attempt): void {
  const now = desk.now()
  if (user.login_failed === 0 && !isDue(user.last_login, now)) return
  const stamp = { last_login: now.toISOString(), login_failed: 0 }
  note(desk, async (db) => {
    await forgetFailures(db, user.id, address)
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
    add(login: string, stored: string | undefined, password: string): void {
      if (marks.size >= 10_000) marks.clear()
      marks.add(markOf(login, stored, password))
    },
  }
}

/** Guesses from one address that wait for each other. */
const mostWaiting = 50

/** One guess after the other for an address: those sent at once are counted before the next is looked at. */
function turnsByAddress() {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(address) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= mostWaiting) {
      throw new Fault('too_many_requests', undefined, { headers: { 'retry-after': '5' } })
    }
    queue.length++
    queues.set(address, queue)
    const mine = queue.last.then(work, work)
    queue.last = mine
    try {
      return await mine
    } finally {
      if (--queue.length === 0) queues.delete(address)
    }
  }
}
