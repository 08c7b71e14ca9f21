import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { systemUser } from '@deskbell/contract'
import { settingOf } from '../kernel/settings.ts'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { storageFault } from '../kernel/storage-fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { audit, type AuditedAction } from '../writing/audit.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { addUnwritten, type Failures, removeUnwritten, unwrittenFrom } from './unwritten-failures.ts'

/** Milliseconds for which the wrong passwords for an account from an address count, from the last of them on. */
const LOCK_TIME = 15 * 60_000

/** Number of wrong passwords from one address, for all accounts together, after which the address is locked. */
const MAX_FROM_ADDRESS = 50

/**
 * An account and the address of the client that tries a password for it. Names without an account are locked in the
 * same way, so that a response does not reveal which accounts exist.
 */
export interface Attempt {
  readonly account: string
  readonly address: string
}

/**
 * Returns the attempt on an account, or on a name that has none. Such names are hashed: some are mistyped passwords.
 */
export const attemptOn = (user: number | undefined, name: string, address: string): Attempt => ({
  account: user === undefined ? `name ${hash('sha1', name)}` : `user ${user}`,
  address,
})

/**
 * Returns the number of wrong passwords for an account from an address.
 * @param isProven true if the password is known to be right; the limit of the address does not apply then.
 * @throws Fault `too_many_requests` while the account is locked for the address, or the address for all accounts.
 */
export async function failuresOf(
  desk: Desk,
  cache: ReadCache,
  { account, address }: Attempt,
  isProven: boolean,
): Promise<number> {
  const now = desk.now().getTime()
  const since = new Date(now - LOCK_TIME).toISOString()
  const limit = await settingOf({ cache, db: desk.database }, 'password_max_login_failed')
  const ofAddress = await failuresFrom(desk, address, since)
  const ofAccount = ofAddress.filter((failure) => failure.account === account)
  const total = totalOf(ofAccount)
  if (total >= limit) throw lockedUntil(ofAccount.at(-1)?.last_at ?? '', now)
  if (totalOf(ofAddress) >= MAX_FROM_ADDRESS && !isProven) throw lockedUntil(ofAddress[0]?.last_at ?? '', now)
  return total
}

/** Returns the failures of an address, the oldest first. */
async function failuresFrom(desk: Desk, address: string, since: string) {
  const written = await desk.database.sql
    .selectFrom('failed_logins')
    .select(['account', 'failures', 'last_at'])
    .where('address', '=', address)
    .where('last_at', '>', since)
    .execute()
  return [...written, ...unwrittenFrom(desk, address, since)].toSorted((a, b) => a.last_at.localeCompare(b.last_at))
}

const totalOf = (rows: readonly Pick<Failures, 'failures'>[]): number =>
  rows.reduce((sum, { failures }) => sum + failures, 0)

/**
 * Returns the fault for a locked account or address.
 * @param last the time of a wrong password; passwords are checked again when it no longer counts.
 */
function lockedUntil(last: string, now: number): Fault {
  const seconds = Math.max(1, Math.ceil((Date.parse(last) + LOCK_TIME - now) / 1000))
  return new Fault('too_many_requests', 'Too many failed logins; try again later.', {
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Counts a wrong password and records it in the audit log. If the database cannot be written, for example because the
 * disk is full, counts it in memory only, so that accounts are locked even then.
 */
export async function countFailure(desk: Desk, attempt: Attempt): Promise<void> {
  const now = desk.now()
  try {
    await unitOfWork(desk, systemUser, (unit) => writeFailure(unit, attempt, now))
  } catch (failure) {
    if (!storageFault(failure)) throw failure
    addUnwritten(desk, attempt.account, attempt.address, now.toISOString())
    desk.log.warn({ error: failure }, 'could not write a failed login; it counts in memory')
  }
}

/** Counts a wrong password in the database, and deletes the counts that have expired. */
async function writeFailure(unit: Unit, { account, address }: Attempt, now: Date): Promise<void> {
  const { sql: db } = unit.db
  const last_at = now.toISOString()
  const oldest = new Date(now.getTime() - LOCK_TIME).toISOString()
  await db.deleteFrom('failed_logins').where('last_at', '<=', oldest).execute()
  const { failures } = await upsertFailure(db, { account, address, last_at })
  // This statement runs for unknown names, too (no user has the id 0), so that the duration does not reveal whether an
  // account exists.
  const user = Number(/^user (\d+)$/.exec(account)?.[1] ?? 0)
  await db
    .updateTable('users')
    .set({ login_failed: sql<number>`login_failed + 1` })
    .where('id', '=', user)
    .execute()
  await auditFailure(unit, user, address, failures)
}

const upsertFailure = (db: Unit['db']['sql'], failure: Attempt & { readonly last_at: string }) =>
  db
    .insertInto('failed_logins')
    .values({ ...failure, failures: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'address'])
        .doUpdateSet({ failures: sql<number>`failed_logins.failures + 1`, last_at: failure.last_at }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()

/** Records a failed sign-in. A name that no account has is left out, because it may be a mistyped password. */
async function auditFailure(unit: Unit, user: number, address: string, failures: number): Promise<void> {
  const target: AuditedAction['target'] = user === 0 ? undefined : { object: 'user', id: user }
  const entry = { target, by: null, address }
  await audit(unit, { action: 'sign_in_failed', ...entry })
  const limit = await settingOf(unit, 'password_max_login_failed')
  if (failures === limit) await audit(unit, { action: 'locked', ...entry })
}

/** Forgets the wrong passwords of a user, from one address or from all. */
export async function forgetFailures(desk: Desk, db: Connection, user: number, address?: string): Promise<void> {
  forgetUnwritten(desk, user, address)
  const query = db.sql.deleteFrom('failed_logins').where('account', '=', `user ${user}`)
  await (address === undefined ? query : query.where('address', '=', address)).execute()
}

/** Forgets the wrong passwords of a user that are counted in memory only. */
export const forgetUnwritten = (desk: Desk, user: number, address?: string): void =>
  removeUnwritten(desk, `user ${user}`, address)
