import { sql } from 'kysely'
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Desk } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Tables with work that waits: each has the columns `state`, `due_at`, `claimed_until` and `attempts`. */
type WorkTable = 'tasks' | 'webhook_deliveries'

/** A table with work that waits. */
export interface WorkQueue {
  readonly table: WorkTable
  /** The column that divides the work into lanes. */
  readonly laneColumn: string
  /** Milliseconds for which a row belongs to the process that claimed it; afterwards another one may claim it. */
  readonly claimTime: number
}

/**
 * Claims at most `max` rows of a lane that are due, oldest first, and counts the attempt.
 * @returns the claimed rows with all columns.
 */
export async function claimDue(
  desk: Desk,
  queue: WorkQueue,
  lane: number,
  max: number,
): Promise<Record<string, unknown>[]> {
  const now = desk.now()
  const due = (db: Connection, limit: number) => selectDue(db, queue, lane, now).limit(limit)
  // Usually nothing is due, and then there is nothing to commit.
  if ((await due(desk.database, 1).execute()).length === 0) return []
  return unitOfWork(desk, systemUser, async ({ db }) => {
    const unclaimed = await due(db, max).modifyEnd(db.dialect.skipLocked).execute()
    const ids = unclaimed.map(({ id }) => id)
    return ids.length === 0 ? [] : updateClaimed(db, queue, ids, now)
  })
}

const selectDue = (db: Connection, { table, laneColumn }: WorkQueue, lane: number, now: Date) =>
  dynamic(db)
    .selectFrom(table)
    .select('id')
    .where(laneColumn, '=', lane)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now.toISOString())
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now.toISOString())]))
    .orderBy('due_at')
    .orderBy('id')

const updateClaimed = (db: Connection, { table, claimTime }: WorkQueue, ids: readonly unknown[], now: Date) =>
  dynamic(db)
    .updateTable(table)
    .set({
      claimed_until: new Date(now.getTime() + claimTime).toISOString(),
      attempts: sql<number>`attempts + 1`,
      updated_at: now.toISOString(),
    })
    .where('id', 'in', ids)
    .returningAll()
    .execute()

/** Extends the claim of a row while its attempt continues, unless another process has claimed the row meanwhile. */
export const renewClaim = (
  desk: Desk,
  { table, claimTime }: WorkQueue,
  { id, attempts }: { readonly id: number; readonly attempts: number },
): Promise<unknown> =>
  unitOfWork(
    desk,
    systemUser,
    ({ db }) =>
      dynamic(db)
        .updateTable(table)
        .set({ claimed_until: new Date(desk.now().getTime() + claimTime).toISOString() })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('state', '=', 'waiting')
        .execute(),
    'skip automation',
  )

/**
 * Releases a row whose attempt was aborted because the service stops, unless another process has claimed the row meanwhile. The
 * attempt does not count.
 */
export const releaseClaim = (
  desk: Desk,
  { table }: WorkQueue,
  { id, attempts }: { readonly id: number; readonly attempts: number },
): Promise<unknown> =>
  unitOfWork(desk, systemUser, ({ db }) =>
    dynamic(db)
      .updateTable(table)
      .set({ claimed_until: null, attempts: attempts - 1 })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', 'waiting')
      .execute(),
  )

/**
 * Returns the time at which the next unclaimed row of these lanes is due, in milliseconds since 1970; undefined if there is
 * none.
 */
export async function nextDueIn(
  { database }: Desk,
  { table, laneColumn }: WorkQueue,
  lanes: readonly number[],
): Promise<number | undefined> {
  let next: number | undefined
  for (const lane of lanes) {
    const row = await dynamic(database)
      .selectFrom(table)
      .select('due_at')
      .where(laneColumn, '=', lane)
      .where('state', '=', 'waiting')
      .where('claimed_until', 'is', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (row) next = Math.min(next ?? Infinity, Date.parse(row['due_at'] as string))
  }
  return next
}
