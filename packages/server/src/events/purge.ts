import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { Desk } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { extentOf } from './batch.ts'

/** How long events and deliveries are kept, in days. */
export const keptFor = 30
/** Rows of one transaction, so that nobody waits long behind it. */
const step = 500
const day = 86_400_000

/**
 * Takes away events that were committed more than `keptFor` days ago, one step at a time; to be called now and then,
 * because it also marks how far the feed is. How far it went is kept, so that whoever comes with an older cursor learns
 * that there is a gap.
 * @param stop asked before each step.
 * @returns how many went.
 */
export async function purgeEvents(desk: Desk, stop: () => boolean = () => false): Promise<number> {
  const last = await lastOld(desk)
  let gone = 0
  for (let count = step; count === step && !stop(); gone += count) {
    count = await unitOfWork(desk, 1, ({ db }) => purgeStep(db, last))
  }
  return gone
}

/** A moment, in milliseconds, and the last event that was committed by then. */
type Mark = readonly [at: number, id: number]

/**
 * The last event that is old. The time in an event does not tell: that of an imported mail may be years ago. So the end
 * of the feed is marked once a day.
 */
async function lastOld(desk: Desk): Promise<number> {
  const now = desk.now().getTime()
  const { committedUpTo } = await extentOf(desk)
  const row = await desk.database.sql
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'event_marks')
    .executeTakeFirst()
  const marks = JSON.parse(row?.value ?? '[]') as Mark[]
  const [newest = -Infinity] = marks.at(-1) ?? []
  if (now - newest >= day) {
    const kept = [...marks.filter(([at]) => now - at < (keptFor + 2) * day), [now, committedUpTo]]
    await unitOfWork(desk, 1, ({ db }) => keep(db, 'event_marks', JSON.stringify(kept)))
  }
  return marks.findLast(([at]) => now - at >= keptFor * day)?.[1] ?? 0
}

async function purgeStep(db: Connection, last: number): Promise<number> {
  const rows = await db.sql
    .selectFrom('events')
    .select('id')
    .where('id', '<=', last)
    .orderBy('id')
    .limit(step)
    .execute()
  const end = rows.at(-1)?.id
  if (end === undefined) return 0
  await db.sql.deleteFrom('events').where('id', '<=', end).execute()
  await keep(db, 'events_purged', String(end))
  return rows.length
}

const keep = (db: Connection, name: string, value: string): Promise<unknown> =>
  db.sql
    .insertInto('settings')
    .values({ name, value })
    .onConflict((at) => at.column('name').doUpdateSet({ value: sql<string>`excluded.value` }))
    .execute()
