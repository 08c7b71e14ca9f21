import { hash, randomBytes } from 'node:crypto'
import type { Permission } from '@deskbell/contract'
import type { Desk, Unit } from '../kernel/context.ts'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'

/** What a new token says of itself. */
export interface NewToken {
  readonly name: string
  /** What it is limited to; absent: everything its user may. */
  readonly permissions?: readonly Permission[]
  /** The moment it ends. */
  readonly expires?: string
}

/** What a token is for that lets its bearer set a new password. */
export const passwordReset = 'PasswordReset'

/** What a token is for that stands in the cookie of a browser. */
export const browserSession = 'session'

/** A secret that nobody guesses. */
export const makeSecret = (): string => randomBytes(48).toString('base64url')

/** Makes a token that lets its bearer set a new password for a user, once, within a day. */
export async function makeResetToken(desk: Desk, user: number): Promise<string> {
  const secret = makeSecret()
  const expires_at = new Date(desk.now().getTime() + 24 * 3_600_000).toISOString()
  await unitOfWork(desk, user, (unit) =>
    insert(unit, 'token', { user_id: user, action: passwordReset, hash: hash('sha256', secret), expires_at }),
  )
  return secret
}

/** Removes the password reset tokens of a user: a new password, and the end of the account, end them. */
export const endPasswordResets = ({ db }: Unit, user: number): Promise<unknown> =>
  db.sql.deleteFrom('tokens').where('user_id', '=', user).where('action', '=', passwordReset).execute()

/** Writes down that a user knew their password, for an hour; the latest check replaces the one before. */
export async function writeCheckToken(unit: Unit, user_id: number, secret: string): Promise<void> {
  const action = 'PasswordCheck'
  await unit.db.sql.deleteFrom('tokens').where('user_id', '=', user_id).where('action', '=', action).execute()
  const expires_at = new Date(Date.parse(unit.now) + 3_600_000).toISOString()
  await insert(unit, 'token', { user_id, action, hash: hash('sha256', secret), expires_at })
}

/** Makes an API token for a user. Only its hash is kept: this is the one time the secret is known. */
export async function makeToken(desk: Desk, user: number, given: NewToken): Promise<string> {
  const secret = makeSecret()
  await unitOfWork(desk, user, (unit) => writeToken(unit, user, secret, given))
  return secret
}

/** Writes down what a token with this secret may do. @returns its id. */
export const writeToken = (unit: Unit, user: number, secret: string, given: NewToken): Promise<number> =>
  insert(unit, 'token', {
    user_id: user,
    name: given.name,
    hash: hash('sha256', secret),
    preferences: given.permissions ? { permission: [...given.permissions] } : {},
    ...(given.expires === undefined ? {} : { expires_at: given.expires }),
  })
