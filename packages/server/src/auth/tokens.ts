import { hash, randomBytes } from 'node:crypto'
import type { Permission } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { audit, auditAccount } from '../writing/audit.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

/** A new API token. */
export interface NewToken {
  readonly name: string
  /** The permissions to which it is limited; all permissions of its user if absent. */
  readonly permissions?: readonly Permission[]
  /** The time at which it expires, as ISO 8601. */
  readonly expires?: string
}

/** The `action` of a token that lets its bearer set a new password. */
export const passwordReset = 'PasswordReset'

/**
 * The `action` of a token in the link that makes somebody the first administrator; see `setup/first-admin.ts`.
 */
export const firstAdminLink = 'FirstAdmin'

/** The `action` of a token in the cookie of a browser. */
export const browserSession = 'session'

/** Makes a random secret of 384 bits. */
export const makeSecret = (): string => randomBytes(48).toString('base64url')

/** Makes a token that lets its bearer set a new password for a user, once, within a day. */
export const makeResetToken = (desk: Desk, user: number): Promise<string> =>
  unitOfWork(desk, user, async (unit) => (await writeResetToken(unit, user)).token)

/** Stores a password reset token. @param hours the time for which it is valid. @returns the token and its expiry. */
export async function writeResetToken(
  unit: Unit,
  user_id: number,
  hours = 24,
): Promise<{ token: string; expires_at: string }> {
  const token = makeSecret()
  const expires_at = new Date(Date.parse(unit.now) + hours * 3_600_000).toISOString()
  await insert(unit, 'token', { user_id, action: passwordReset, hash: hash('sha256', token), expires_at })
  await auditAccount(unit, 'password_link_created', user_id)
  return { token, expires_at }
}

/** The `action` of a token that confirms the address of somebody who has signed up. */
const signUpLink = 'SignUp'

/** Makes a token that confirms the address of a user, within a day. */
export async function writeSignUpToken(unit: Unit, user_id: number): Promise<string> {
  const token = makeSecret()
  const expires_at = new Date(Date.parse(unit.now) + 24 * 3_600_000).toISOString()
  await insert(unit, 'token', { user_id, action: signUpLink, hash: hash('sha256', token), expires_at })
  return token
}

/** Finds the inactive user of a sign-up token by its hash; undefined if it is unknown, expired or used. */
export const userOfSignUpToken = ({ sql }: Connection, hashed: string, now: string) =>
  sql
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['users.id', 'users.login', 'users.password', 'users.email'])
    .where('tokens.hash', '=', hashed)
    .where('tokens.action', '=', signUpLink)
    .where('tokens.expires_at', '>', now)
    .where('users.active', '=', false)
    .executeTakeFirst()

/**
 * Returns true if a user has signed up, has not confirmed the address, and has neither been activated by an administrator
 * nor deactivated since.
 */
export async function waitsForConfirmation({ sql }: Connection, user: number): Promise<boolean> {
  const link = sql
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select('tokens.id')
    .where('users.id', '=', user)
    .where('users.active', '=', false)
    .where('tokens.action', '=', signUpLink)
  return (await link.executeTakeFirst()) !== undefined
}

/** Finds the active user of a password reset token by its hash; undefined if it is unknown, expired or used. */
export const userOfResetToken = ({ sql }: Connection, hashed: string, now: string) =>
  sql
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['users.id', 'users.login'])
    .where('tokens.hash', '=', hashed)
    .where('tokens.action', '=', passwordReset)
    .where('tokens.expires_at', '>', now)
    .where('users.active', '=', true)
    .executeTakeFirst()

/**
 * Deletes the tokens in the links to a user's account, which set a password, confirm an address or hand over the account
 * of the first administrator. Called when the account gets a password, or is activated or deactivated.
 */
export const endAccountLinks = ({ db }: Unit, user: number): Promise<unknown> =>
  db.sql
    .deleteFrom('tokens')
    .where('user_id', '=', user)
    .where('action', 'in', [passwordReset, firstAdminLink, signUpLink])
    .execute()

/**
 * Stores the token that Zammad clients expect after a password check, and deletes the previous one. It expires after an
 * hour and gives no access; Deskbell never reads it.
 * @param secret the text of the token; only its hash is stored.
 */
export async function writeCheckToken(unit: Unit, user_id: number, secret: string): Promise<void> {
  const action = 'PasswordCheck'
  await unit.db.sql.deleteFrom('tokens').where('user_id', '=', user_id).where('action', '=', action).execute()
  const expires_at = new Date(Date.parse(unit.now) + 3_600_000).toISOString()
  await insert(unit, 'token', { user_id, action, hash: hash('sha256', secret), expires_at })
}

/** Makes an API token for a user, and returns its secret. Only the hash is stored. */
export async function makeToken(desk: Desk, user: number, token: NewToken): Promise<string> {
  const secret = makeSecret()
  await unitOfWork(desk, user, (unit) => writeToken(unit, user, secret, token))
  return secret
}

/** Stores an API token with a secret; tokens without an `action` are for the API. @returns its id. */
export async function writeToken(unit: Unit, user: number, secret: string, token: NewToken): Promise<number> {
  const id = await insert(unit, 'token', {
    user_id: user,
    name: token.name,
    hash: hash('sha256', secret),
    preferences: token.permissions ? { permission: [...token.permissions] } : {},
    ...(token.expires === undefined ? {} : { expires_at: token.expires }),
  })
  const limits = token.permissions ? { permissions: { from: null, to: token.permissions.join(', ') } } : {}
  const changes = { user_id: { from: null, to: user }, ...limits }
  await audit(unit, { action: 'token_created', target: { object: 'token', id, name: token.name }, changes })
  return id
}
