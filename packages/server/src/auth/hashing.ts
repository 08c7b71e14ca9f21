import { availableParallelism } from 'node:os'
import { Fault } from '../errors/fault.ts'

/**
 * Passwords as they are stored: argon2id with the library's own parameters. The library is loaded with the first
 * password: a service whose callers come with tokens never needs its 3 MiB.
 */
const library = () => import('@node-rs/argon2')

/** The text that is stored in the place of a password. @throws Fault `too_many_requests`. */
export const hashPassword = (password: string): Promise<string> => inTurn(async () => (await library()).hash(password))

/** Whether a password is the one that is stored so; false for what is no such text. @throws Fault `too_many_requests`. */
export const isPassword = (stored: string, password: string): Promise<boolean> =>
  inTurn(async () => (await library()).verify(stored, password).catch(() => false))

/**
 * The hash of a random password. A login that does not exist is compared with it, so that it takes as long as
 * a wrong password.
 */
export const unknownPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$b2YgbmFtZXMgdW5rbm93bg$5bVh0Xo2mJc7rRkq0m8WQyT3vE1sZl9uKfHn4aPdIxs'

/** Hashes that are computed at once: each takes a core and one of the four threads that also read and write files. */
export const hashesAtOnce = availableParallelism() > 2 ? 2 : 1
/** Hashes that wait for their turn, a second's worth. */
export const waitingHashes = 32

const waiting: (() => void)[] = []
let running = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < hashesAtOnce) running++
  else if (waiting.length < waitingHashes) await new Promise<void>((resolve) => waiting.push(resolve))
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
