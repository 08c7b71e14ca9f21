import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldHelp } from '../components/field.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: ReactNode
  wrong?: string | undefined
}

/** A field for several lines, with its label above and its error below. */
export function TextArea({ label, wrong, ...area }: TextAreaProps) {
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
        aria-describedby={wrong === undefined ? undefined : `${id}-help`}
      />
      <FieldHelp id={`${id}-help`} wrong={wrong} />
    </div>
  )
}
