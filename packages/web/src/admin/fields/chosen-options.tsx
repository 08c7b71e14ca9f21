import { ChipsField } from '../../components/chips-field.tsx'
import type { Option } from '../../components/option-list.tsx'

interface ChosenOptionsProps {
  label: string
  options: readonly Option[]
  /** The ids of the chosen options. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Chosen options, each a chip. An option that is no longer in the list is shown by its id. */
export const ChosenOptions = ({ label, options, chosen, onChange }: ChosenOptionsProps) => (
  <ChipsField
    label={label}
    isLabelHidden
    source={options.filter(({ id }) => !chosen.includes(String(id)))}
    values={chosen.map((id) => options.find((option) => option.id === id) ?? { id, name: id })}
    onChange={(next) => onChange(next.map(({ id }) => String(id)))}
  />
)
