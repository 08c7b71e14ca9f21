import { DIGEST_HOUR, systemUser } from '@deskbell/contract'
import type { Desk, FieldValues } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { isZone } from '../../kernel/zone.ts'
import { serviceSender } from '../../resources/channel/service-sender.ts'
import { isAgent } from '../../resources/user/is-agent.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { enqueue } from '../../tasks/tasks.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'

/** The kind of the tasks that send a digest. */
export const digestTaskKind = 'send_digest'

/** Hours from the chosen hour in which a digest is queued; later, the digest of the day is skipped. */
const MAX_DELAY = 5

/** The number of the first day of the weekend, in ISO 8601. */
const SATURDAY = 6

/** Milliseconds between two checks for digests that are due. */
const INTERVAL = 5 * 60_000

/** Returns a function that queues the digests that are due. A call less than `INTERVAL` after the last check does nothing. */
export function digestSchedule(desk: Desk): () => Promise<void> {
  let nextAt = 0
  return async () => {
    const now = desk.now().getTime()
    if (now < nextAt) return
    nextAt = now + INTERVAL
    await scheduleDigests(desk)
  }
}

/** Queues the digests of agents whose chosen hour has come, on workdays. */
export async function scheduleDigests(desk: Desk): Promise<void> {
  const ctx = await asSystem(desk)
  const sender = await serviceSender(ctx)
  if (!sender) return
  const agents = await desk.database.sql
    .selectFrom('users')
    .leftJoin('mail_digests', 'mail_digests.user_id', 'users.id')
    .select(['users.id', 'users.preferences', 'mail_digests.day'])
    .where('users.active', '=', true)
    .where(isAgent())
    .execute()
  const defaultZone = await settingOf(ctx, 'timezone_default')
  for (const { id, preferences, day } of agents) {
    const today = digestDayOf(desk.now(), preferences as unknown as FieldValues | null, defaultZone)
    if (today !== undefined && today !== day) await queueDigest(desk, id, today, sender.channel)
  }
}

/** Returns the current date of an agent whose digest is due; otherwise undefined. */
function digestDayOf(now: Date, preferences: FieldValues | null, defaultZone: string): string | undefined {
  if (preferences?.['mail_digest'] !== true) return undefined
  const chosenZone = preferences['timezone']
  const zone = typeof chosenZone === 'string' && isZone(chosenZone) ? chosenZone : defaultZone
  const local = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone)
  const hour = Number(preferences['mail_digest_hour'] ?? DIGEST_HOUR)
  const isDue = local.hour >= hour && local.hour < hour + MAX_DELAY
  return isDue && local.dayOfWeek < SATURDAY ? local.toPlainDate().toString() : undefined
}

/** Queues a digest, unless another process has done so. */
const queueDigest = (desk: Desk, user_id: number, day: string, lane: number): Promise<void> =>
  unitOfWork(desk, systemUser, async (unit) => {
    const inserted = await unit.db.sql
      .insertInto('mail_digests')
      .values({ user_id, day })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ day }).where('mail_digests.day', '<>', day))
      .returning('user_id')
      .executeTakeFirst()
    if (inserted) await enqueue(unit, { kind: digestTaskKind, payload: { user_id, day }, lane })
  })
