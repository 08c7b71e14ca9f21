import { MAX_PASSWORD_LENGTH, violatedPasswordRules } from '@deskbell/contract'
import { hashPassword, isPassword } from '../../auth/hashing.ts'
import { invalid } from '../../errors/fault.ts'

/**
 * A hashed password. It is a class, because no value of a request body can be an instance of it, so that unhashed text is
 * never stored.
 */
export class PasswordHash {
  readonly argon2id: string
  constructor(argon2id: string) {
    this.argon2id = argon2id
  }
}

/**
 * Hashes a password. It takes some ten milliseconds, so never call it inside a transaction.
 * @returns undefined for a blank value, which keeps the current password.
 * @throws Fault `invalid` if the value is not a text, or too long.
 */
export async function hashed(given: unknown, key = 'password'): Promise<PasswordHash | undefined> {
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given !== 'string') throw invalid(key, `${key}: expected a text.`)
  if (given.length > MAX_PASSWORD_LENGTH)
    throw invalid(key, `${key} is too long (maximum is ${MAX_PASSWORD_LENGTH} characters).`)
  return new PasswordHash(await hashPassword(given))
}

/** Returns true if a password matches the stored hash; false without a hash. */
export const isRight = async (stored: string | null, given: unknown): Promise<boolean> =>
  stored !== null && typeof given === 'string' && given.length <= MAX_PASSWORD_LENGTH && isPassword(stored, given)

/** Returns the violated rules for a new password, from the API or the command line, as sentences; empty if it is valid. */
export const weaknesses = (password: string): string[] =>
  violatedPasswordRules(password).map(({ sentence }) => sentence)
