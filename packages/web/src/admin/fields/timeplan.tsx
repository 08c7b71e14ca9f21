import { FieldGroup } from '../../components/field-group.tsx'
import { useId } from 'react'
import { Checkbox } from '../../components/checkbox.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { weekdayNames, weekdays } from './week.ts'
import './calendar.css'

type Times = Readonly<Record<string, boolean>>

const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
const minutes = ['0', '10', '20', '30', '40', '50']

/** The times at which a job runs: each chosen minute of each chosen hour, on the chosen days. */
export function Timeplan({ label, help, error, value, onChange }: EditorProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const plan = (value ?? {}) as { readonly days?: Times; readonly hours?: Times; readonly minutes?: Times }
  const names = weekdayNames(t.language)
  const days = weekdays.map(
    (day, index) => [day.replace(/^./, (letter) => letter.toUpperCase()), names[index] as string] as const,
  )
  return (
    <FieldGroup {...{ label, help, error }}>
      <Boxes
        label={a('plan_days')}
        options={days}
        chosen={plan.days ?? {}}
        onChange={(next) => onChange({ ...plan, days: next })}
      />
      <Boxes
        label={a('plan_hours')}
        options={hours.map(withTwoDigits)}
        chosen={plan.hours ?? {}}
        onChange={(next) => onChange({ ...plan, hours: next })}
      />
      <Boxes
        label={a('plan_minutes')}
        options={minutes.map(withTwoDigits)}
        chosen={plan.minutes ?? {}}
        onChange={(next) => onChange({ ...plan, minutes: next })}
      />
    </FieldGroup>
  )
}

/** Returns a number as an option; its name has two digits. */
const withTwoDigits = (number: string): [string, string] => [number, number.padStart(2, '0')]

interface BoxesProps {
  label: string
  options: readonly (readonly [id: string, name: string])[]
  chosen: Times
  onChange: (chosen: Times) => void
}

function Boxes({ label, options, chosen, onChange }: BoxesProps) {
  const id = useId()
  return (
    <div className="plan-part">
      <p id={id} className="plan-heading">
        {label}
      </p>
      <div className="plan-boxes" role="group" aria-labelledby={id}>
        {options.map(([option, name]) => (
          <Checkbox
            key={option}
            label={name}
            isChecked={chosen[option] === true}
            onChange={(isChosen) => onChange({ ...chosen, [option]: isChosen })}
          />
        ))}
      </div>
    </div>
  )
}
