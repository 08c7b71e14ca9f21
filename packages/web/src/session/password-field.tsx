import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { IconButton } from '../components/button.tsx'
import { FieldHelp, helpIdOf } from '../components/field.tsx'
import { useMessages } from '../messages/messages.tsx'

interface PasswordFieldProps extends ComponentProps<'input'> {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** A link at the end of the label. */
  action?: ReactNode
}

/** A field for a password, with a button that makes it visible. */
export function PasswordField({ label, help, error, action, ...input }: PasswordFieldProps) {
  const t = useMessages()
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {action}
      </div>
      <div className="password">
        <input
          {...input}
          id={id}
          className="input is-tall"
          type={isShown ? 'text' : 'password'}
          required
          aria-invalid={error !== undefined || undefined}
          aria-describedby={helpIdOf(id, { help, error })}
        />
        <IconButton
          icon="eye"
          label={t('session.showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      </div>
      <FieldHelp id={`${id}-help`} help={help} error={error} />
    </div>
  )
}
