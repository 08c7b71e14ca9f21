import { client } from '../../state/client.ts'

export const runKinds = ['trigger', 'job', 'alarm', 'webhook'] as const
export type RunKind = (typeof runKinds)[number]
/** `waiting`: a delivery that has not succeeded yet. */
export const runOutcomes = ['ran', 'failed', 'waiting'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** The permission that shows the runs of a kind. */
export const kindPermissions: Readonly<Record<RunKind, string>> = {
  trigger: 'admin.trigger',
  job: 'admin.scheduler',
  alarm: 'admin.sla',
  webhook: 'admin.webhook',
}

/** One run of a trigger or job, an alarm (a reminder or deadline of a ticket), or the delivery of a webhook. */
export interface Run {
  readonly kind: RunKind
  /** Unique together with `kind`. */
  readonly id: number
  /** The id of the trigger, job or webhook; null for alarms. */
  readonly rule_id: number | null
  /** The name of the rule when it ran, or of the webhook; null for an alarm and for a deleted webhook. */
  readonly name: string | null
  /** The type of the event, such as `create` or `job`; for a webhook, `ticket.created` or the rule that called it. */
  readonly event: string
  readonly outcome: RunOutcome
  /** The reasons why the run failed, or why actions were skipped, one sentence on each line. */
  readonly reason: string | null
  readonly ticket_id: number | null
  /** Number and title are null if the administrator may not read the ticket. */
  readonly ticket_number: string | null
  readonly ticket_title: string | null
  readonly created_at: string
}

/** Number of runs on a page. */
export const PAGE_SIZE = 100

/**
 * Returns a page of the log.
 * @param page the number of the page, from 1.
 * @param filter parameters of the request; empty ones are left out.
 */
export function runsOf(page: number, filter: { readonly kind: string; readonly rule_id: string; outcome: string }) {
  const filters = Object.entries(filter).filter(([, value]) => value !== '')
  const query = new URLSearchParams([['page', String(page)], ['per_page', String(PAGE_SIZE)], ...filters])
  return client.live({
    key: `admin automation log ${query}`,
    load: () => client.request<Run[]>('GET', `automation_log?${query}`),
    // Runs have no events.
    events: [],
  })
}
