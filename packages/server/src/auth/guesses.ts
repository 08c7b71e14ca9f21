import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { type Attempt, countFailure, failuresOf } from './failed-logins.ts'

/** A password to check, for an account of a service. */
export interface Guess {
  readonly desk: Desk
  readonly cache: ReadCache
  readonly attempt: Attempt
  /** True if the password is known to be right; it is not checked again. */
  readonly isProven?: boolean
}

/**
 * Checks a password and counts a wrong one. Passwords from one address are checked one after the other, so that
 * concurrent guesses cannot exceed the limit.
 * @returns the number of wrong passwords before this one; undefined if it is right.
 * @throws Fault `too_many_requests`.
 */
export function checkGuess(guess: Guess, isRight: () => Promise<boolean>): Promise<number | undefined> {
  const { desk, cache, attempt, isProven = false } = guess
  const check = async () => {
    const failures = await failuresOf(desk, cache, attempt, isProven)
    if (isProven || (await isRight())) return undefined
    await countFailure(desk, attempt)
    return failures
  }
  return isProven ? check() : inTurn(desk, attempt.address, check)
}

/** Maximum number of guesses from one address that wait to be checked. */
const MAX_WAITING = 50

interface Queue {
  last: Promise<unknown>
  length: number
}

/** The queues of each service, by address. */
const queuesOf = new WeakMap<Desk, Map<string, Queue>>()

/**
 * Runs `work` after the earlier work for the same address.
 * @throws Fault `too_many_requests` if too much work waits.
 */
async function inTurn<T>(desk: Desk, address: string, work: () => Promise<T>): Promise<T> {
  const queues = queuesOf.get(desk) ?? new Map<string, Queue>()
  queuesOf.set(desk, queues)
  const queue = queues.get(address) ?? { last: Promise.resolve(), length: 0 }
  if (queue.length >= MAX_WAITING) {
    throw new Fault('too_many_requests', undefined, { headers: { 'retry-after': '5' } })
  }
  queue.length++
  queues.set(address, queue)
  const result = queue.last.then(work, work)
  queue.last = result
  try {
    return await result
  } finally {
    if (--queue.length === 0) queues.delete(address)
  }
}
