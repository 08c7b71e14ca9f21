import type { Desk } from '../kernel/context.ts'
import { UnreadableSecret } from '../kernel/secrets.ts'
import { decrypted } from '../resources/webhook/secrets.ts'
import { releaseClaim } from '../tasks/claim.ts'
import { defaultPollerOptions, Poller, type PollerOptions } from '../tasks/poller.ts'
import { type Attempt, claim, type Claimed, deliveries, nextDue, settle, webhooksWithWaiting } from './deliveries.ts'
import { enqueue } from './enqueue.ts'
import { type CustomPayload, payloadOf } from './payload.ts'
import { type Call, type Outcome, send } from './send.ts'
import type { TargetPolicy } from '../resources/webhook/targets.ts'

export interface DispatcherOptions extends PollerOptions {
  readonly targets: TargetPolicy
  /** If true, the log of deliveries shows responses from private addresses. */
  readonly keepsInternal: boolean
  /** Time for one attempt, in milliseconds. */
  readonly timeout: number
}

export const defaultDispatcherOptions: DispatcherOptions = {
  ...defaultPollerOptions,
  targets: 'public',
  keepsInternal: false,
  timeout: 10_000,
}

/** The columns of a webhook that decide what is sent and where. */
type Webhook = CustomPayload & Omit<Call, 'body' | 'event' | 'delivery'>

/** The outcome of an attempt that failed before anything was sent. */
const unsent = (error: string): Outcome => ({ status: null, body: null, error, duration: 0 })

/** Sends webhooks: creates deliveries for new events and sends those that are due, each webhook in its own lane. */
export class Dispatcher extends Poller<Claimed> {
  /** @param leads returns true in the process that creates the deliveries; all send them. */
  constructor(desk: Desk, options: DispatcherOptions = defaultDispatcherOptions, leads: () => boolean = () => true) {
    super(
      desk,
      {
        failure: 'could not send the webhooks that are due',
        collect: async () => leads() && enqueue(desk),
        lanes: () => webhooksWithWaiting(desk),
        claim: (webhook, most) => claim(desk, webhook, most),
        attempt: (claimed, signal) => attempt(desk, options, claimed, signal),
        nextDue: (webhooks) => nextDue(desk, webhooks),
      },
      options,
    )
  }
}

async function attempt(desk: Desk, options: DispatcherOptions, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const webhook = await desk.database.sql
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', claimed.webhook_id)
    .executeTakeFirst()
  if (!webhook) return
  const result = await tryDelivery(desk, options, claimed, webhook, signal)
  if (signal.aborted && result.outcome.status === null) await releaseClaim(desk, deliveries, claimed.id)
  else await settle(desk, claimed, result)
}

async function tryDelivery(
  desk: Desk,
  { timeout, targets, keepsInternal }: DispatcherOptions,
  claimed: Claimed,
  webhook: Webhook,
  signal: AbortSignal,
): Promise<Attempt> {
  const { id, event, delivery, payload: stored } = claimed
  try {
    // Every attempt sends the same body.
    const payload = stored ?? (await payloadOf(desk, claimed, webhook))
    if (payload === undefined)
      return { payload, outcome: unsent('the event or the ticket is no longer kept'), final: true }
    const call = { ...decrypted(desk, webhook), body: payload, event, delivery }
    return { payload, outcome: await send(call, { timeout, targets, keepsInternal, signal }) }
  } catch (error) {
    if (error instanceof UnreadableSecret) return { payload: stored ?? undefined, outcome: unsent(error.message) }
    desk.log.warn({ error, delivery: id }, 'could not build the body of a webhook')
    return { payload: undefined, outcome: unsent('the body could not be built; see the log') }
  }
}
