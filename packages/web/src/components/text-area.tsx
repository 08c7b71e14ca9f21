import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldHelp } from './field.tsx'

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
        aria-describedby={help === undefined && error === undefined ? undefined : `${id}-help`}
      />
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}
