import { violatedPasswordRules } from '@deskbell/contract'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { PasswordField } from './password-field.tsx'

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'help' | 'error' | 'value'> & { value: string }

/**
 * A field for a new password. Violations of the password rules are shown in the language of the page, and prevent the
 * form from being submitted.
 */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const t = useMessages()
  const [isRefused, setRefused] = useState(false)
  const error = violatedPasswordRules(props.value)
    .map(({ name }) => t('session.passwordLacks', { rule: name }))
    .join(' ')
  const validate = (input: HTMLInputElement | null) => input?.setCustomValidity(error)
  const refuse = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault()
    event.currentTarget.focus()
    setRefused(true)
  }
  return (
    <PasswordField
      {...props}
      ref={validate}
      onInvalid={refuse}
      autoComplete="new-password"
      help={t('session.passwordRule')}
      error={isRefused && error !== '' ? error : undefined}
    />
  )
}
