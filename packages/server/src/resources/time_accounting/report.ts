import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { csvLine } from '../../writing/csv.ts'

/** By what the time of a month is told: every entry alone, or summed up. */
export const reports = ['by_activity', 'by_ticket', 'by_customer', 'by_organization'] as const
export type Report = (typeof reports)[number]

/** The months that a report may be about. */
export interface Month {
  /** Both ISO 8601 in UTC; the end does not belong to it. */
  readonly from: string
  readonly to: string
}

/** A month as it stands in an address; undefined for what is none. */
export function monthIn(year: string, month: string): Month | undefined {
  if (!/^[12]\d{3}$/.test(year) || !/^(0?[1-9]|1[0-2])$/.test(month)) return undefined
  const start = (of: number) => new Date(Date.UTC(Number(year), of, 1)).toISOString()
  return { from: start(Number(month) - 1), to: start(Number(month)) }
}

/**
 * What was accounted in a month, of all tickets: whoever may ask sees them all (`admin.time_accounting`).
 * @param limit at most so many rows, the oldest first.
 */
export async function reportOf(ctx: Context, report: Report, { from, to }: Month, limit: number): Promise<object[]> {
  const entries = ctx.db.sql
    .selectFrom('time_accountings as entry')
    .innerJoin('tickets as ticket', 'ticket.id', 'entry.ticket_id')
    .innerJoin('users as customer', 'customer.id', 'ticket.customer_id')
    .innerJoin('users as agent', 'agent.id', 'entry.created_by_id')
    .leftJoin('organizations as organization', 'organization.id', 'ticket.organization_id')
    .leftJoin('time_accounting_types as type', 'type.id', 'entry.type_id')
    .where('entry.created_at', '>=', from)
    .where('entry.created_at', '<', to)
    .limit(limit)
  const sum = sql<number | string>`sum(entry.time_unit)`.as('time_unit')
  const ofTicket = ['ticket.id as ticket_id', 'ticket.number', 'ticket.title'] as const
  const people = ['customer.fullname as customer', 'organization.name as organization'] as const
  if (report === 'by_activity') {
    const rows = await entries
      .select(['entry.id', 'entry.time_unit', 'entry.created_at', 'type.name as type', 'agent.fullname as agent'])
      .select([...ofTicket, ...people])
      .orderBy('entry.id')
      .execute()
    return rows.map(withTicket)
  }
  if (report === 'by_ticket') {
    const rows = await entries
      .select([...ofTicket, ...people, sum])
      .groupBy(['ticket.id', 'ticket.number', 'ticket.title', 'customer.fullname', 'organization.name'])
      .orderBy('ticket.id')
      .execute()
    return rows.map(withTicket)
  }
  if (report === 'by_customer') {
    const rows = await entries
      .select(['customer.id', 'customer.login', 'customer.fullname', 'organization.name as organization', sum])
      .groupBy(['customer.id', 'customer.login', 'customer.fullname', 'organization.name'])
      .orderBy('customer.id')
      .orderBy('organization.name')
      .execute()
    return rows.map(({ time_unit, organization, ...customer }) => ({
      customer,
      organization,
      time_unit: rounded(time_unit),
    }))
  }
  const rows = await entries
    .select(['organization.id', 'organization.name', sum])
    .where('organization.id', 'is not', null)
    .groupBy(['organization.id', 'organization.name'])
    .orderBy('organization.id')
    .execute()
  return rows.map(({ time_unit, ...organization }) => ({ organization, time_unit: rounded(time_unit) }))
}

/** A row of the database with what it says of the ticket in one place. */
const withTicket = <R extends TicketRow>({ ticket_id: id, number, title, time_unit, ...row }: R) => ({
  ticket: { id, number, title },
  ...row,
  time_unit: rounded(time_unit),
})

interface TicketRow {
  readonly ticket_id: number
  readonly number: string
  readonly title: string
  readonly time_unit: number | string
}

/** A report as a table, with a column for each part of a record: `ticket.number`. Empty where there is no row. */
export function tableOf(report: readonly object[]): string {
  const rows = report.map((row) => new Map(cellsOf(row)))
  const [first] = rows
  if (!first) return ''
  const names = [...first.keys()]
  return [names, ...rows.map((row) => names.map((name) => row.get(name) ?? ''))].map(csvLine).join('')
}

const cellsOf = (row: object, path = ''): [string, string][] =>
  Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? cellsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, harmless(value)] satisfies [string, string]],
  )

/** A title from outside is a text, also for a spreadsheet that takes what begins with such a sign for a formula. */
function harmless(value: unknown): string {
  if (typeof value !== 'string') return value === null ? '' : JSON.stringify(value)
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

/** A number here, as existing clients sum it up; sums of decimals have tails. */
const rounded = (time: number | string): number => Math.round(Number(time) * 100) / 100
