import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useSession } from '../state/session.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm } from './auth-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface ResetResponse {
  readonly message: 'ok' | 'failed'
  readonly user_login?: string
}

const verify = (json: { token: string; password?: string }) =>
  client.request<ResetResponse>('POST', 'users/password_reset_verify', { json })

/** The screen that a link for setting a password opens. Setting the password also signs the user in. */
export function NewPassword() {
  const t = useMessages()
  const { token } = useParams({ from: '/password/$token' })
  const { config } = useSession()
  const [isValid, setValid] = useState<boolean>()
  const { values, field } = useValues({ password: '' })
  useEffect(() => {
    verify({ token }).then(
      ({ message }) => setValid(message === 'ok'),
      // Without an answer, the form is shown. It reports a failure when it is submitted.
      () => setValid(true),
    )
  }, [token])
  const submit = useSubmit(async () => {
    const { user_login } = await verify({ token, ...values })
    if (user_login === undefined) setValid(false)
    else await client.session.signIn(user_login, values.password)
  })
  if (isValid === undefined) return null
  return (
    <AuthLayout title={t('session.newPasswordTitle')}>
      {isValid ? (
        <AuthForm submit={submit} action={t('session.setPassword')}>
          <NewPasswordField {...field('password')} label={t('session.newPassword')} autoFocus />
        </AuthForm>
      ) : (
        <>
          <Notice kind="error">{t('session.linkExpired')}</Notice>
          <Link className="link" to={config.user_lost_password === true ? '/password' : '/sign-in'}>
            {t(config.user_lost_password === true ? 'session.askReset' : 'session.backToSignIn')}
          </Link>
        </>
      )}
    </AuthLayout>
  )
}
