import { availableParallelism } from 'node:os'
import { Fault } from '../errors/fault.ts'

/**
 * The library hashes passwords with argon2id and its default parameters. It takes 3 MiB of memory and is therefore
 * loaded with the first password.
 */
const library = () => import('@node-rs/argon2')

/** Returns the hash of a password, as it is stored. @throws Fault `too_many_requests`. */
export const hashPassword = (password: string): Promise<string> => inTurn(async () => (await library()).hash(password))

/** Returns true if a password matches a stored hash; false for an invalid hash. @throws Fault `too_many_requests`. */
export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  inTurn(async () => (await library()).verify(stored, password).catch(() => false))

/**
 * A hash that no password is known to match. The password for an unknown login is compared with it, so that the response
 * takes as long as that for a wrong password.
 */
export const unknownLoginHash =
  '$argon2id$v=19$m=19456,t=2,p=1$b2YgbmFtZXMgdW5rbm93bg$5bVh0Xo2mJc7rRkq0m8WQyT3vE1sZl9uKfHn4aPdIxs'

/**
 * Number of hashes that are computed concurrently. Each takes a core, and one of the four threads that also read and write
 * files.
 */
export const MAX_CONCURRENT_HASHES = availableParallelism() > 2 ? 2 : 1
/** Maximum length of the queue of hashes: about a second of work. */
export const MAX_QUEUED_HASHES = 32

const waiting: (() => void)[] = []
let running = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_CONCURRENT_HASHES) running++
  else if (waiting.length < MAX_QUEUED_HASHES) await new Promise<void>((resolve) => waiting.push(resolve))
  else
    throw new Fault('too_many_requests', 'Too many passwords are being checked.', { headers: { 'retry-after': '2' } })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
