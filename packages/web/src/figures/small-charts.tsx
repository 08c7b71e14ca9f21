import type { AgreementCounts, TicketAgreements, TicketBacklog } from '@deskbell/client'
import { useFormats } from '../format/use-formats.ts'
import { Chart } from './chart.tsx'
import { useDayFormats } from './day-formats.ts'
import { csvAddress, type Question } from './figures-data.ts'
import { type FiguresTexts, useFiguresTexts } from './figures-texts.ts'

/** A row of a table with a bar. */
interface Share {
  readonly name: string
  /** The length of the bar, from 0 to 1. */
  readonly share: number
  readonly cells: readonly string[]
}

/** A table whose rows have bars. */
const ShareTable = ({ head, shares }: { head: readonly string[]; shares: readonly Share[] }) => (
  <table className="shares">
    <thead>
      <tr>
        {head.map((name, at) => (
          <th key={name} scope="col" colSpan={at === 0 ? 2 : 1}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {shares.map(({ name, share, cells }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td className="share" aria-hidden="true">
            <i style={{ '--share': share } as never} />
          </td>
          {cells.map((cell, at) => (
            <td key={head[at + 1]} className="number">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The open tickets by their age. */
export function BacklogChart({ question, backlog: { open, ages } }: { question: Question; backlog: TicketBacklog }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const largest = Math.max(1, ...ages.map((age) => age.open))
  const shares = ages.map((age) => ({
    name: ageName(t, age.from_days, age.to_days),
    share: age.open / largest,
    cells: [formats.number(age.open)],
  }))
  return (
    <Chart
      title={t('backlog')}
      legend={`${formats.number(open)} ${t('backlogNow')}`}
      csv={csvAddress('backlog', question)}
    >
      <ShareTable head={[t('age'), t('tickets')]} shares={shares} />
    </Chart>
  )
}

function ageName(t: FiguresTexts, from: number, to: number | null): string {
  if (to === null) return t('ageOver', { from })
  return from === 0 ? t('ageUnder', { days: to }) : t('ageBetween', { from, to })
}

/** Numbers of tickets that kept and broke their agreements. */
export function AgreementsChart({ question, agreements }: { question: Question; agreements: TicketAgreements }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const days = useDayFormats()
  const { first_response, solution } = agreements
  const rowOf = (name: string, { kept, broken }: AgreementCounts): Share[] => {
    if (kept + broken === 0) return []
    const share = kept / (kept + broken)
    return [{ name, share, cells: [days.percent(share), formats.number(kept), formats.number(broken)] }]
  }
  const shares = [...rowOf(t('first_response'), first_response), ...rowOf(t('solution'), solution)]
  const head = [t('agreements'), t('share'), t('kept'), t('broken')]
  return (
    <Chart title={t('agreements')} csv={csvAddress('agreements', question)}>
      {shares.length === 0 ? (
        <p className="chart-nothing">{t('noAgreements')}</p>
      ) : (
        <ShareTable {...{ head, shares }} />
      )}
    </Chart>
  )
}
