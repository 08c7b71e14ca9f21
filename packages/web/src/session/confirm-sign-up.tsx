import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm } from './auth-form.tsx'
import { PasswordField } from './password-field.tsx'

/**
 * The screen that the confirmation e-mail of a sign-up links to: people enter their password, which activates the account
 * and signs them in.
 */
export function ConfirmSignUp() {
  const t = useMessages()
  const { token } = useParams({ from: '/sign-up/$token' })
  const password = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const submit = useSubmit(async () => {
    const json = { token, password: password.current?.value ?? '' }
    const { user_login } = await client.request<{ user_login?: string }>('POST', 'users/email_verify', { json })
    setRefused(user_login === undefined)
    if (user_login !== undefined) await client.session.signIn(user_login, json.password)
  })
  return (
    <AuthLayout title={t('session.confirmTitle')} help={t('session.confirmHelp')}>
      {isRefused && <Notice kind="error">{t('session.confirmRefused')}</Notice>}
      <AuthForm submit={submit} action={t('session.confirm')}>
        <PasswordField
          ref={password}
          label={t('session.password')}
          name="password"
          autoComplete="current-password"
          autoFocus
        />
      </AuthForm>
      <Link className="link" to="/sign-in">
        {t('session.backToSignIn')}
      </Link>
    </AuthLayout>
  )
}
