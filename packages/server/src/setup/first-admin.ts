import { hash } from 'node:crypto'
import { resources, systemUser } from '@deskbell/contract'
import { firstAdminLink, makeSecret } from '../auth/tokens.ts'
import type { VerifiedLogin } from '../auth/verified-login.ts'
import type { Connection } from '../db/dialect.ts'
import { Fault } from '../errors/fault.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { asSystem } from '../resources/user/actor.ts'
import type { PasswordHash } from '../resources/user/password.ts'
import { mergePreferences } from '../resources/user/preferences.ts'
import { hasOtherAdministrator } from '../resources/user/rights.ts'
import { insert, unitOfWork, writeContext } from '../writing/unit-of-work.ts'
import { change } from '../writing/write.ts'

/*
 * The first start creates the account of an administrator and a link with a token. The person who opens the link takes
 * over the account: they give it their name, address and password. As long as the account has such a token, even an expired
 * one, and there is no other administrator, each start creates a new link; expired tokens therefore stay in the database.
 * The tokens are deleted when the account gets a password or a session.
 */

/** Milliseconds for which a link works. */
const LIFETIME = 24 * 3_600_000

/** The person who becomes the first administrator. */
export interface FirstPerson {
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  /** The language of the person, such as `en-us`. */
  readonly locale?: string | undefined
  readonly password: PasswordHash
}

/** Stores a token with which its bearer becomes the first administrator, and returns the token's secret. */
export async function writeFirstAdminToken(unit: Unit, user_id: number): Promise<string> {
  const secret = makeSecret()
  const expires_at = new Date(Date.parse(unit.now) + LIFETIME).toISOString()
  await insert(unit, 'token', { user_id, action: firstAdminLink, hash: hash('sha256', secret), expires_at })
  return secret
}

/**
 * Creates another token if the account of the first administrator can still be taken over, and returns its secret; otherwise
 * undefined.
 */
export async function renewFirstAdminToken(desk: Desk): Promise<string | undefined> {
  if ((await unclaimedAdmin(desk.database)) === undefined) return undefined
  return unitOfWork(desk, systemUser, async (unit) => {
    const user = await unclaimedAdmin(unit.db)
    return user === undefined ? undefined : writeFirstAdminToken(unit, user)
  })
}

/** Returns the id of the first administrator; undefined if the account can no longer be taken over. */
export async function unclaimedAdmin(connection: Connection): Promise<number | undefined> {
  const row = await connection.sql
    .selectFrom('tokens')
    .select('user_id')
    .where('action', '=', firstAdminLink)
    .limit(1)
    .executeTakeFirst()
  return row && !(await hasOtherAdministrator(connection, row.user_id)) ? row.user_id : undefined
}

/** Returns true if a token makes its bearer the first administrator. */
export async function isFirstAdminToken(desk: Desk, secret: string): Promise<boolean> {
  return (await holderOf(desk.database, secret, desk.now().toISOString())) !== undefined
}

/**
 * Gives the account of the first administrator to a person, and deletes all tokens for it. If two people use a token at
 * the same time, only one of them succeeds.
 * @throws Fault `forbidden` for a token that is wrong, has expired or was used; `invalid` for a wrong value.
 */
export async function claimFirstAdmin(desk: Desk, secret: string, person: FirstPerson): Promise<VerifiedLogin> {
  const system = await asSystem(desk)
  const { locale, ...values } = person
  const user = await unitOfWork(desk, systemUser, async (unit) => {
    const holder = await holderOf(unit.db, secret, unit.now)
    if (holder === undefined) throw linkUsed()
    // The row is deleted first, so that a second transaction waits here and then finds it gone.
    const claim = unit.db.sql.deleteFrom('tokens').where('user_id', '=', holder).where('action', '=', firstAdminLink)
    const { numDeletedRows } = await claim.executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw linkUsed()
    const ctx = writeContext(system, unit)
    await change(ctx, resources.user, holder, { ...values, login: person.email })
    if (locale !== undefined) await mergePreferences(ctx, holder, { locale })
    return holder
  })
  return { user, passwordHash: person.password.argon2id }
}

/** The error for a link that does not work, whatever the reason. */
export const linkUsed = (): Fault =>
  new Fault('forbidden', 'This link has been used or has expired. Start the service again to get a new one.')

async function holderOf(connection: Connection, secret: string, now: string): Promise<number | undefined> {
  const row = await connection.sql
    .selectFrom('tokens')
    .select('user_id')
    .where('hash', '=', hash('sha256', secret))
    .where('action', '=', firstAdminLink)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && !(await hasOtherAdministrator(connection, row.user_id)) ? row.user_id : undefined
}
