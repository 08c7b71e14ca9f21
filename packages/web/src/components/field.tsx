import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import { classes } from './classes.ts'
import './field.css'

interface FieldProps {
  label: ReactNode
  help?: ReactNode
  /** The error in the value, as a sentence. */
  error?: string | undefined
  isTall?: boolean
}

/** A field with its label above, and its help or error below. */
export function TextField({ label, help, error, isTall, className, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={classes('input', isTall && 'is-tall', className)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={helpIdOf(id, { help, error })}
      />
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}

/** Returns the id of the line below a field for `aria-describedby`; undefined if there is no help and no error. */
export const helpIdOf = (id: string, { help, error }: Pick<FieldProps, 'help' | 'error'>): string | undefined =>
  help === undefined && error === undefined ? undefined : `${id}-help`

/** The line below a field: its error, or its help if there is none. */
export function FieldHelp({ id, help, error }: { id: string } & Pick<FieldProps, 'help' | 'error'>) {
  if (error !== undefined) {
    return (
      <span className="field-error" id={id}>
        <Icon name="alert" />
        {error}
      </span>
    )
  }
  return help === undefined ? null : (
    <span className="help" id={id}>
      {help}
    </span>
  )
}
