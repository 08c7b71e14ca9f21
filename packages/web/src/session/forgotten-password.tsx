import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { TextField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useSession } from '../state/session.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm } from './auth-form.tsx'

/** The screen that requests a link for a new password, if a setting allows it. */
export function ForgottenPassword() {
  const t = useMessages()
  const { config } = useSession()
  const isOn = config.user_lost_password === true
  return (
    <AuthLayout title={t('session.forgottenTitle')} {...(isOn && { help: t('session.forgottenHelp') })}>
      {isOn ? <LinkForm /> : <Notice>{t('session.resetOff')}</Notice>}
      <p>
        <Link className="link" to="/sign-in">
          {t('session.backToSignIn')}
        </Link>
      </p>
    </AuthLayout>
  )
}

function LinkForm() {
  const t = useMessages()
  const login = useRef<HTMLInputElement>(null)
  const [response, setResponse] = useState<{ notice?: readonly string[] }>()
  const submit = useSubmit(async () => {
    const json = { username: login.current?.value }
    setResponse(await client.request<{ notice?: string[] }>('POST', 'users/password_reset', { json }))
  })
  // The response has a notice if the service sends no e-mail.
  if (response) return <Notice>{t(response.notice ? 'session.resetWithoutMail' : 'session.resetAsked')}</Notice>
  return (
    <AuthForm submit={submit} action={t('session.askReset')}>
      <TextField
        ref={login}
        label={t('session.login')}
        name="username"
        autoComplete="username"
        required
        isTall
        autoFocus
      />
    </AuthForm>
  )
}
