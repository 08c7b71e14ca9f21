import { MAX_PASSWORD_LENGTH, violatedPasswordRules } from '@deskbell/contract'
import { hashPassword, passwordMatches } from '../../auth/hashing.ts'
import { invalid } from '../../errors/fault.ts'

/**
 * A hashed password. It is a class so that unhashed text is never stored: no value of a request body can be an instance
 * of it.
 */
export class PasswordHash {
  readonly argon2id: string
  constructor(argon2id: string) {
    this.argon2id = argon2id
  }
}

/**
 * Hashes a password. It takes tens of milliseconds, so it must not be called inside a transaction.
 * @returns undefined for a blank value, which keeps the current password.
 * @throws Fault `invalid` if the value is not a text, or too long.
 */
export async function hashOf(input: unknown, key = 'password'): Promise<PasswordHash | undefined> {
  if (input === undefined || input === null || input === '') return undefined
  if (typeof input !== 'string') throw invalid(key, `${key}: expected a text.`)
  if (input.length > MAX_PASSWORD_LENGTH)
    throw invalid(key, `${key} is too long (maximum is ${MAX_PASSWORD_LENGTH} characters).`)
  return new PasswordHash(await hashPassword(input))
}

/** Returns true if a password matches the stored hash; false without a hash. */
export const matchesHash = async (stored: string | null, password: unknown): Promise<boolean> =>
  stored !== null &&
  typeof password === 'string' &&
  password.length <= MAX_PASSWORD_LENGTH &&
  passwordMatches(stored, password)

/** Returns the rules that a new password violates, as sentences; empty if it is valid. */
export const violatedRules = (password: string): string[] =>
  violatedPasswordRules(password).map(({ message }) => message)
