/**
 * Tasks: work that is stored in the transaction of a change and done after it, by any process. A failed task is attempted
 * again until it succeeds or is given up.
 */
import { systemUser } from '@deskbell/contract'
import type { Desk, FieldValues, Unit } from '../kernel/context.ts'
import { insertRows, unitOfWork } from '../writing/unit-of-work.ts'
import { claimDue, nextDueIn, releaseClaim, renewClaim, type WorkQueue } from './claim.ts'
import { Poller, type PollerOptions } from './poller.ts'
import { failureMessage } from '../errors/failure-message.ts'

/** A new task. */
export interface NewTask {
  /** The name of its handler. */
  readonly kind: string
  /** The parameters of the handler: ids instead of copies of records, and no secrets, because administrators see them. */
  readonly payload: FieldValues
  /** The id of the record that the work is about; `taskAbout` finds a task by it. */
  readonly record?: number
  /**
   * Tasks of a lane share a concurrency limit, and wait together if something that they all need fails. Those of lane 0, the
   * default, need nothing in common.
   */
  readonly lane?: number
  /** The time before which the task is not attempted; the current time by default. */
  readonly due?: string
}

/** A task that this process has claimed. */
export interface ClaimedTask {
  readonly id: number
  readonly kind: string
  readonly payload: FieldValues
  readonly lane: number
  /** Number of this attempt, from 1. */
  readonly attempts: number
  readonly created_at: string
}

/** The result of an attempt. `write` runs in the transaction that stores the result. */
export type AttemptResult = { readonly write?: (unit: Unit) => Promise<unknown> } & (
  | { readonly state: 'done' }
  /** The task failed for a reason that may pass. It is attempted again after a pause, and given up when no pause is left. */
  | { readonly state: 'later'; readonly error: string }
  | { readonly state: 'failed'; readonly error: string }
  /**
   * Something that all tasks of the lane need does not work, such as a mail server: all of them wait, and the attempt does
   * not count. With `alone`, only this task waits.
   */
  | { readonly state: 'blocked'; readonly error: string; readonly minutes: number; readonly alone?: true }
)

/** Does the work of one kind of task. */
export interface TaskHandler {
  /** Minutes before the second attempt, the third, and so on. If the attempt after the last pause fails, the task is given up. */
  readonly pauses: readonly number[]
  /** @throws Error for a failed attempt, like the result `later`. */
  attempt(desk: Desk, task: ClaimedTask, signal: AbortSignal): Promise<AttemptResult>
}

const queue: WorkQueue = { table: 'tasks', laneColumn: 'lane', claimTime: 60_000 }

/** Milliseconds between extensions of the claim of a running task. Claims are short, so that a crash delays a task little. */
const RENEWAL = queue.claimTime / 3

/** Stores a task in the transaction of the change that causes it. @returns its id. */
export async function enqueue(unit: Unit, task: NewTask): Promise<number> {
  const [id] = await enqueueAll(unit, [task])
  return id as number
}

/** Stores tasks as `enqueue` does. @returns their ids. */
export const enqueueAll = (unit: Unit, tasks: readonly NewTask[]): Promise<number[]> =>
  insertRows(
    unit,
    'tasks',
    tasks.map(({ kind, payload, record, lane = 0, due }) => ({
      kind,
      payload: JSON.stringify(payload),
      record_id: record ?? null,
      lane,
      state: 'waiting',
      attempts: 0,
      due_at: due ?? unit.now,
      claimed_until: null,
      error: null,
      created_at: unit.now,
      updated_at: unit.now,
    })),
  )

/** The handlers of tasks, by kind. */
export type TaskHandlers = Readonly<Record<string, TaskHandler>>

/** Returns the poller that attempts tasks. @param load called for each task; returns the handlers of all kinds. */
export const taskPoller = (
  desk: Desk,
  load: () => Promise<TaskHandlers>,
  options?: PollerOptions,
): Poller<ClaimedTask> =>
  new Poller(
    desk,
    {
      failureLog: 'could not work on the tasks that are due',
      lanes: () => waitingLanes(desk),
      claim: async (lane, max) => (await claimDue(desk, queue, lane, max)) as unknown as ClaimedTask[],
      attempt: async (task, signal) => attempt(desk, (await load())[task.kind], task, signal),
      nextDue: (lanes) => nextDueIn(desk, queue, lanes),
    },
    options,
  )

async function waitingLanes({ database }: Desk): Promise<number[]> {
  const rows = await database.sql.selectFrom('tasks').select('lane').distinct().where('state', '=', 'waiting').execute()
  return rows.map(({ lane }) => lane)
}

