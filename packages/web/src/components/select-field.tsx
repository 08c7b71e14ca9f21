import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldHelp, helpIdOf } from './field.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** A drop-down list with its label above and its help or error below. `children` are the options. */
export function SelectField({ label, help, error, onChange, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        className="input"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={helpIdOf(id, { help, error })}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}
