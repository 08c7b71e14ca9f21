import { localTimeOf } from '../../format/local-time.ts'
import { textIn } from './text-in.ts'

interface MomentFieldProps {
  label: string
  /** True for a day without a time. */
  isDay: boolean
  /** A day, or a time as the service sends it; empty if there is none. */
  value: unknown
  onChange: (value: string) => void
}

/** A field for a day or a point in time. */
export function MomentField({ label, isDay, value, onChange }: MomentFieldProps) {
  const time = textIn(value)
  const text = isDay || time === '' ? time : localTimeOf(new Date(time))
  const valueOf = (typed: string) => (isDay || typed === '' ? typed : new Date(typed).toISOString())
  return (
    <input
      className="input"
      type={isDay ? 'date' : 'datetime-local'}
      aria-label={label}
      value={text}
      onChange={({ target }) => onChange(valueOf(target.value))}
    />
  )
}
