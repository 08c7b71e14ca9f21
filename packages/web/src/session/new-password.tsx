import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useSession } from '../state/session.tsx'
import { Door } from './door.tsx'
import { DoorForm } from './door-form.tsx'
import { PasswordField } from './password-field.tsx'

interface ResetAnswer {
  readonly message: 'ok' | 'failed'
  /** What is wrong with the password. */
  readonly notice?: readonly string[]
  readonly user_login?: string
}

const verify = (json: { token: string; password?: string }) =>
  client.request<ResetAnswer>('POST', 'users/password_reset_verify', { json })

/** The screen of a link with which a person sets a password. Afterwards they are signed in. */
export function NewPassword() {
  const t = useMessages()
  const { token } = useParams({ from: '/password/$token' })
  const { config } = useSession()
  const [isValid, setValid] = useState<boolean>()
  const [wrong, setWrong] = useState<string>()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    verify({ token }).then(
      ({ message }) => setValid(message === 'ok'),
      () => setValid(true),
    )
  }, [token])
  const submit = useSubmit(async () => {
    const secret = password.current?.value ?? ''
    const { message, notice, user_login } = await verify({ token, password: secret })
    setWrong(notice?.[0])
    if (user_login !== undefined) await client.session.signIn(user_login, secret)
    else if (message === 'failed' && notice === undefined) setValid(false)
  })
  if (isValid === undefined) return null
  return (
    <Door title={t('session.newPasswordTitle')}>
      {isValid ? (
        <DoorForm submit={submit} action={t('session.setPassword')}>
          <PasswordField
            ref={password}
            label={t('session.newPassword')}
            help={t('session.passwordRule')}
            wrong={wrong}
            name="password"
            autoComplete="new-password"
            autoFocus
          />
        </DoorForm>
      ) : (
        <>
          <Notice kind="error">{t('session.linkExpired')}</Notice>
          <Link className="link" to={config.user_lost_password === true ? '/password' : '/sign-in'}>
            {t(config.user_lost_password === true ? 'session.askReset' : 'session.backToSignIn')}
          </Link>
        </>
      )}
    </Door>
  )
}
