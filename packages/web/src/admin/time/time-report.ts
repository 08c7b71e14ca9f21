import { client, pathPrefix } from '../../state/client.ts'

export const timeReports = ['by_ticket', 'by_customer', 'by_organization', 'by_agent', 'by_activity'] as const
export type TimeReport = (typeof timeReports)[number]

/** A row of a report. Its keys depend on the report. */
export interface TimeRow {
  readonly id?: number
  readonly ticket?: { readonly id: number; readonly number: string; readonly title: string }
  readonly customer?: string | { readonly fullname: string }
  readonly organization?: string | { readonly name: string } | null
  readonly agent?: string | { readonly fullname: string }
  readonly type?: string | null
  readonly created_at?: string
  readonly time_unit: number
}

/** @param month as in `2026-11`. */
const addressOf = (report: TimeReport, month: string): string =>
  `time_accounting/log/${report}/${month.replace('-', '/')}`

/** Returns the accounted time of a month. */
export const timeOf = (report: TimeReport, month: string) =>
  client.live({
    key: `admin time ${report} ${month}`,
    load: () => client.request<TimeRow[]>('GET', addressOf(report, month)),
    events: ['time_accounting.*'],
  })

/** Returns the address of a report as a CSV file. */
export const csvAddress = (report: TimeReport, month: string): string =>
  `${pathPrefix}/api/v1/${addressOf(report, month)}?download=true`
