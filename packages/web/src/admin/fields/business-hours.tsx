import { IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { FieldGroup } from '../../components/field-group.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { type Frame, defaultFrame, withFrame, withTime } from './day-frames.ts'
import { weekdayNames, weekdays } from './week.ts'
import './calendar.css'

/** The hours of a day. */
interface Day {
  readonly active: boolean
  readonly timeframes: readonly Frame[]
}

type Week = Partial<Record<(typeof weekdays)[number], Day>>

/** The business hours of a week: a checkbox for each day, and its hours. A day with a break has several frames. */
export function BusinessHours({ label, help, error, value, onChange }: EditorProps) {
  const t = useMessages()
  const names = weekdayNames(t.language)
  const week = allDays(value ?? {})
  return (
    <FieldGroup {...{ label, help, error }}>
      {weekdays.map((day, index) => (
        <DayRow
          key={day}
          name={names[index] as string}
          day={week[day]}
          onChange={(next) => onChange({ ...week, [day]: next })}
        />
      ))}
    </FieldGroup>
  )
}

/** Returns the hours of all days. A new calendar has office hours from Monday to Friday. */
function allDays(week: Week): Required<Week> {
  const isNew = Object.keys(week).length === 0
  const defaultDay = (index: number): Day => ({ active: isNew && index < 5, timeframes: [defaultFrame] })
  return Object.fromEntries(weekdays.map((day, index) => [day, week[day] ?? defaultDay(index)])) as Required<Week>
}

function DayRow({ name, day, onChange }: { name: string; day: Day; onChange: (day: Day) => void }) {
  const a = useAdminTexts()
  const frames = day.timeframes.length > 0 ? day.timeframes : [defaultFrame]
  const extended = withFrame(frames)
  const change = (timeframes: readonly Frame[]) => onChange({ ...day, timeframes })
  return (
    <div className="day-hours">
      <Checkbox label={name} isChecked={day.active} onChange={(active) => onChange({ ...day, active })} />
      {day.active && (
        <div className="day-frames">
          {frames.map((frame, index) => (
            // Frames have no ids, and are never sorted.
            // eslint-disable-next-line react/no-array-index-key
            <div key={index} className="day-frame">
              <FrameTimes
                name={frames.length > 1 ? `${name} ${index + 1}` : name}
                frame={frame}
                onChange={(edge, time) => change(withTime(frames, index, edge, time))}
              />
              {index === 0 ? (
                <IconButton
                  icon="plus"
                  isSmall
                  label={a('add_hours', { day: name })}
                  disabled={!extended}
                  onClick={() => extended && change(extended)}
                />
              ) : (
                <IconButton
                  icon="close"
                  isSmall
                  label={a('remove_hours', { day: `${name} ${index + 1}`, from: frame[0], to: frame[1] })}
                  onClick={() => change(frames.filter((other) => other !== frame))}
                />
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

interface FrameTimesProps {
  /** The day, with the number of the frame if the day has several. */
  name: string
  frame: Frame
  /** @param edge 0 for the beginning of the frame, 1 for its end. */
  onChange: (edge: 0 | 1, time: string) => void
}

function FrameTimes({ name, frame: [from, to], onChange }: FrameTimesProps) {
  const a = useAdminTexts()
  return (
    <>
      <input
        className="input"
        type="time"
        aria-label={a('day_from', { day: name })}
        value={from}
        onChange={({ target }) => onChange(0, target.value)}
      />
      <input
        className="input"
        type="time"
        aria-label={a('day_to', { day: name })}
        // The browser accepts times up to 23:59.
        value={to === '24:00' ? '23:59' : to}
        onChange={({ target }) => onChange(1, target.value)}
      />
    </>
  )
}
