import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { claimDue, nextDueIn, type WorkQueue } from '../tasks/claim.ts'
import { writeInSteps, STEP_ROWS } from '../writing/in-steps.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import type { Outcome } from './send.ts'

/** `waiting` for the first or the next attempt, `delivered`, or `failed` if there are no further attempts. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Minutes between attempts. The first attempt is immediate, the last one about three days later. */
const PAUSES = [0.25, 1, 5, 15, 60, 180, 360, 720, 1440, 1440]

/** The first attempt and one after each pause. */
export const MAX_ATTEMPTS = PAUSES.length + 1

/** The table of deliveries as a queue, with a lane for each webhook. */
export const deliveries: WorkQueue = { table: 'webhook_deliveries', laneColumn: 'webhook_id', claimTime: 60_000 }

/** A delivery that this process has claimed. */
export interface ClaimedDelivery {
  readonly id: number
  readonly webhook_id: number
  readonly event_id: number
  /** The ticket and the article that a rule sends; both null for a subscriber of events. */
  readonly ticket_id: number | null
  readonly article_id: number | null
  /** The name of the event, or of the rule that sends the ticket. */
  readonly event: string
  /** The unique id that the receiver gets, the same for every attempt. */
  readonly delivery: string
  /** Number of attempts, including the one for which it was claimed. */
  readonly attempts: number
  readonly payload: string | null
}

/** Counts the deliveries that are due. */
export async function countDue({ sql: db }: Connection, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Claims at most `max` deliveries of a webhook that are due, oldest first; no other process gets them until the claim ends. */
export const claimDeliveries = async (desk: Desk, webhook: number, max: number): Promise<ClaimedDelivery[]> =>
  (await claimDue(desk, deliveries, webhook, max)) as unknown as ClaimedDelivery[]

/** The result of an attempt. */
export interface Attempt {
  /** The body that was sent; undefined if none could be created. */
  readonly payload: string | undefined
  readonly outcome: Outcome
  /** True if further attempts would fail, too. */
  readonly isFinal?: boolean
}

/** Stores the result of an attempt, and the time of the next one if it failed. */
export function storeResult(
  desk: Desk,
  claimed: ClaimedDelivery,
  { payload, outcome, isFinal }: Attempt,
): Promise<void> {
  const { attempts } = claimed
  // 410 (Gone) announces that the receiver is removed for good.
  const isLastAttempt = attempts >= MAX_ATTEMPTS || outcome.status === 410 || isFinal === true
  const stateAfterFailure = isLastAttempt ? 'failed' : 'waiting'
  const state = outcome.error === null ? 'delivered' : stateAfterFailure
  // Random variation of 10 %, so that deliveries that failed together are not repeated together.
  const pause = (PAUSES[attempts - 1] ?? 0) * 60_000 * (0.9 + Math.random() * 0.2)
  return unitOfWork(desk, systemUser, async ({ db, now }: Unit) => {
    const unfinished = db.sql
      .updateTable('webhook_deliveries')
      .set({
        state,
        payload: payload ?? null,
        claimed_until: null,
        response_status: outcome.status,
        response_body: outcome.body,
        error: outcome.error,
        duration: outcome.duration,
        updated_at: now,
        ...(state === 'waiting' ? { due_at: new Date(Date.parse(now) + pause).toISOString() } : {}),
      })
      .where('id', '=', claimed.id)
      // Another process may have stored a result after the claim ended.
      .where('state', '=', 'waiting')
    // It may also be making the next attempt: the success of this attempt still counts, its failure does not.
    await (state === 'delivered' ? unfinished : unfinished.where('attempts', '=', attempts)).execute()
  })
}

/** Returns the ids of the active webhooks with waiting deliveries. */
export async function webhooksWithWaiting({ database }: Desk): Promise<number[]> {
  const rows = await database.sql
    .selectFrom('webhooks')
    .select('id')
    .where('active', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('state', '=', 'waiting'),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the time at which the next unclaimed delivery of these webhooks is due, in milliseconds since 1970, if any. */
export const nextDue = (desk: Desk, webhooks: readonly number[]): Promise<number | undefined> =>
  nextDueIn(desk, deliveries, webhooks)

/** Deletes the deliveries that were created before a time, in any state, in steps. @returns the number of deleted rows. */
export async function purgeDeliveries(
  desk: Desk,
  before: string,
  isStopping: () => boolean = () => false,
): Promise<number> {
  return writeInSteps(desk, isStopping, async ({ db }) => {
    const oldest = await db.sql
      .selectFrom('webhook_deliveries')
      .select(['id', 'created_at'])
      .orderBy('id')
      .limit(STEP_ROWS)
      .execute()
    const ids = oldest.filter(({ created_at }) => created_at < before).map(({ id }) => id)
    if (ids.length > 0) await db.sql.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
    return ids.length
  })
}
