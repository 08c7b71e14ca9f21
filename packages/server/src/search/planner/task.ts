import type { Resource } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { nextTurn } from '../../db/next-turn.ts'
import { Fault } from '../../errors/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { FairQueue } from '../../workers/fair-queue.ts'

/** The limits of the small parts in which a search is read. Tests of small desks replace them; results do not depend on them. */
export const pace = {
  /** Milliseconds of work after which other requests run. */
  turn: 5,
  /** Milliseconds that a statement may take: the next one reads less, or more. */
  statement: 4,
  /** Rows that a statement reads at least, and at most. */
  minRows: 16,
  maxRows: 4096,
  /** Hits in a window below which the next window is larger. */
  hitsPerWindow: 128,
}

/** The largest number of rows that a search may examine. */
export const MAX_EXAMINED = 2_000_000

/** A running search: what it reads, and how much it has read. */
export interface Task {
  readonly ctx: Context
  readonly resource: Resource
  /** Changes from this number on are not hits, and neither are those below `floor`. */
  readonly top: number
  readonly floor: number
  /** True if documents have the terms of windows. */
  readonly hasWindows: boolean
  /** Rows and postings examined so far. */
  examined: number
  /** Lets other requests run if this search has worked for some milliseconds. @throws Fault if it must stop. */
  readonly pause: () => Promise<void>
}

/** Milliseconds that this thread has worked: on a busy machine, the time that passes says nothing about the work. */
export const workTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Searches that wait for their next turn. */
const waiting = new FairQueue<{ readonly caller: number; readonly resume: () => void }>()

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

/** The largest number of searches that run at a time: each has a connection of its own. */
const MAX_RUNNING = 16
/** The largest number of these that are of one caller, so that others need not wait for their end. */
const MAX_OF_CALLER = 4
/** The callers of the running searches. */
const running: number[] = []

/** Searches that wait until others have ended. */
const entering = new FairQueue<{ readonly caller: number; readonly enter: () => void }>()

const mayRun = (caller: number): boolean =>
  running.length < MAX_RUNNING && running.filter((one) => one === caller).length < MAX_OF_CALLER

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

/** Returns the function `pause` of a task of this caller. */
export function pauses({ actor, ended }: Context): () => Promise<void> {
  let begin = workTime()
  return async () => {
    if (workTime() - begin < pace.turn) return
    const signal = ended?.()
    await nextTurnOf(actor.id)
    signal?.throwIfAborted()
    begin = workTime()
  }
}

/** Counts examined rows. @throws Fault `takes_too_long` above the limit. */
export function examine(task: Task, rows: number): void {
  task.examined += rows
  if (task.examined > MAX_EXAMINED) throw new Fault('takes_too_long')
}

/** Runs a statement that selects numbers. */
export async function numbers(task: Pick<Task, 'ctx'>, text: string, ...values: unknown[]): Promise<number[]> {
  const cells = await task.ctx.db.arrays(CompiledQuery.raw(text, values))
  return cells.map(([number]) => number as number)
}
