import type { Desk } from '../kernel/context.ts'
import { UnreadableSecret } from '../kernel/secrets.ts'
import { decryptSecrets } from '../resources/webhook/secrets.ts'
import { releaseClaim } from '../tasks/claim.ts'
import { defaultPollerOptions, Poller, type PollerOptions } from '../tasks/poller.ts'
import {
  type Attempt,
  claimDeliveries,
  type ClaimedDelivery,
  deliveries,
  nextDue,
  storeResult,
  webhooksWithWaiting,
} from './deliveries.ts'
import { enqueueEvents } from './enqueue.ts'
import { type CustomPayload, payloadOf } from './payload.ts'
import { type Call, type Outcome, send } from './send.ts'
import type { TargetPolicy } from '../resources/webhook/targets.ts'

export interface DispatcherOptions extends PollerOptions {
  readonly targets: TargetPolicy
  /** If true, the log of deliveries shows responses from private addresses. */
  readonly keepsInternalResponses: boolean
  /** Maximum duration of an attempt, in milliseconds. */
  readonly timeout: number
}

export const defaultDispatcherOptions: DispatcherOptions = {
  ...defaultPollerOptions,
  targets: 'public',
  keepsInternalResponses: false,
  timeout: 10_000,
}

/** The columns of a webhook that decide what is sent and where. */
type Webhook = CustomPayload & Omit<Call, 'body' | 'event' | 'delivery'>

/** The outcome of an attempt that failed before anything was sent. */
const failedBeforeSending = (error: string): Outcome => ({ status: null, body: null, error, duration: 0 })

/** Sends webhooks: creates deliveries for new events and sends those that are due, each webhook in its own lane. */
export class Dispatcher extends Poller<ClaimedDelivery> {
  /** @param isLeader returns true in the one process that creates the deliveries; all processes send them. */
  constructor(desk: Desk, options: DispatcherOptions = defaultDispatcherOptions, isLeader: () => boolean = () => true) {
    super(
      desk,
      {
        failureLog: 'could not send the webhooks that are due',
        collect: async () => isLeader() && enqueueEvents(desk),
        lanes: () => webhooksWithWaiting(desk),
        claim: (webhook, max) => claimDeliveries(desk, webhook, max),
        attempt: (claimed, signal) => attempt(desk, options, claimed, signal),
        nextDue: (webhooks) => nextDue(desk, webhooks),
      },
      options,
    )
  }
}

async function attempt(
  desk: Desk,
  options: DispatcherOptions,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const webhook = await desk.database.sql
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', claimed.webhook_id)
    .executeTakeFirst()
  if (!webhook) return
  const result = await tryDelivery(desk, options, claimed, webhook, signal)
  // An attempt that was aborted because the service stops does not count.
  if (signal.aborted && result.outcome.status === null) await releaseClaim(desk, deliveries, claimed)
  else await storeResult(desk, claimed, result)
}

async function tryDelivery(
  desk: Desk,
  { timeout, targets, keepsInternalResponses }: DispatcherOptions,
  claimed: ClaimedDelivery,
  webhook: Webhook,
  signal: AbortSignal,
): Promise<Attempt> {
  const { id, event, delivery, payload: stored } = claimed
  try {
    // Every attempt sends the same body.
    const payload = stored ?? (await payloadOf(desk, claimed, webhook))
    if (payload === undefined)
      return { payload, outcome: failedBeforeSending('the event or the ticket has been deleted'), isFinal: true }
    const call = { ...decryptSecrets(desk, webhook), body: payload, event, delivery }
    return { payload, outcome: await send(call, { timeout, targets, keepsInternalResponses, signal }) }
  } catch (error) {
    if (error instanceof UnreadableSecret)
      return { payload: stored ?? undefined, outcome: failedBeforeSending(error.message) }
    desk.log.warn({ error, delivery: id }, 'could not build the body of a webhook')
    return { payload: undefined, outcome: failedBeforeSending('the body could not be built; see the log') }
  }
}
