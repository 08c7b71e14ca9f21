import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { Door } from './door.tsx'
import { requestFailure } from './failures.ts'

/** The screen that asks for a link with which a person sets a new password. */
export function ForgottenPassword() {
  const t = useMessages()
  const login = useRef<HTMLInputElement>(null)
  const [notices, setNotices] = useState<readonly string[]>()
  const { isBusy, failure, onSubmit } = useSubmit(async () => {
    const json = { username: login.current?.value }
    const answer = await client.request<{ notice?: string[] }>('POST', 'users/password_reset', { json })
    setNotices(answer.notice ?? [])
  })
  return (
    <Door title={t('session.forgottenTitle')} help={t('session.forgottenHelp')}>
      {notices ? (
        <>
          <Notice>{t('session.resetAsked')}</Notice>
          {notices.map((notice) => (
            <p key={notice} className="is-muted">
              {notice}
            </p>
          ))}
        </>
      ) : (
        <form onSubmit={onSubmit}>
          {failure !== undefined && <Notice kind="error">{requestFailure(t, failure)}</Notice>}
          <TextField
            ref={login}
            label={t('session.login')}
            name="username"
            autoComplete="username"
            required
            isTall
            autoFocus
          />
          <Button type="submit" look="primary" isWide isBusy={isBusy}>
            {t('session.askReset')}
          </Button>
        </form>
      )}
      <p>
        <Link className="link" to="/sign-in">
          {t('session.backToSignIn')}
        </Link>
      </p>
    </Door>
  )
}
