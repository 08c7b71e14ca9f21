import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { readStoredValue, writeStoredValue } from '../kernel/settings.ts'
import { writeInSteps, STEP_ROWS } from '../writing/in-steps.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { readExtent } from './batch.ts'

/** Days for which events, webhook deliveries, failed tasks and the records of automatic mails are kept. */
export const KEPT_DAYS = 30

/** A day, in milliseconds. */
const DAY = 86_400_000

/**
 * Deletes events that were committed more than `KEPT_DAYS` days ago, one step at a time. It must be called at least once a
 * day, because it also records the end of the feed. It stores the last deleted id, so that a reader with an older cursor
 * gets an error instead of a gap.
 * @param isStopping checked before each step.
 * @returns the number of deleted events.
 */
export async function purgeEvents(desk: Desk, isStopping: () => boolean = () => false): Promise<number> {
  const last = await lastExpired(desk)
  return writeInSteps(desk, isStopping, (unit) => purgeStep(unit, last))
}

/** A time in milliseconds, and the last event that was committed by then. */
type Mark = readonly [time: number, id: number]

/**
 * Returns the id of the last event to delete; 0 for none. The time of an event is not that of its commit: the event of an
 * imported mail may be dated years ago. The end of the feed is therefore recorded once a day.
 */
async function lastExpired(desk: Desk): Promise<number> {
  const now = desk.now().getTime()
  const { committedUpTo } = await readExtent(desk)
  const marks = await readMarks(desk.database)
  const [newest = -Infinity] = marks.at(-1) ?? []
  if (now - newest >= DAY) {
    // Marks are about a day apart, so one that is older than `KEPT_DAYS` remains.
    const newMarks = [...marks.filter(([time]) => now - time < (KEPT_DAYS + 2) * DAY), [now, committedUpTo]]
    await unitOfWork(desk, systemUser, (unit) => writeStoredValue(unit.db, 'event_marks', JSON.stringify(newMarks)))
  }
  return marks.findLast(([time]) => now - time >= KEPT_DAYS * DAY)?.[1] ?? 0
}

const readMarks = async (db: Connection): Promise<Mark[]> =>
  JSON.parse((await readStoredValue(db, 'event_marks')) ?? '[]') as Mark[]

async function purgeStep(unit: Unit, last: number): Promise<number> {
  const { sql } = unit.db
  const rows = await sql
    .selectFrom('events')
    .select('id')
    .where('id', '<=', last)
    .orderBy('id')
    .limit(STEP_ROWS)
    .execute()
  const end = rows.at(-1)?.id
  if (end === undefined) return 0
  await sql.deleteFrom('events').where('id', '<=', end).execute()
  await writeStoredValue(unit.db, 'events_purged', String(end))
  return rows.length
}
