import type { TicketCounts } from '@deskbell/client'
import { useFormats } from '../format/use-formats.ts'
import { BarChart, BarLegend, type Bars } from './bar-chart.tsx'
import { Chart, FigureTable } from './chart.tsx'
import { useDayFormats } from './day-formats.ts'
import { type Interval, intervalFor } from './days.ts'
import { csvAddress, type FiguresParameters } from './figures-data.ts'
import { useFiguresTexts } from './figures-texts.ts'

interface CountsChartProps {
  parameters: FiguresParameters
  countsByPeriod: readonly TicketCounts[]
  isTable: boolean
  onTable: () => void
}

const titles = { day: 'countsByDay', week: 'countsByWeek', month: 'countsByMonth' } as const

/** Created and closed tickets by day, week or month. */
export function CountsChart({ parameters, countsByPeriod, isTable, onTable }: CountsChartProps) {
  const t = useFiguresTexts()
  const days = useDayFormats()
  const interval = intervalFor(parameters.range)
  const title = t(titles[interval])
  const names = [t('createdLegend'), t('closedLegend')] as const
  const bars = useBars(countsByPeriod, interval)
  const busiest = bars.reduce((best, other) => (other.first > best.first ? other : best), bars[0] as Bars)
  const summary = t('countsSummary', {
    range: days.range(parameters.range),
    most: busiest.name,
    created: busiest.first,
    closed: busiest.second,
  })
  return (
    <Chart
      legend={!isTable && <BarLegend names={names} />}
      csv={csvAddress('tickets', parameters, interval)}
      {...{ title, isTable, onTable }}
    >
      {isTable ? <CountsTable {...{ title, countsByPeriod, bars }} /> : <BarChart {...{ bars, names, summary }} />}
    </Chart>
  )
}

function useBars(countsByPeriod: readonly TicketCounts[], interval: Interval): readonly Bars[] {
  const t = useFiguresTexts()
  const days = useDayFormats()
  const labelOf = { day: days.weekday, week: days.short, month: days.month }
  const nameOf = {
    day: days.full,
    week: (date: string) => t('weekOf', { date: days.full(date) }),
    month: days.month,
  }
  return countsByPeriod.map(({ date = '', created, closed }) => ({
    key: date,
    label: labelOf[interval](date),
    name: nameOf[interval](date),
    first: created,
    second: closed,
  }))
}

interface CountsTableProps extends Pick<CountsChartProps, 'countsByPeriod'> {
  title: string
  bars: readonly Bars[]
}

function CountsTable({ title, countsByPeriod, bars }: CountsTableProps) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const rows = countsByPeriod.map(({ created, closed, open }, index) => [
    bars[index]?.name ?? '',
    ...[created, closed, open].map(formats.number),
  ])
  return <FigureTable label={title} head={[t('date'), t('created'), t('closed'), t('openAtEnd')]} rows={rows} />
}
