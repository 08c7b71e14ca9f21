import { useEffect } from 'react'
import { toasts } from '../components/toasts.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { sendWritesOf, writes } from '../state/writes.ts'

/** Sends the messages and changes that wait on this device, and shows their results. Each shell calls this once. */
export function useWriteQueue(): void {
  const t = useMessages()
  const session = useSession()
  useEffect(
    () =>
      writes.onResult(({ write: { draft, change, action }, refusal, isLate }) => {
        if (change) showChange(t, change.number, refusal)
        // A conflict has an empty reason.
        if (action && isLate) showChange(t, action.number, refusal === '' ? t('ticket.notOverwritten') : refusal)
        if (!draft || !isLate) return
        if (refusal === undefined) toasts.show({ icon: 'send', text: t('editor.sentLate') })
        else toasts.show({ isError: true, icon: 'alert', text: t('editor.refusedLate', { reason: refusal }) })
      }),
    [t],
  )
  // Sending begins after the listener is set, which would otherwise miss the first results, and again after each sign-in.
  useEffect(() => {
    sendWritesOf(session.user?.id)
    return () => sendWritesOf(undefined)
  }, [session])
}

function showChange(t: Messages, number: string, reason: string | undefined): void {
  if (reason === undefined) toasts.show({ icon: 'check', text: t('editor.changeSentLate', { number }) })
  else toasts.show({ isError: true, icon: 'alert', text: t('editor.changeRefusedLate', { number, reason }) })
}
