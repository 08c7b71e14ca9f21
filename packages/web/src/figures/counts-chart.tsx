import type { TicketCounts } from '@deskbell/client'
import { useFormats } from '../format/use-formats.ts'
import { BarChart, BarLegend, type Bars } from './bar-chart.tsx'
import { Chart, FigureTable } from './chart.tsx'
import { useDayFormats } from './day-formats.ts'
import { type Interval, intervalFor } from './days.ts'
import { csvAddress, type Question } from './figures-data.ts'
import { useFiguresTexts } from './figures-texts.ts'

interface CourseChartProps {
  question: Question
  course: readonly TicketCounts[]
  isTable: boolean
  onTable: () => void
}

const titles = { day: 'courseByDay', week: 'courseByWeek', month: 'courseByMonth' } as const

/** Created and closed tickets by day, week or month. */
export function CountsChart({ question, course, isTable, onTable }: CourseChartProps) {
  const t = useFiguresTexts()
  const days = useDayFormats()
  const interval = intervalFor(question.range)
  const names = [t('madeMark'), t('doneMark')] as const
  const bars = useBars(course, interval)
  const most = bars.reduce((best, one) => (one.first > best.first ? one : best), bars[0] as Bars)
  const summary = t('courseSummary', {
    range: days.range(question.range),
    most: most.name,
    created: most.first,
    closed: most.second,
  })
  return (
    <Chart
      title={t(titles[interval])}
      legend={!isTable && <BarLegend names={names} />}
      csv={csvAddress('tickets', question, interval)}
      {...{ isTable, onTable }}
    >
      {isTable ? <CourseTable {...{ course, bars }} /> : <BarChart {...{ bars, names, summary }} />}
    </Chart>
  )
}

function useBars(course: readonly TicketCounts[], interval: Interval): readonly Bars[] {
  const t = useFiguresTexts()
  const days = useDayFormats()
  return course.map(({ date = '', created, closed }) => ({
    key: date,
    label: interval === 'month' ? days.month(date) : interval === 'week' ? days.short(date) : days.weekday(date),
    name:
      interval === 'week'
        ? t('weekOf', { date: days.full(date) })
        : interval === 'month'
          ? days.month(date)
          : days.full(date),
    first: created,
    second: closed,
  }))
}

function CourseTable({ course, bars }: { course: readonly TicketCounts[]; bars: readonly Bars[] }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const rows = course.map(({ created, closed, open }, at) => [
    bars[at]?.name ?? '',
    ...[created, closed, open].map(formats.number),
  ])
  return (
    <FigureTable label={t('courseByDay')} head={[t('date'), t('created'), t('closed'), t('openAtEnd')]} rows={rows} />
  )
}
