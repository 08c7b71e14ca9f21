import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import type { ReadCache } from '../kernel/cache.ts'
import { type Attempt, countFailure, failuresOf } from './failed-logins.ts'

/** Where a password is tried: the desk, the state it is in, and whose password it is. */
export interface Guess {
  readonly desk: Desk
  readonly cache: ReadCache
  readonly attempt: Attempt
  /** The password was right a moment ago, so that it is not checked again. */
  readonly isProven?: boolean
}

/**
 * Checks a password and counts a wrong one. Those from one address are checked one after the other, so that guesses sent
 * at once cannot pass the limit.
 * @returns how many were wrong before this one; undefined where it is right.
 * @throws Fault `too_many_requests`.
 */
export function guess(given: Guess, isRight: () => Promise<boolean>): Promise<number | undefined> {
  const { desk, cache, attempt, isProven = false } = given
  const check = async () => {
    const failures = await failuresOf(desk, cache, attempt, isProven)
    if (isProven || (await isRight())) return undefined
    await countFailure(desk, attempt)
    return failures
  }
  return isProven ? check() : inTurn(desk, attempt.address, check)
}

/** Guesses from one address that wait for each other. */
const mostWaiting = 50

interface Queue {
  last: Promise<unknown>
  length: number
}

/** The queues of each service, by address. */
const queuesOf = new WeakMap<Desk, Map<string, Queue>>()

async function inTurn<T>(desk: Desk, address: string, work: () => Promise<T>): Promise<T> {
  const queues = queuesOf.get(desk) ?? new Map<string, Queue>()
  queuesOf.set(desk, queues)
  const queue = queues.get(address) ?? { last: Promise.resolve(), length: 0 }
  if (queue.length >= mostWaiting) {
    throw new Fault('too_many_requests', undefined, { headers: { 'retry-after': '5' } })
  }
  queue.length++
  queues.set(address, queue)
  const mine = queue.last.then(work, work)
  queue.last = mine
  try {
    return await mine
  } finally {
    if (--queue.length === 0) queues.delete(address)
  }
}
