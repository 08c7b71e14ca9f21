import { useEffect } from 'react'
import { toasts } from '../components/toasts.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { writes } from '../state/writes.ts'

/** Says what became of messages and changes that waited for the connection. The shell of agents uses it once. */
export function useLateResults(): void {
  const t = useMessages()
  useEffect(
    () =>
      writes.onResult(({ write: { draft, change }, refusal, isLate }) => {
        if (change) showChange(t, change.number, refusal)
        if (!draft || !isLate) return
        if (refusal === undefined) toasts.show({ icon: 'send', text: t('editor.sentLate') })
        else toasts.show({ isError: true, icon: 'alert', text: t('editor.refusedLate', { reason: refusal }) })
      }),
    [t],
  )
}

function showChange(t: Messages, number: string, reason: string | undefined): void {
  if (reason === undefined) toasts.show({ icon: 'check', text: t('editor.changeSentLate', { number }) })
  else toasts.show({ isError: true, icon: 'alert', text: t('editor.changeRefusedLate', { number, reason }) })
}
