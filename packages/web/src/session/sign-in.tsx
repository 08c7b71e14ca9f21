import { Link, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { TextField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm } from './auth-form.tsx'
import { signInFailure } from './failures.ts'
import { PasswordField } from './password-field.tsx'
import { useSession } from '../state/session.tsx'

/** The sign-in screen. */
export function SignIn() {
  const t = useMessages()
  const { config } = useSession()
  const { isSignedOut } = useSearch({ from: '/sign-in' })
  return (
    <AuthLayout title={config.organization || config.product_name || 'Deskbell'} help={t('session.signInHelp')}>
      {isSignedOut && <Notice>{t('session.signedOutElsewhere')}</Notice>}
      <SignInForm />
      {config.user_create_account === true && (
        <p className="is-muted">
          {t.rich('session.noAccount', {
            link: (text) => (
              <Link key="link" className="link" to="/sign-up">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </AuthLayout>
  )
}

/** The sign-in form. A failure keeps the login and selects the password. */
export function SignInForm() {
  const t = useMessages()
  const { config } = useSession()
  const login = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const submit = useSubmit(async () => {
    try {
      await client.session.signIn(login.current?.value ?? '', password.current?.value ?? '')
    } catch (error) {
      password.current?.select()
      throw error
    }
  })
  return (
    <AuthForm submit={submit} reason={signInFailure} action={t('session.signIn')}>
      <TextField
        ref={login}
        label={t('session.login')}
        name="username"
        autoComplete="username"
        required
        isTall
        autoFocus
      />
      <PasswordField
        ref={password}
        label={t('session.password')}
        name="password"
        autoComplete="current-password"
        action={
          config.user_lost_password === true && (
            <Link className="link" to="/password">
              {t('session.forgotten')}
            </Link>
          )
        }
      />
    </AuthForm>
  )
}
