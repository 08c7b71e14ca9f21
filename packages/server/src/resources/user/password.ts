import { hashPassword, isPassword } from '../../auth/hashing.ts'
import { invalid } from '../../errors/fault.ts'

/**
 * A password as it is kept. A class, because nothing that comes in a body can be one: a text that was not hashed never
 * reaches the table.
 */
export class PasswordHash {
  readonly argon2id: string
  constructor(argon2id: string) {
    this.argon2id = argon2id
  }
}

/** More is no password but an attempt to keep the service busy. */
const MAX_LENGTH = 1000

/**
 * Hashes a password, which takes some ten milliseconds on purpose, so never inside a transaction. Blank is none at all:
 * at a change the old one stays (reference, section 3.3).
 * @throws Fault `invalid` for what is no text.
 */
export async function hashed(given: unknown, key = 'password'): Promise<PasswordHash | undefined> {
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given !== 'string') throw invalid(key, `${key}: expected a text.`)
  if (given.length > MAX_LENGTH) throw invalid(key, `${key} is too long (maximum is ${MAX_LENGTH} characters).`)
  return new PasswordHash(await hashPassword(given))
}

/** Whether a password is the one that is kept; nobody has none. */
export const isRight = async (stored: string | null, given: unknown): Promise<boolean> =>
  stored !== null && typeof given === 'string' && given.length <= MAX_LENGTH && isPassword(stored, given)

/** What is wrong with a password that a person chooses, here or on the command line; empty when nothing is. */
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
