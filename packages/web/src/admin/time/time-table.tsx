import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from '../../components/moment.tsx'
import { useFormats } from '../../format/use-formats.ts'
import { useSession } from '../../state/session.tsx'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'
import { DataTable } from '../data-table.tsx'
import type { TimeReport, TimeRow } from './time-report.ts'

interface TimeColumn {
  readonly label: AdminText
  readonly cell: (row: TimeRow) => ReactNode
}

const ticket: TimeColumn = { label: 'c_ticket', cell: (row) => <TicketCell row={row} /> }
const customer: TimeColumn = { label: 'c_customer', cell: (row) => <bdi>{nameOf(row.customer)}</bdi> }
const organization: TimeColumn = { label: 'c_organization', cell: (row) => <bdi>{nameOf(row.organization)}</bdi> }
const agent: TimeColumn = { label: 'c_agent', cell: (row) => <bdi>{nameOf(row.agent)}</bdi> }
const type: TimeColumn = { label: 'c_type', cell: (row) => <bdi>{row.type}</bdi> }
const createdAt: TimeColumn = {
  label: 'c_at',
  cell: ({ created_at }) => created_at !== undefined && <Moment at={created_at} form="dayAndTime" />,
}

const columns: Readonly<Record<TimeReport, readonly TimeColumn[]>> = {
  by_ticket: [ticket, customer, organization],
  by_customer: [customer, organization],
  by_organization: [organization],
  by_agent: [agent],
  by_activity: [ticket, agent, type, customer, organization, createdAt],
}

type Named = string | { readonly name?: string; readonly fullname?: string } | null | undefined

const nameOf = (value: Named): string => (typeof value === 'string' ? value : (value?.name ?? value?.fullname ?? ''))

/** The ticket of a row; for agents, it is a link. */
function TicketCell({ row }: { row: TimeRow }) {
  const { may } = useSession()
  if (!row.ticket) return null
  const { number, title } = row.ticket
  const name = (
    <>
      <span className="number">{number}</span> <bdi>{title}</bdi>
    </>
  )
  if (!may('ticket.agent')) return name
  return (
    <Link to="/tickets/$number" params={{ number }}>
      {name}
    </Link>
  )
}

/** The rows of a report, and their sum. */
export function TimeTable({ report, rows }: { report: TimeReport; rows: readonly TimeRow[] }) {
  const a = useAdminTexts()
  const formats = useFormats()
  const shownColumns = columns[report]
  return (
    <DataTable>
      <thead>
        <tr>
          {shownColumns.map(({ label }) => (
            <th key={label} scope="col">
              {a(label)}
            </th>
          ))}
          <th scope="col">{a('c_time')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, position) => (
          // Rows with the sum of a customer, an organization or an agent have no id.
          <tr key={row.id ?? row.ticket?.id ?? position}>
            {shownColumns.map(({ label, cell }) => (
              <td key={label}>{cell(row)}</td>
            ))}
            <td className="number">{formats.number(row.time_unit)}</td>
          </tr>
        ))}
      </tbody>
      <Sum rows={rows} span={shownColumns.length} />
    </DataTable>
  )
}

function Sum({ rows, span }: { rows: readonly TimeRow[]; span: number }) {
  const a = useAdminTexts()
  const formats = useFormats()
  const sum = rows.reduce((total, { time_unit }) => total + time_unit, 0)
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={span}>
          {a('c_sum')}
        </th>
        <td className="number">{formats.number(Math.round(sum * 100) / 100)}</td>
      </tr>
    </tfoot>
  )
}
