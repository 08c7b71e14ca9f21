import { Chip } from './chip.tsx'
import { Combobox, type ComboboxProps } from './combobox.tsx'
import type { Option } from './option-list.tsx'

interface ChipsFieldProps extends Omit<ComboboxProps, 'value' | 'onChoose' | 'onBackspace' | 'before'> {
  values: readonly Option[]
  onChange: (values: readonly Option[]) => void
}

/** A field for several options, each a chip: recipients, tags. Backspace in the empty field removes the last. */
export function ChipsField({ values, onChange, ...combobox }: ChipsFieldProps) {
  const without = (id: Option['id']) => onChange(values.filter((value) => value.id !== id))
  const last = values.at(-1)
  return (
    <Combobox
      {...combobox}
      onChoose={(option) => onChange([...values.filter(({ id }) => id !== option.id), option])}
      onBackspace={() => last && without(last.id)}
      before={values.map(({ id, name }) => (
        <Chip key={id} onRemove={() => without(id)}>
          {name}
        </Chip>
      ))}
    />
  )
}
