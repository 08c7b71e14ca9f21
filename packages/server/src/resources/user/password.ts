import { hashPassword, isPassword } from '../../auth/hashing.ts'
import { invalid } from '../../errors/fault.ts'

/** A hashed password. A class, so that no value of a request body can be one, and unhashed text is never stored. */
export class PasswordHash {
  readonly argon2id: string
  constructor(argon2id: string) {
    this.argon2id = argon2id
  }
}

/** Maximum length of a password, which limits the time of hashing. */
const MAX_LENGTH = 1000

/**
 * Hashes a password. It takes some ten milliseconds, so never call it inside a transaction.
 * @returns undefined for a blank value, which keeps the current password.
 * @throws Fault `invalid` if the value is not a text, or too long.
 */
export async function hashed(given: unknown, key = 'password'): Promise<PasswordHash | undefined> {
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given !== 'string') throw invalid(key, `${key}: expected a text.`)
  if (given.length > MAX_LENGTH) throw invalid(key, `${key} is too long (maximum is ${MAX_LENGTH} characters).`)
  return new PasswordHash(await hashPassword(given))
}

/** Returns whether a password matches the stored hash; false without a hash. */
export const isRight = async (stored: string | null, given: unknown): Promise<boolean> =>
  stored !== null && typeof given === 'string' && given.length <= MAX_LENGTH && isPassword(stored, given)

/** Returns the violated rules for a new password, from the API or the command line, as sentences; empty if it is valid. */
export function weaknesses(password: string): string[] {
  const shortest = 10
  const missing = [
    { is: Array.from(password).length >= shortest, sentence: `The password needs at least ${shortest} characters.` },
    {
      is: /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
      sentence: 'The password needs small and capital letters.',
    },
    { is: /\d/.test(password), sentence: 'The password needs a digit.' },
    { is: password.length <= MAX_LENGTH, sentence: `The password can have at most ${MAX_LENGTH} characters.` },
  ]
  return missing.flatMap(({ is, sentence }) => (is ? [] : [sentence]))
}
