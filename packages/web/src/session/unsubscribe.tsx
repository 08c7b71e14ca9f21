import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '../components/notice.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { Door } from './door.tsx'
import { DoorForm } from './door-form.tsx'

/** The screen that notification mails link to: a button turns off mails of that kind, without signing in. */
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
      <Door title={t('session.unsubscribeTitle')}>
        <Notice>{t('session.unsubscribed')}</Notice>
      </Door>
    )
  }
  return (
    <Door title={t('session.unsubscribeTitle')} help={t('session.unsubscribeHelp')}>
      <DoorForm submit={submit} action={t('session.unsubscribe')}>
        {null}
      </DoorForm>
    </Door>
  )
}
