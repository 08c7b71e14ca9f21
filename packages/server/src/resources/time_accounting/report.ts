import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** The kinds of report: every entry, or sums by ticket, customer, organization or agent. */
export const reports = ['by_activity', 'by_ticket', 'by_customer', 'by_organization', 'by_agent'] as const
export type Report = (typeof reports)[number]

/** The month of a report. */
export interface Month {
  /** Start and end in ISO 8601, UTC; the end is exclusive. */
  readonly from: string
  readonly to: string
}

/** Parses a month in a URL; undefined if it is invalid. */
export function monthIn(year: string, month: string): Month | undefined {
  if (!/^[12]\d{3}$/.test(year) || !/^(0?[1-9]|1[0-2])$/.test(month)) return undefined
  const start = (monthIndex: number) => new Date(Date.UTC(Number(year), monthIndex, 1)).toISOString()
  return { from: start(Number(month) - 1), to: start(Number(month)) }
}

/**
 * Returns the accounted time of a month in all tickets; the route requires `admin.time_accounting`.
 * @param limit maximum number of rows, in the order of ids.
 */
export const reportOf = (ctx: Context, report: Report, month: Month, limit: number): Promise<object[]> =>
  readers[report](entriesOf(ctx, month, limit))

const entriesOf = (ctx: Context, { from, to }: Month, limit: number) =>
  ctx.db.sql
    .selectFrom('time_accountings as entry')
    .innerJoin('tickets as ticket', 'ticket.id', 'entry.ticket_id')
    .innerJoin('users as customer', 'customer.id', 'ticket.customer_id')
    .innerJoin('users as agent', 'agent.id', 'entry.created_by_id')
    .leftJoin('organizations as organization', 'organization.id', 'ticket.organization_id')
    .leftJoin('time_accounting_types as type', 'type.id', 'entry.type_id')
    .where('entry.created_at', '>=', from)
    .where('entry.created_at', '<', to)
    .limit(limit)

type Entries = ReturnType<typeof entriesOf>

const readers: Readonly<Record<Report, (entries: Entries) => Promise<object[]>>> = {
  by_activity: byActivity,
  by_ticket: byTicket,
  by_customer: byCustomer,
  by_organization: byOrganization,
  by_agent: byAgent,
}

const sum = sql<number | string>`sum(entry.time_unit)`.as('time_unit')
const ticketColumns = ['ticket.id as ticket_id', 'ticket.number', 'ticket.title'] as const
const peopleColumns = ['customer.fullname as customer', 'organization.name as organization'] as const

async function byActivity(entries: Entries): Promise<object[]> {
  const rows = await entries
    .select(['entry.id', 'entry.time_unit', 'entry.created_at', 'type.name as type', 'agent.fullname as agent'])
    .select([...ticketColumns, ...peopleColumns])
    .orderBy('entry.id')
    .execute()
  return rows.map(withTicket)
}

async function byTicket(entries: Entries): Promise<object[]> {
  const rows = await entries
    .select([...ticketColumns, ...peopleColumns, sum])
    .groupBy(['ticket.id', 'ticket.number', 'ticket.title', 'customer.fullname', 'organization.name'])
    .orderBy('ticket.id')
    .execute()
  return rows.map(withTicket)
}

async function byCustomer(entries: Entries): Promise<object[]> {
  const rows = await entries
    .select(['customer.id', 'customer.login', 'customer.fullname', 'organization.name as organization', sum])
    .groupBy(['customer.id', 'customer.login', 'customer.fullname', 'organization.name'])
    .orderBy('customer.id')
    .orderBy('organization.name')
    .execute()
  return rows.map(({ time_unit, organization, ...customer }) => ({
    customer,
    organization,
    time_unit: round(time_unit),
  }))
}

async function byOrganization(entries: Entries): Promise<object[]> {
  const rows = await entries
    .select(['organization.id', 'organization.name', sum])
    .where('organization.id', 'is not', null)
    .groupBy(['organization.id', 'organization.name'])
    .orderBy('organization.id')
    .execute()
  return rows.map(({ time_unit, ...organization }) => ({ organization, time_unit: round(time_unit) }))
}

async function byAgent(entries: Entries): Promise<object[]> {
  const rows = await entries
    .select(['agent.id', 'agent.login', 'agent.fullname', sum])
    .groupBy(['agent.id', 'agent.login', 'agent.fullname'])
    .orderBy('agent.id')
    .execute()
  return rows.map(({ time_unit, ...agent }) => ({ agent, time_unit: round(time_unit) }))
}

/** Moves the columns of the ticket into an object. */
const withTicket = <R extends TicketRow>({ ticket_id: id, number, title, time_unit, ...row }: R) => ({
  ticket: { id, number, title },
  ...row,
  time_unit: round(time_unit),
})

interface TicketRow {
  readonly ticket_id: number
  readonly number: string
  readonly title: string
  readonly time_unit: number | string
}

/** Rounds to two decimals. The result is a number, not a text, because existing clients add up the values. */
const round = (time: number | string): number => Math.round(Number(time) * 100) / 100