async function attempt(
  desk: Desk,
  handler: TaskHandler | undefined,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<void> {
  const renewal = setInterval(() => void renew(desk, task), RENEWAL).unref()
  const result = await runHandler(desk, handler, task, signal).finally(() => clearInterval(renewal))
  if (signal.aborted && result.state !== 'done') await releaseClaim(desk, queue, task)
  else await unitOfWork(desk, systemUser, (unit) => storeResult(unit, handler, task, result))
}

const renew = (desk: Desk, task: ClaimedTask): Promise<unknown> =>
  renewClaim(desk, queue, task).catch((error: unknown) =>
    desk.log.warn({ error, task: task.id }, 'could not extend the claim of a task'),
  )

async function runHandler(
  desk: Desk,
  handler: TaskHandler | undefined,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<AttemptResult> {
  // Processes of a newer version, which have a handler for this kind, may share the database.
  if (!handler)
    return { state: 'blocked', error: `No handler for tasks of kind ${task.kind}.`, minutes: 1, alone: true }
  try {
    return await handler.attempt(desk, task, signal)
  } catch (error) {
    desk.log.warn({ error, task: task.id, kind: task.kind }, 'a task failed; it will be attempted again')
    return { state: 'later', error: failureMessage(error) }
  }
}

async function storeResult(
  unit: Unit,
  handler: TaskHandler | undefined,
  task: ClaimedTask,
  result: AttemptResult,
): Promise<void> {
  const { db } = unit
  await db.dialect.lock('tasks', task.id)?.execute(db.sql)
  const row = await db.sql.selectFrom('tasks').select('attempts').where('id', '=', task.id).executeTakeFirst()
  // Another process has claimed the task after the claim of this one ended, or somebody has deleted it.
  if (row?.attempts !== task.attempts) return
  await result.write?.(unit)
  if (result.state === 'done') await db.sql.deleteFrom('tasks').where('id', '=', task.id).execute()
  else await storeFailure(unit, handler, task, result)
}

async function storeFailure(
  unit: Unit,
  handler: TaskHandler | undefined,
  task: ClaimedTask,
  result: Exclude<AttemptResult, { readonly state: 'done' }>,
): Promise<void> {
  const { db, now } = unit
  const error = result.error.slice(0, 1000)
  const update = db.sql.updateTable('tasks').where('id', '=', task.id)
  const common = { claimed_until: null, error, updated_at: now }
  if (result.state === 'blocked') {
    await update.set({ ...common, attempts: task.attempts - 1 }).execute()
    return postpone(unit, result.alone ? { ...task, lane: 0 } : task, result.minutes)
  }
  const pause = result.state === 'later' ? handler?.pauses[task.attempts - 1] : undefined
  const retry = pause === undefined ? ({ state: 'failed' } as const) : { due_at: timeAfter(now, pause) }
  await update.set({ ...common, ...retry }).execute()
}

/** Postpones all waiting tasks of a lane; in lane 0, whose tasks have nothing in common, only the task itself. */
async function postpone({ db, now }: Unit, { id, lane }: ClaimedTask, minutes: number): Promise<void> {
  const due_at = timeAfter(now, minutes)
  await db.sql
    .updateTable('tasks')
    .set({ due_at })
    .where(lane === 0 ? 'id' : 'lane', '=', lane === 0 ? id : lane)
    .where('state', '=', 'waiting')
    .where('due_at', '<', due_at)
    .execute()
}

/** Returns the time after a pause, with 10 % random variation, so that tasks that failed together are not retried together. */
const timeAfter = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + minutes * 60_000 * (0.9 + Math.random() * 0.2)).toISOString()

/** Returns the id of the task of a kind about a record; undefined if there is none. */
export async function taskAbout({ db }: Unit, kind: string, record: number): Promise<number | undefined> {
  const row = await db.sql
    .selectFrom('tasks')
    .select('id')
    .where('record_id', '=', record)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.id
}

/** Makes a task due now and resets its attempts, even if it was given up. A claimed task stays as it is. */
export async function restartTask({ db, now }: Unit, id: number): Promise<void> {
  await db.sql
    .updateTable('tasks')
    .set({ state: 'waiting', attempts: 0, due_at: now, updated_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .execute()
}

/** Counts the tasks that were given up and not restarted. */
export async function countFailed({ database }: Desk): Promise<number> {
  const { count } = await database.sql
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the tasks that were given up before a time. */
export const purgeTasks = (desk: Desk, before: string): Promise<unknown> =>
  unitOfWork(desk, systemUser, ({ db }) =>
    db.sql.deleteFrom('tasks').where('state', '=', 'failed').where('updated_at', '<', before).execute(),
  )
