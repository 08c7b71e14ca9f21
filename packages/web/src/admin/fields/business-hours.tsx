import { FieldGroup } from '../../components/field-group.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import './calendar.css'

/** The hours of a day. */
interface Day {
  readonly active: boolean
  readonly timeframes: readonly (readonly [from: string, to: string])[]
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** A Monday, to format the names of the days. */
const monday = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

const usualHours = { active: false, timeframes: [['09:00', '17:00']] } as const

/** The business hours of a week: a switch for each day, and its opening and closing time. */
export function BusinessHours({ label, help, wrong, value, onChange }: EditorProps) {
  const t = useMessages()
  const names = new Intl.DateTimeFormat(t.language, { weekday: 'long', timeZone: 'UTC' })
  const hours = (value ?? {}) as Partial<Record<(typeof days)[number], Day>>
  return (
    <FieldGroup {...{ label, help, wrong }}>
      {days.map((day, index) => (
        <DayRow
          key={day}
          name={names.format(monday + index * DAY)}
          day={hours[day] ?? { ...usualHours, active: Object.keys(hours).length === 0 && index < 5 }}
          onChange={(next) => onChange({ ...allDays(hours), [day]: next })}
        />
      ))}
    </FieldGroup>
  )
}

/** Returns the hours of all days; a new calendar has usual office hours. */
function allDays(hours: Partial<Record<string, Day>>): Record<string, Day> {
  const isNew = Object.keys(hours).length === 0
  return Object.fromEntries(days.map((day, at) => [day, hours[day] ?? { ...usualHours, active: isNew && at < 5 }]))
}

function DayRow({ name, day, onChange }: { name: string; day: Day; onChange: (day: Day) => void }) {
  const a = useAdminTexts()
  const [first = ['09:00', '17:00'] as const, ...others] = day.timeframes
  const change = (at: 0 | 1, time: string) => {
    const next: [string, string] = [first[0], first[1]]
    next[at] = time
    onChange({ ...day, timeframes: [next, ...others] })
  }
  return (
    <div className="day-hours">
      <Checkbox label={name} isChecked={day.active} onChange={(active) => onChange({ ...day, active })} />
      {day.active && (
        <>
          <input
            className="input"
            type="time"
            aria-label={a('day_from', { day: name })}
            value={first[0]}
            onChange={({ target }) => change(0, target.value)}
          />
          <input
            className="input"
            type="time"
            aria-label={a('day_to', { day: name })}
            value={first[1] === '24:00' ? '23:59' : first[1]}
            onChange={({ target }) => change(1, target.value)}
          />
          {others.map(([from, to]) => (
            <small key={from}>{`${from}–${to}`}</small>
          ))}
        </>
      )}
    </div>
  )
}
