import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { settingOf } from '../resources/setting/setting.ts'
import type { Connection } from '../db/dialect.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import type { Remembered } from '../memory.ts'

/** How long wrong passwords count, in milliseconds. */
export const lockedFor = 15 * 60_000

/** Wrong passwords from one address in that time, for all accounts together. */
export const mostFromAddress = 50

/** What a password is tried for, and from where. Names that no user has are counted like those of users. */
export interface Attempt {
  readonly account: string
  readonly address: string
}

export const attemptOn = (user: number | undefined, name: string, address: string): Attempt => ({
  account: user === undefined ? `name ${hash('sha1', name)}` : `user ${user}`,
  address,
})

/**
 * Counts the wrong passwords of an account from an address.
 * @param isProven the password was right a moment ago: it is no guess, whatever else comes from the address.
 * @throws Fault `too_many_requests` while the account is locked for the address, or the address for all accounts.
 */
export async function failuresOf(
  desk: Desk,
  known: Remembered,
  { account, address }: Attempt,
  isProven: boolean,
): Promise<number> {
  const now = desk.now().getTime()
  const most = await settingOf({ known, db: desk.database }, 'password_max_login_failed')
  const rows = await desk.database.sql
    .selectFrom('failed_logins')
    .select(['account', 'failures', 'last_at'])
    .where('address', '=', address)
    .where('last_at', '>', new Date(now - lockedFor).toISOString())
    .orderBy('last_at')
    .execute()
  const own = rows.find((row) => row.account === account)
  if (own && own.failures >= most) throw lockedUntil(own.last_at, now)
  const total = rows.reduce((sum, { failures }) => sum + failures, 0)
  if (total >= mostFromAddress && !isProven) throw lockedUntil(rows[0]?.last_at ?? '', now)
  return own?.failures ?? 0
}

function lockedUntil(last: string, now: number): Fault {
  const seconds = Math.max(1, Math.ceil((Date.parse(last) + lockedFor - now) / 1000))
  return new Fault('too_many_requests', 'Too many failed logins; try again later.', {
    headers: { 'retry-after': String(seconds) },
  })
}

/** Counts one more wrong password. Old ones are removed on the way. */
export async function countFailure({ sql: db }: Connection, { account, address }: Attempt, now: Date): Promise<void> {
  const last_at = now.toISOString()
  const oldest = new Date(now.getTime() - lockedFor).toISOString()
  await db.deleteFrom('failed_logins').where('last_at', '<=', oldest).execute()
  await db
    .insertInto('failed_logins')
    .values({ account, address, failures: 1, last_at })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'address'])
        .doUpdateSet({ failures: sql<number>`failed_logins.failures + 1`, last_at }),
    )
    .execute()
  // The same statements for a name that no user has, so that they take the same time.
  const user = Number(/^user (\d+)$/.exec(account)?.[1] ?? 0)
  await db
    .updateTable('users')
    .set({ login_failed: sql<number>`login_failed + 1` })
    .where('id', '=', user)
    .execute()
}

/** Forgets the wrong passwords of an account: from one address after a right one, from all when it is unlocked. */
export async function forgetFailures({ sql: db }: Connection, user: number, address?: string): Promise<void> {
  const query = db.deleteFrom('failed_logins').where('account', '=', `user ${user}`)
  await (address === undefined ? query : query.where('address', '=', address)).execute()
}
