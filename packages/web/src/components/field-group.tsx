import { type ReactNode, useId } from 'react'
import { FieldHelp, helpIdOf } from './field.tsx'

interface FieldGroupProps {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** Fields that belong together, with their label above and their help or error below. */
export function FieldGroup({ label, help, error, children }: FieldGroupProps) {
  const id = useId()
  return (
    <fieldset
      className="field"
      data-invalid={error !== undefined || undefined}
      aria-describedby={helpIdOf(id, { help, error })}
    >
      <legend className="field-label">{label}</legend>
      {children}
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </fieldset>
  )
}
