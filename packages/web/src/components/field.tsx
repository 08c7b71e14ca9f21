import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import { classes } from './classes.ts'
import './field.css'

interface FieldProps {
  label: ReactNode
  help?: ReactNode
  /** The error of the value, as a sentence. */
  wrong?: string | undefined
  isTall?: boolean
}

/** A field with its label above, and its help or error below. */
export function TextField({ label, help, wrong, isTall, className, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={classes('input', isTall && 'is-tall', className)}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={help === undefined && wrong === undefined ? undefined : `${id}-help`}
      />
      <FieldHelp id={`${id}-help`} help={help} wrong={wrong} />
    </div>
  )
}

/** The line below a field: what is wrong with its value, otherwise its help. */
export function FieldHelp({ id, help, wrong }: { id: string } & Pick<FieldProps, 'help' | 'wrong'>) {
  if (wrong !== undefined) {
    return (
      <span className="wrong" id={id}>
        <Icon name="alert" />
        {wrong}
      </span>
    )
  }
  return help === undefined ? null : (
    <span className="help" id={id}>
      {help}
    </span>
  )
}
