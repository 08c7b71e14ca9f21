import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { TextField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useSession } from '../state/session.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm } from './auth-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/**
 * The screen where customers request an account, if a setting allows it. They confirm their address by a link in an
 * e-mail; on a desk that sends no mail, an administrator activates the account.
 */
export function SignUp() {
  const t = useMessages()
  const { config } = useSession()
  const isOn = config.user_create_account === true
  return (
    <AuthLayout title={t('session.signUpTitle')} {...(isOn && { help: t('session.signUpHelp') })}>
      {isOn ? <SignUpForm /> : <Notice>{t('session.signUpOff')}</Notice>}
      <p>
        <Link className="link" to="/sign-in">
          {t('session.backToSignIn')}
        </Link>
      </p>
    </AuthLayout>
  )
}

function SignUpForm() {
  const t = useMessages()
  const { values, field } = useValues({ firstname: '', lastname: '', email: '', password: '' })
  const [response, setResponse] = useState<{ notice?: readonly string[] }>()
  const submit = useSubmit(async () => {
    const json = { ...values, signup: true }
    setResponse(await client.request<{ notice?: string[] }>('POST', 'users', { json }))
  })
  // The response has a notice if the service sends no e-mail.
  if (response) return <Notice>{t(response.notice ? 'session.signedUp' : 'session.signedUpByMail')}</Notice>
  return (
    <AuthForm submit={submit} action={t('session.signUp')}>
      <TextField {...field('firstname')} label={t('session.firstname')} autoComplete="given-name" isTall autoFocus />
      <TextField {...field('lastname')} label={t('session.lastname')} autoComplete="family-name" isTall />
      <TextField
        {...field('email')}
        error={submit.errorOf('email')}
        label={t('session.email')}
        type="email"
        autoComplete="email"
        required
        isTall
      />
      <NewPasswordField {...field('password')} label={t('session.password')} />
    </AuthForm>
  )
}
