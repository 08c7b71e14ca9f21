import type { AgreementCounts, TicketAgreements, TicketBacklog } from '@deskbell/client'
import { useFormats } from '../format/use-formats.ts'
import { Chart } from './chart.tsx'
import { useDayFormats } from './day-formats.ts'
import { csvAddress, type FiguresParameters } from './figures-data.ts'
import { type FiguresTexts, useFiguresTexts } from './figures-texts.ts'

/** A table row with a bar. */
interface BarRow {
  readonly name: string
  /** The length of the bar, from 0 to 1. */
  readonly length: number
  readonly cells: readonly string[]
}

/** A table whose rows have bars. */
const BarTable = ({ head, rows }: { head: readonly string[]; rows: readonly BarRow[] }) => (
  <table className="shares">
    <thead>
      <tr>
        {head.map((name, index) => (
          <th key={name} scope="col" colSpan={index === 0 ? 2 : 1}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, length, cells }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td className="share" aria-hidden="true">
            <i style={{ '--share': length } as never} />
          </td>
          {cells.map((cell, index) => (
            <td key={head[index + 1]} className="number">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The open tickets by their age. */
export function BacklogChart({
  parameters,
  backlog: { open, ages },
}: {
  parameters: FiguresParameters
  backlog: TicketBacklog
}) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const largest = Math.max(1, ...ages.map((age) => age.open))
  const rows = ages.map((age) => ({
    name: ageName(t, age.from_days, age.to_days),
    length: age.open / largest,
    cells: [formats.number(age.open)],
  }))
  return (
    <Chart
      title={t('backlog')}
      legend={`${formats.number(open)} ${t('backlogNow')}`}
      csv={csvAddress('backlog', parameters)}
    >
      <BarTable head={[t('age'), t('tickets')]} rows={rows} />
    </Chart>
  )
}

function ageName(t: FiguresTexts, from: number, to: number | null): string {
  if (to === null) return t('ageOver', { from })
  return from === 0 ? t('ageUnder', { days: to }) : t('ageBetween', { from, to })
}

/** The numbers of tickets that met and missed their SLAs. */
export function AgreementsChart({
  parameters,
  agreements,
}: {
  parameters: FiguresParameters
  agreements: TicketAgreements
}) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const dayFormats = useDayFormats()
  const { first_response, solution } = agreements
  const rowOf = (name: string, { kept, broken }: AgreementCounts): BarRow[] => {
    if (kept + broken === 0) return []
    const length = kept / (kept + broken)
    return [{ name, length, cells: [dayFormats.percent(length), formats.number(kept), formats.number(broken)] }]
  }
  const rows = [...rowOf(t('first_response'), first_response), ...rowOf(t('solution'), solution)]
  const head = [t('agreements'), t('share'), t('kept'), t('broken')]
  return (
    <Chart title={t('agreements')} csv={csvAddress('agreements', parameters)}>
      {rows.length === 0 ? <p className="chart-nothing">{t('noAgreements')}</p> : <BarTable {...{ head, rows }} />}
    </Chart>
  )
}
