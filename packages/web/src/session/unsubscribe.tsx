import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm } from './auth-form.tsx'

/** The screen that notification e-mails link to: a button turns off e-mails of that kind, without signing in. */
export function Unsubscribe() {
  const t = useMessages()
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const [isDone, setDone] = useState(false)
  const submit = useSubmit(async () => {
    await client.request('POST', `unsubscribe/${encodeURIComponent(token)}`)
    setDone(true)
  })
  if (isDone) {
    return (
      <AuthLayout title={t('session.unsubscribeTitle')}>
        <Notice>{t('session.unsubscribed')}</Notice>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('session.unsubscribeTitle')} help={t('session.unsubscribeHelp')}>
      <AuthForm submit={submit} action={t('session.unsubscribe')}>
        {null}
      </AuthForm>
    </AuthLayout>
  )
}
