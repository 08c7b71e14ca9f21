import { nextTurn } from '../db/next-turn.ts'
import type { Context } from '../kernel/context.ts'
import { FairQueue } from '../workers/fair-queue.ts'
import { pace, workTimer } from './planner/task.ts'

/** Schedules searches: how many run at a time, and which one continues next. Callers take turns. */

/** The largest number of searches that run at a time: each has a connection of its own. */
const MAX_RUNNING = 16
/** The largest number of these that are of one caller, so that others need not wait for their end. */
const MAX_OF_CALLER = 4
/** The callers of the running searches. */
const running: number[] = []

/** Searches that wait until others have ended. */
const entering = new FairQueue<{ readonly caller: number; readonly enter: () => void }>()

/** Searches that wait for their next turn. */
const waiting = new FairQueue<{ readonly caller: number; readonly resume: () => void }>()

/** Waits until another search of this caller may run. @returns a function that ends it. */
export async function admit({ actor: { id: caller }, ended }: Context): Promise<() => void> {
  if (mayRun(caller)) running.push(caller)
  else await entrance(caller, ended?.())
  return () => {
    running.splice(running.indexOf(caller), 1)
    const next = entering.next(mayRun)
    if (!next) return
    running.push(next.caller)
    next.enter()
  }
}

/** Returns the function `pause` of a task of this caller. */
export function pauses({ actor, ended }: Context): () => Promise<void> {
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
  running.length < MAX_RUNNING && running.filter((one) => one === caller).length < MAX_OF_CALLER

/** Resolves when a search that ends has left its place to this one. @throws the reason of the signal. */
function entrance(caller: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    entering.remove(entry)
    reject(signal?.reason)
  }
  const enter = () => {
    signal?.removeEventListener('abort', leave)
    resolve()
  }
  const entry = { caller, enter }
  entering.add(entry)
  signal?.addEventListener('abort', leave, { once: true })
  return promise
}

/** Resolves when it is this caller's turn. Callers take turns, so that many searches of one do not delay those of another. */
function nextTurnOf(caller: number): Promise<void> {
  if (waiting.size === 0) void serve()
  return new Promise((resume) => waiting.add({ caller, resume }))
}

async function serve(): Promise<void> {
  do {
    await nextTurn()
    waiting.next()?.resume()
  } while (waiting.size > 0)
}
