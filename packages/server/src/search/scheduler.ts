import { nextTurn } from '../db/next-turn.ts'
import type { Context } from '../kernel/context.ts'
import { FairQueue } from '../workers/fair-queue.ts'
import { pace } from './planner/task.ts'
import { workTimer } from './work-timer.ts'

/* Schedules searches: how many run at a time, and which one continues next. Callers take turns. */

/** Maximum number of searches that run at a time: each has a connection of its own. */
const MAX_RUNNING = 16
/** Maximum number of running searches per caller, so that others need not wait until they end. */
export const MAX_OF_CALLER = 4
/** The callers of the running searches, one entry for each search. */
const running: number[] = []

/** Searches that wait to be started. */
const waitingToStart = new FairQueue<{ readonly caller: number; readonly enter: () => void }>()

/** Searches that wait for their next turn. */
const waitingForTurn = new FairQueue<{ readonly caller: number; readonly resume: () => void }>()

/** Waits until this caller may start a search. @returns a function to call when the search has ended. */
export async function admit({ actor: { id: caller }, ended }: Context): Promise<() => void> {
  if (mayRun(caller)) running.push(caller)
  else await waitForPlace(caller, ended?.())
  return () => {
    running.splice(running.indexOf(caller), 1)
    const next = waitingToStart.next(mayRun)
    if (!next) return
    running.push(next.caller)
    next.enter()
  }
}

/** Returns a function that waits for this caller's next turn if the search has used up the current one. */
export function pauseFor({ actor, ended }: Context): () => Promise<void> {
  let worked = workTimer()
  return async () => {
    if (worked() < pace.turn) return
    const signal = ended?.()
    await nextTurnOf(actor.id)
    signal?.throwIfAborted()
    worked = workTimer()
  }
}

const mayRun = (caller: number): boolean =>
  running.length < MAX_RUNNING && running.filter((other) => other === caller).length < MAX_OF_CALLER

/** Resolves when a search that ends makes room for this one. @throws the reason of the signal. */
function waitForPlace(caller: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    waitingToStart.remove(entry)
    reject(signal?.reason)
  }
  const enter = () => {
    signal?.removeEventListener('abort', leave)
    resolve()
  }
  const entry = { caller, enter }
  waitingToStart.add(entry)
  signal?.addEventListener('abort', leave, { once: true })
  return promise
}

/**
 * Resolves when it is this caller's turn. Callers take turns, so that many searches of one do not delay those of
 * another.
 */
function nextTurnOf(caller: number): Promise<void> {
  if (waitingForTurn.size === 0) void serve()
  return new Promise((resume) => waitingForTurn.add({ caller, resume }))
}

async function serve(): Promise<void> {
  do {
    await nextTurn()
    waitingForTurn.next()?.resume()
  } while (waitingForTurn.size > 0)
}
