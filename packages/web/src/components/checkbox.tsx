import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import './checkbox.css'

interface CheckProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'checked'> {
  label: ReactNode
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  help?: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** A checkbox. In a form, its change takes effect when the form is saved. */
export function Checkbox({ isMixed = false, ...props }: CheckProps & { isMixed?: boolean }) {
  return <Check {...props} className={classes('checkbox', isMixed && 'is-mixed')} isMixed={isMixed} />
}

/** A switch. It takes effect at once. */
export function Switch(props: CheckProps) {
  return <Check {...props} className="switch" role="switch" />
}

function Check({
  label,
  isLabelHidden,
  help,
  isChecked,
  isMixed = false,
  onChange,
  ...input
}: CheckProps & { isMixed?: boolean }) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className="check">
      <input
        {...input}
        ref={box}
        type="checkbox"
        checked={isChecked}
        aria-describedby={help === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={isLabelHidden ? 'for-readers' : undefined}>
        {label}
        {help !== undefined && (
          <small className="help" id={id}>
            {help}
          </small>
        )}
      </span>
    </label>
  )
}
