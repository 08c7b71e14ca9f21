import type { Send } from './client-options.ts'
import type { RequestOptions } from './options.ts'

export type ReportInterval = 'day' | 'week' | 'month'
/** The value by which a report is grouped. `channel` is the type of the first article, such as `email`. */
export type ReportDimension = 'group' | 'owner' | 'priority' | 'channel' | 'tag'

/** The tickets that a report counts. A list selects tickets with any of its values. */
export interface BacklogQuestion {
  readonly group_id?: number | readonly number[]
  readonly owner_id?: number | readonly number[]
  readonly priority_id?: number | readonly number[]
  readonly create_article_type_id?: number | readonly number[]
  readonly tags?: string | readonly string[]
  /** Groups the result: one row for each value. Without it, the report has a single row. */
  readonly by?: ReportDimension
}

/** The days of a report, as `YYYY-MM-DD`, both included. Default of `to`: today; of `from`: 13 days before `to`. */
export interface ReportQuestion extends Omit<BacklogQuestion, 'by'> {
  readonly from?: string
  readonly to?: string
  /** The zone of the days, such as `Europe/Berlin`; by default that of the user, or else that of the desk. */
  readonly time_zone?: string
  /** Groups the result by period, by value, or by both. */
  readonly by?: ReportInterval | ReportDimension | readonly [ReportInterval, ReportDimension]
  /** Adds `total` and `before` to the response. */
  readonly compare?: boolean
}

/** The keys of a row that identify its period and value. */
export interface ReportRow {
  /** The first day of the period. */
  readonly date?: string
  /** Id and name of the group, owner, ...; null for tickets without one. */
  readonly id?: number | null
  readonly name?: string | null
}

/** Numbers of tickets that were created, closed and reopened in a period, and of those that were open at its end. */
export interface TicketCounts extends ReportRow {
  readonly created: number
  readonly closed: number
  readonly reopened: number
  readonly open: number
}

/** The number of tickets for which there is a duration, and the percentiles of these durations in seconds; null without tickets. */
export interface Durations {
  readonly tickets: number
  readonly p10: number | null
  readonly median: number | null
  readonly p90: number | null
  readonly p95: number | null
}

/** Times from the creation to the first reply and to the first closing. */
export interface TicketTimes extends ReportRow {
  readonly first_response: Durations
  readonly solution: Durations
}

/** Numbers of tickets that met their time limit (`kept`) and that missed it (`broken`). */
export interface AgreementCounts {
  readonly kept: number
  readonly broken: number
}

/** Numbers of tickets that met and missed the limits of their service level agreement (SLA). */
export interface TicketAgreements extends ReportRow {
  readonly first_response: AgreementCounts
  readonly solution: AgreementCounts
}

/** The open tickets by their age in days. */
export interface TicketBacklog extends Omit<ReportRow, 'date'> {
  readonly open: number
  readonly ages: readonly { readonly from_days: number; readonly to_days: number | null; readonly open: number }[]
}

/** The work of an agent on one day, and the tickets that the agent owns now. */
export interface OwnDay {
  readonly date: string
  readonly time_zone: string
  /** Number of public messages that the agent wrote. */
  readonly answers: number
  /** Number of other articles that the agent wrote, such as internal notes. */
  readonly notes: number
  /** Number of tickets to which the agent added one of these articles. */
  readonly tickets: number
  /** Number of tickets that the agent closed. */
  readonly closed: number
  /** Sum of the time that the agent entered in the time accounting. */
  readonly time_unit: number
  /** An entry for each hour of the day; `from` is the time at which it begins, as ISO 8601. */
  readonly hours: readonly { readonly from: string; readonly answers: number; readonly notes: number }[]
  /** Numbers of the tickets that the agent owns. */
  readonly own: {
    readonly open: number
    /** Open tickets whose customers wait for an answer. */
    readonly waiting: number
    /** The time since which the first of these customers has been waiting. */
    readonly waiting_since: string | null
    /** Open tickets with a deadline before the end of the day. */
    readonly due: number
    /** Pending tickets whose `pending_time` has come. */
    readonly pending_reached: number
  }
}

/** A report about a range of days. */
export interface Report<Row> {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly rows: readonly Row[]
  /** Figures of the whole range; present, like `before`, only if `compare` is set. */
  readonly total?: Omit<Row, keyof ReportRow>
  /** Figures of the same number of days before the range. */
  readonly before?: Omit<Row, keyof ReportRow>
}

/** Figures about tickets. Each method sends one request; all but `ownDay` need the permission `report`. */
export interface Reports {
  /** Counts created, closed, reopened and open tickets. */
  tickets(question?: ReportQuestion, options?: RequestOptions): Promise<Report<TicketCounts>>
  /** Measures the times to the first reply and to the solution. */
  times(question?: ReportQuestion, options?: RequestOptions): Promise<Report<TicketTimes>>
  /** Counts the tickets that met and missed the limits of their service level agreements. */
  agreements(question?: ReportQuestion, options?: RequestOptions): Promise<Report<TicketAgreements>>
  /** Counts the open tickets by age. */
  backlog(
    question?: BacklogQuestion,
    options?: RequestOptions,
  ): Promise<{ readonly at: string; readonly rows: readonly TicketBacklog[] }>
  /** Returns the figures of the agent's own day, today by default. */
  ownDay(question?: { date?: string; time_zone?: string }, options?: RequestOptions): Promise<OwnDay>
}

/** Returns the reports of a client. @param send sends a request of the client. */
export function createReports(send: Send): Reports {
  const read =
    <Result>(name: string) =>
    (question: object = {}, options: RequestOptions = {}): Promise<Result> => {
      const query = Object.fromEntries(Object.entries(question).map(([key, value]) => [key, String(value)]))
      return send<Result>('GET', `reports/${name}`, { ...options, query })
    }
  return {
    tickets: read('tickets'),
    times: read('times'),
    agreements: read('agreements'),
    backlog: read('backlog'),
    ownDay: read('own_day'),
  }
}
