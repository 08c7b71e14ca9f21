/** Pure functions that compute the deadlines of a ticket, and the time that its responses took, from its timeline. */
import type { BusinessTime, Span } from './business-time.ts'

/** Minutes that a service level agreement allows; null or 0 for no limit. With a response time, the update time is ignored. */
export interface Limits {
  readonly first_response_time: number | null
  readonly response_time: number | null
  readonly update_time: number | null
  readonly solution_time: number | null
}

/** The events of a ticket that clocks depend on; times in milliseconds since 1970. */
export interface Timeline {
  readonly created_at: number
  /** The time of the first public response by an agent. */
  readonly first_response_at: number | null
  /** The time at which the ticket was first closed. */
  readonly close_at: number | null
  /** Public messages of agents and customers in the order of their time. */
  readonly messages: readonly PublicMessage[]
  /** The periods in which the ticket was in states that do not escalate, in ascending order. */
  readonly pauses: readonly Span[]
  /** True if the ticket is in such a state now. */
  readonly isPaused: boolean
}

export interface PublicMessage {
  readonly at: number
  readonly by: 'agent' | 'customer'
}

/**
 * The columns of a ticket that its service level agreement sets. `*_in_min` are the business minutes that the work took;
 * `*_diff_in_min` are the minutes of the limit minus these, so they are negative if the deadline was missed.
 */
export interface Clocks {
  readonly first_response_escalation_at: string | null
  readonly update_escalation_at: string | null
  readonly close_escalation_at: string | null
  /** The earliest of the three. */
  readonly escalation_at: string | null
  readonly first_response_in_min: number | null
  readonly first_response_diff_in_min: number | null
  readonly update_in_min: number | null
  readonly update_diff_in_min: number | null
  readonly close_in_min: number | null
  readonly close_diff_in_min: number | null
}

/** The deadlines of a ticket without a service level agreement. */
export const noDeadlines = {
  first_response_escalation_at: null,
  update_escalation_at: null,
  close_escalation_at: null,
  escalation_at: null,
} as const

/** Returns the deadlines and minutes of a ticket. Pauses postpone the deadlines; during a pause there are none. */
export function clocksOf(time: BusinessTime, limits: Limits, timeline: Timeline): Clocks {
  const taken = minutesTaken(time, limits, timeline)
  return {
    ...(timeline.isPaused ? noDeadlines : deadlines(time, limits, timeline)),
    first_response_in_min: taken.first,
    first_response_diff_in_min: remaining(limits.first_response_time, taken.first),
    update_in_min: taken.update,
    update_diff_in_min: remaining(limits.response_time || limits.update_time, taken.update),
    close_in_min: taken.close,
    close_diff_in_min: remaining(limits.solution_time, taken.close),
  }
}

function deadlines(time: BusinessTime, limits: Limits, timeline: Timeline) {
  const { created_at, first_response_at, close_at, pauses } = timeline
  const deadlineAfter = (from: number | undefined, minutes: number | null): string | null => {
    if (from === undefined || !minutes) return null
    const deadline = time.add(from, minutes, pauses)
    return deadline === undefined ? null : new Date(deadline).toISOString()
  }
  const first = first_response_at === null ? deadlineAfter(created_at, limits.first_response_time) : null
  const update = limits.response_time
    ? deadlineAfter(waitingSince(timeline), limits.response_time)
    : deadlineAfter(timeline.messages.findLast(isByAgent)?.at ?? created_at, limits.update_time)
  const close = close_at === null ? deadlineAfter(created_at, limits.solution_time) : null
  const [earliest = null] = [first, update, close].filter((deadline) => deadline !== null).toSorted()
  return {
    first_response_escalation_at: first,
    update_escalation_at: update,
    close_escalation_at: close,
    escalation_at: earliest,
  }
}

const isByAgent = ({ by }: PublicMessage): boolean => by === 'agent'

/** Returns the time of the first message to which no agent has replied yet. */
const waitingSince = ({ messages }: Timeline): number | undefined => messages[messages.findLastIndex(isByAgent) + 1]?.at

/**
 * Returns the business minutes until the first response and until the first closing, and as `update` the longest time for which
 * a customer waited for a response, or, if only `update_time` is set, the longest time between responses.
 */
function minutesTaken(time: BusinessTime, limits: Limits, timeline: Timeline) {
  const { created_at, first_response_at, close_at, pauses } = timeline
  const minutes = ([from, to]: Span): number =>
    time.minutesBetween(Math.max(from, created_at), Math.min(to, close_at ?? Infinity), pauses)
  const updateSpans = limits.update_time ? spansBetweenAnswers(timeline) : []
  const spans = limits.response_time ? waitingSpans(timeline) : updateSpans
  return {
    first: first_response_at === null ? null : minutes([created_at, first_response_at]),
    update: spans.length === 0 ? null : Math.max(...spans.map(minutes)),
    close: close_at === null ? null : minutes([created_at, close_at]),
  }
}

/** Returns the spans in which the customer waited: from the first message without a response to the response. */
function waitingSpans({ messages }: Timeline): Span[] {
  let since: number | undefined
  return messages.flatMap(({ at, by }) => {
    if (by === 'customer') {
      since ??= at
      return []
    }
    const span = since === undefined ? [] : [[since, at] as const]
    since = undefined
    return span
  })
}

/** Returns the spans from the creation to the first response, and from each response to the next one. */
function spansBetweenAnswers({ created_at, messages }: Timeline): Span[] {
  const answers = messages.filter(isByAgent)
  return answers.map(({ at }, index) => [answers[index - 1]?.at ?? created_at, at])
}

const remaining = (limit: number | null, taken: number | null): number | null =>
  limit && taken !== null ? limit - taken : null
