import { useFormats } from '../format/use-formats.ts'
import { useNow } from '../format/now.ts'
import { useMessages } from '../messages/messages.tsx'
import { Icon } from '../icon/icon.tsx'
import './chip.css'

interface MomentProps {
  /** A date, or its text in the API. */
  at: Date | string
  /**
   * `short`: "6 min", "08:12", "Thu". `dayAndTime`: "08:12", "Thu 08:12". `distance`: "6 minutes ago". `full`: the text of
   * the tooltip.
   */
  form?: 'short' | 'dayAndTime' | 'distance' | 'full'
}

/**
 * A point in time in its shortest clear form. The tooltip shows it in full, with the time zone and the distance from
 * now.
 */
export function Moment({ at, form = 'short' }: MomentProps) {
  const formats = useFormats()
  const now = useNow()
  const date = new Date(at)
  const { moment: short, dayAndTime, distance, fullMoment: full } = formats
  const format = { short, dayAndTime, distance, full }[form]
  return (
    <time dateTime={date.toISOString()} title={formats.fullMoment(date, now)}>
      {format(date, now)}
    </time>
  )
}

/** A deadline is highlighted if it is at most this many seconds away. */
const SOON = 4 * 3600

/** A deadline: the remaining time, or the delay. Distant deadlines are shown as a day and a time. */
export function Due({ at }: { at: Date | string }) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const date = new Date(at)
  const secondsLeft = (date.getTime() - now.getTime()) / 1000
  if (secondsLeft > SOON) return <Moment at={date} form="dayAndTime" />
  const isLate = secondsLeft < 0
  const span = formats.span(Math.abs(secondsLeft))
  return (
    <time
      className={isLate ? 'chip is-overdue' : 'chip is-due'}
      dateTime={date.toISOString()}
      title={formats.fullMoment(date, now)}
    >
      <Icon name={isLate ? 'flag' : 'clock'} />
      <span>{isLate ? t('components.late', { span }) : t('components.due', { span })}</span>
    </time>
  )
}
