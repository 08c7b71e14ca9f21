import type { ReactNode } from 'react'
import { useFormats } from '../format/use-formats.ts'
import { useDayFormats } from './day-formats.ts'
import { lengthOf, todayIn } from './days.ts'
import type { Figures, FiguresParameters } from './figures-data.ts'
import { type FiguresTexts, useFiguresTexts } from './figures-texts.ts'

/** The four numbers above the charts, each with a comparison. */
export function KeyFigures({ parameters, figures }: { parameters: FiguresParameters; figures: Figures }) {
  const t = useFiguresTexts()
  const formats = useFormats()
  const dayFormats = useDayFormats()
  const { total, before, times } = figures
  const { median } = times.first_response
  const includesToday = parameters.range.to >= todayIn(parameters.timeZone)
  const change = total.open - before.open
  const difference = total.closed - total.created
  const closed = t('closedThan', { change: Math.abs(difference), direction: directionOf(difference) })
  return (
    <dl className="figures">
      <KeyFigure name={t(includesToday ? 'openNow' : 'openAtEnd')} value={formats.number(total.open)}>
        {t('openThan', { change: Math.abs(change), direction: directionOf(change) })}
      </KeyFigure>
      <KeyFigure name={t('created')} value={formats.number(total.created)}>
        {createdComparison(t, total.created, before.created, lengthOf(parameters.range))}
      </KeyFigure>
      <KeyFigure name={t('closed')} value={formats.number(total.closed)}>
        {total.reopened > 0 ? `${closed}; ${t('reopened', { count: total.reopened })}` : closed}
      </KeyFigure>
      <KeyFigure name={t('firstAnswer')} value={median === null ? '–' : dayFormats.duration(median)}>
        <FirstResponseComparison figures={figures} />
      </KeyFigure>
    </dl>
  )
}

interface KeyFigureProps {
  name: string
  value: string
  /** The comparison. */
  children?: ReactNode
}

/** A number with its name and a comparison. */
export const KeyFigure = ({ name, value, children }: KeyFigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd className="number">{value}</dd>
    {children !== undefined && <dd className="than">{children}</dd>}
  </div>
)

/** The difference from the earlier median, and the share of tickets whose service level agreement was kept. */
function FirstResponseComparison({ figures: { times, timesBefore, agreements } }: { figures: Figures }) {
  const t = useFiguresTexts()
  const dayFormats = useDayFormats()
  const [now, earlier] = [times.first_response.median, timesBefore.first_response.median]
  const { kept, broken } = agreements.first_response
  const parts = [
    ...(now === null || earlier === null ? [] : [timeComparison(t, dayFormats.duration, now - earlier)]),
    ...(kept + broken > 0 ? [t('inTime', { percent: dayFormats.percent(kept / (kept + broken)) })] : []),
  ]
  return parts.join('; ')
}

/** Compares two times by their difference in seconds. Less than a minute counts as none. */
function timeComparison(t: FiguresTexts, format: (seconds: number) => string, difference: number): string {
  if (Math.abs(difference) < 60) return t('sameTime')
  return t('timeThan', { time: format(Math.abs(difference)), direction: directionOf(difference) })
}

function createdComparison(t: FiguresTexts, now: number, before: number, days: number): string {
  if (before === 0) return t('noneBefore', { days })
  const percent = Math.round(((now - before) / before) * 100)
  return t('createdThan', { percent: Math.abs(percent), direction: directionOf(percent), days })
}

const directionOf = (change: number): string => (change > 0 ? 'more' : 'fewer')
