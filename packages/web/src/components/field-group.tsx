import { type ReactNode, useId } from 'react'
import { FieldHelp } from './field.tsx'

interface FieldGroupProps {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** Fields that belong together, with their label above and their help or error below. */
export function FieldGroup({ label, help, error, children }: FieldGroupProps) {
  const id = useId()
  const hasHelp = help !== undefined || error !== undefined
  return (
    <fieldset
      className="field"
      data-invalid={error !== undefined || undefined}
      aria-describedby={hasHelp ? `${id}-help` : undefined}
    >
      <legend className="field-label">{label}</legend>
      {children}
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </fieldset>
  )
}
