import type { Durations, TicketTimes } from '@deskbell/client'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Menu, MenuItem } from '../components/menu.tsx'
import { Segments } from '../components/segments.tsx'
import { useFormats } from '../format/use-formats.ts'
import { Icon } from '../icon/icon.tsx'
import { Chart, FigureTable } from './chart.tsx'
import { useDayFormats } from './day-formats.ts'
import { type Dimension, dimensions } from './figures-address.ts'
import { csvAddress, type FiguresParameters } from './figures-data.ts'
import { useFiguresTexts } from './figures-texts.ts'
import { timeAxisOf } from './axis.ts'

interface TimesChartProps {
  parameters: FiguresParameters
  rows: readonly TicketTimes[]
  isTable: boolean
  onTable: () => void
  onBy: (by: Dimension) => void
}

const measures = ['first_response', 'solution'] as const
type Measure = (typeof measures)[number]

/** The times of a row that has tickets, in seconds. */
interface MeasuredRow extends Durations {
  readonly key: string
  readonly name: string
  readonly p10: number
  readonly median: number
  readonly p90: number
}

/** Maximum number of rows; those with the most tickets are shown. The CSV file contains all rows. */
const MAX_ROWS = 20

/**
 * Times to the first response or to the solution, by group, owner, ...: a line from the 10th to the 90th percentile, a
 * dot for the median.
 */
export function TimesChart({ parameters, rows, isTable, onTable, onBy }: TimesChartProps) {
  const t = useFiguresTexts()
  const [measure, setMeasure] = useState<Measure>('first_response')
  const shown = measuredRows(rows, measure, t('none'))
  const title = t('times')
  return (
    <Chart
      title={title}
      legend={!isTable && t('timesLegend')}
      tools={
        <>
          <Segments
            label={t('measure')}
            segments={measures.map((id) => ({ id, name: t(id) }))}
            value={measure}
            onChange={setMeasure}
          />
          <ByMenu by={parameters.by} onBy={onBy} />
        </>
      }
      csv={csvAddress('times', parameters, parameters.by)}
      {...{ isTable, onTable }}
    >
      {shown.length === 0 ? (
        <p className="chart-nothing">{t('noTickets')}</p>
      ) : isTable ? (
        <TimesTable by={parameters.by} rows={shown} />
      ) : (
        <Ranges by={parameters.by} rows={shown} />
      )}
    </Chart>
  )
}

function ByMenu({ by, onBy }: { by: Dimension; onBy: (by: Dimension) => void }) {
  const t = useFiguresTexts()
  return (
    <Menu
      align="end"
      button={
        <Button look="quiet" isSmall aria-label={`${t('by')}: ${t(`by_${by}`)}`}>
          {t(`by_${by}`)}
          <Icon name="down" />
        </Button>
      }
    >
      {dimensions.map((dimension) => (
        <MenuItem key={dimension} isChecked={dimension === by} onChoose={() => onBy(dimension)}>
          {t(`by_${dimension}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

const measuredRows = (rows: readonly TicketTimes[], measure: Measure, none: string): MeasuredRow[] =>
  rows
    .map((row) => ({ key: String(row.id), name: row.name ?? none, ...row[measure] }))
    .filter((row): row is MeasuredRow => row.tickets > 0)
    .toSorted((a, b) => b.tickets - a.tickets)
    .slice(0, MAX_ROWS)

function Ranges({ by, rows }: { by: Dimension; rows: readonly MeasuredRow[] }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const days = useDayFormats()
  const axis = timeAxisOf(Math.max(...rows.map(({ p90 }) => p90)))
  const largest = axis.at(-1) as number
  const position = (seconds: number) => `${(100 * seconds) / largest}%`
  return (
    <table className="ranges">
      <thead>
        <tr>
          <th scope="col">{t(`by_${by}`)}</th>
          <th scope="col">
            <span className="axis number">
              {axis.map((tick) => (
                <span key={tick}>{tick === 0 ? '0' : days.duration(tick)}</span>
              ))}
            </span>
          </th>
          <th scope="col">{t('median')}</th>
          <th scope="col">{t('tickets')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, p10, median, p90, tickets }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td className="range">
              <span className="for-readers">{`${days.duration(p10)} – ${days.duration(p90)}`}</span>
              <span
                className="range-line"
                aria-hidden="true"
                title={`${days.duration(p10)} – ${days.duration(p90)}`}
                style={{ '--from': position(p10), '--to': position(p90), '--mid': position(median) } as never}
              >
                <i />
                <b />
              </span>
            </td>
            <td className="number">{days.duration(median)}</td>
            <td className="number is-muted">{formats.number(tickets)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TimesTable({ by, rows }: { by: Dimension; rows: readonly MeasuredRow[] }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const { duration } = useDayFormats()
  return (
    <FigureTable
      label={t('times')}
      head={[t(`by_${by}`), t('fastest'), t('median'), t('slowest'), t('tickets')]}
      rows={rows.map(({ name, p10, median, p90, tickets }) => [
        name,
        ...[p10, median, p90].map(duration),
        formats.number(tickets),
      ])}
    />
  )
}
