import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'

interface CheckboxesProps<Value extends string | number> {
  choices: readonly { readonly value: Value; readonly label: ReactNode }[]
  chosen: readonly Value[]
  /** Called with the new choice, in the order in which the boxes were checked. */
  onChange: (chosen: readonly Value[]) => void
}

/** A list of checkboxes. */
export const Checkboxes = <Value extends string | number>({ choices, chosen, onChange }: CheckboxesProps<Value>) =>
  choices.map(({ value, label }) => (
    <Checkbox
      key={value}
      label={label}
      isChecked={chosen.includes(value)}
      onChange={(isChosen) => onChange(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))}
    />
  ))
