import { hash } from 'node:crypto'
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import { Fault } from '../errors/fault.ts'
import type { Desk } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Maximum number of requests in a minute to routes with `throttledBy`, for one account name and from one address. */
const MAX_REQUESTS = { name: 3, address: 10 } as const
const MINUTE = 60_000

/**
 * Counts a request without credentials, such as a sign-up: by the client's address before the body is read, and by the
 * account name in the body. The counts are in the database, so all processes share them and a restart keeps them.
 * @throws Fault `too_many_requests` with `Retry-After`; the request is not counted then.
 */
export async function countRequest(desk: Desk, kind: keyof typeof MAX_REQUESTS, value: string): Promise<void> {
  // The value is hashed, because some names are mistyped passwords.
  const key = hash('sha256', `${kind} ${value}`)
  const limit = MAX_REQUESTS[kind]
  // The limit is also checked before the transaction: a flood of rejected requests must not keep other writes waiting.
  recentTimes(await timesOf(desk.database, key), limit, desk.now().getTime())
  await unitOfWork(desk, systemUser, async ({ db, now: last_at }) => {
    // This locks the row: a request that is counted at the same time waits here.
    await db.sql
      .insertInto('counted_requests')
      .values({ key, times: '[]', last_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_at }))
      .execute()
    const now = desk.now().getTime()
    const times = recentTimes(await timesOf(db, key), limit, now)
    await db.sql
      .updateTable('counted_requests')
      .set({ times: JSON.stringify([...times, now]) })
      .where('key', '=', key)
      .execute()
  })
}

/** Returns the times of the counted requests of a key, in milliseconds since 1970. */
async function timesOf({ sql }: Connection, key: string): Promise<readonly number[]> {
  const row = await sql.selectFrom('counted_requests').select('times').where('key', '=', key).executeTakeFirst()
  return JSON.parse(row?.times ?? '[]') as number[]
}

/** Returns the times within the last minute. @throws Fault `too_many_requests` if there are too many. */
function recentTimes(times: readonly number[], limit: number, now: number): number[] {
  const recent = times.filter((time) => time > now - MINUTE)
  const [oldest] = recent
  if (oldest === undefined || recent.length < limit) return recent
  const wait = Math.max(1, Math.ceil((oldest + MINUTE - now) / 1000))
  throw new Fault('too_many_requests', undefined, { headers: { 'retry-after': String(wait) } })
}

/** Deletes the counts of more than a minute ago. */
export const purgeCountedRequests = (desk: Desk): Promise<unknown> =>
  unitOfWork(desk, systemUser, ({ db }) =>
    db.sql
      .deleteFrom('counted_requests')
      .where('last_at', '<=', new Date(desk.now().getTime() - MINUTE).toISOString())
      .execute(),
  )
