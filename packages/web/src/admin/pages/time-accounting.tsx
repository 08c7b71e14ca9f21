import { Options } from '../../components/options.tsx'
import { useState } from 'react'
import { Empty } from '../../components/empty.tsx'
import { TextField } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { FilterFields } from '../filter-fields.tsx'
import { LivePage } from '../records/live-page.tsx'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'
import { csvAddress, timeOf, type TimeReport, timeReports } from '../time/time-report.ts'
import { TimeSwitch } from '../time/time-switch.tsx'
import { TimeTable } from '../time/time-table.tsx'
import { TimeTabs } from '../time/time-tabs.tsx'
import '../../components/button.css'

const types: RecordListSpec = {
  path: 'time_accounting',
  resource: 'time_accounting_type',
  texts: {
    title: 'time_accounting_title',
    create: 'time_types_create',
    find: 'time_types_find',
    help: 'time_types_help',
  },
  columns: [],
  fields: [{ name: 'name' }, { name: 'note' }, { name: 'active' }],
}

/** Time accounting: its switch, the types of activities, and the time of a month. */
export function Screen({ pathParts }: AdminPageProps) {
  if (pathParts[0] === 'report') return <Report />
  const aboveTable = (
    <>
      <TimeTabs current="" />
      <TimeSwitch />
    </>
  )
  return <RecordListScreen list={types} {...{ pathParts, aboveTable }} />
}

/** Returns the current month in the time zone of the browser, as in `2026-11`. Swedish dates are `YYYY-MM-DD`. */
const thisMonth = (): string => new Date().toLocaleDateString('sv').slice(0, 7)

function Report() {
  const a = useAdminTexts()
  const [report, setReport] = useState<TimeReport>('by_ticket')
  const [month, setMonth] = useState(thisMonth)
  const tools = <ReportTools {...{ report, month, setReport, setMonth }} />
  return (
    <LivePage title={a('time_accounting_title')} view={timeOf(report, month)} tools={tools}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon="clock" title={a('time_empty')}>
            {a('time_empty_help')}
          </Empty>
        ) : (
          <TimeTable report={report} rows={rows} />
        )
      }
    </LivePage>
  )
}

interface ReportToolsProps {
  report: TimeReport
  month: string
  setReport: (report: TimeReport) => void
  setMonth: (month: string) => void
}

/** The fields that choose the month and the kind of report, and a link to the same report as a file. */
function ReportTools({ report, month, setReport, setMonth }: ReportToolsProps) {
  const a = useAdminTexts()
  return (
    <>
      <TimeTabs current="report" />
      <FilterFields>
        <TextField
          label={a('time_month')}
          type="month"
          required
          value={month}
          // Browsers without fields for months show a text field, whose text may be incomplete.
          onChange={({ target }) => /^\d{4}-\d\d$/.test(target.value) && setMonth(target.value)}
        />
        <SelectField label={a('time_report')} value={report} onChange={(chosen) => setReport(chosen as TimeReport)}>
          <Options of={timeReports.map((option) => [option, a(`time_${option}`)])} />
        </SelectField>
        <a className="button is-small" href={csvAddress(report, month)} download>
          CSV
        </a>
      </FilterFields>
    </>
  )
}
