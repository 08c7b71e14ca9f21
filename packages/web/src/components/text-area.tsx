import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldHelp } from './field.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: ReactNode
  help?: ReactNode
  wrong?: string | undefined
}

/** A field for several lines, with its label above, and its help or error below. */
export function TextArea({ label, help, wrong, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        className="input"
        dir="auto"
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={help === undefined && wrong === undefined ? undefined : `${id}-help`}
      />
      <FieldHelp id={`${id}-help`} help={help} wrong={wrong} />
    </div>
  )
}
