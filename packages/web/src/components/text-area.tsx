import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldHelp, helpIdOf } from './field.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
}

/** A field for several lines, with its label above, and its help or error below. */
export function TextArea({ label, help, error, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        className="input"
        dir="auto"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={helpIdOf(id, { help, error })}
      />
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}
