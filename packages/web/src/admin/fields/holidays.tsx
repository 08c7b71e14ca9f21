import { FieldGroup } from '../../components/field-group.tsx'
import { useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import './calendar.css'

interface Holiday {
  readonly active: boolean
  readonly summary: string
  /** The id of the feed that has added the day. */
  readonly feed?: string
}

/**
 * Days without business hours, each with its name. A disabled holiday is an ordinary day. A holiday of a feed can only
 * be disabled, because the feed would add it again.
 */
export function Holidays({ label, help, error, value, values, onChange }: EditorProps) {
  const a = useAdminTexts()
  const holidays = (value ?? {}) as Readonly<Record<string, Holiday>>
  const without = (day: string) => Object.fromEntries(Object.entries(holidays).filter(([other]) => other !== day))
  return (
    <FieldGroup {...{ label, help, error }}>
      <ul className="holidays">
        {Object.entries(holidays)
          .toSorted(([day], [otherDay]) => (day < otherDay ? -1 : 1))
          .map(([day, holiday]) => (
            <li key={day}>
              <Checkbox
                label={<span className="number">{day}</span>}
                isChecked={holiday.active}
                onChange={(active) => onChange({ ...holidays, [day]: { ...holiday, active } })}
              />
              <bdi>{holiday.summary}</bdi>
              {!(values['ical_url'] && holiday.feed) && (
                <IconButton
                  icon="close"
                  isSmall
                  label={a('remove_holiday', { name: holiday.summary || day })}
                  onClick={() => onChange(without(day))}
                />
              )}
            </li>
          ))}
      </ul>
      <NewHoliday onAdd={(day, summary) => onChange({ ...holidays, [day]: { active: true, summary } })} />
    </FieldGroup>
  )
}

function NewHoliday({ onAdd }: { onAdd: (day: string, summary: string) => void }) {
  const a = useAdminTexts()
  const [day, setDay] = useState('')
  const [summary, setSummary] = useState('')
  const add = () => {
    if (!day) return
    onAdd(day, summary)
    setDay('')
    setSummary('')
  }
  return (
    <div className="new-holiday">
      <input
        className="input"
        type="date"
        aria-label={a('holiday_day')}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <input
        className="input"
        aria-label={a('holiday_name')}
        placeholder={a('holiday_name')}
        value={summary}
        onChange={({ target }) => setSummary(target.value)}
      />
      <Button isSmall icon="plus" disabled={!day} onClick={add}>
        {a('add')}
      </Button>
    </div>
  )
}
