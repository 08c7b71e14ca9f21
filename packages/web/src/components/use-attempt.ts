import { useMessages } from '../messages/messages.tsx'
import { sessionOver } from '../state/session-over.ts'
import { sentenceOf } from './sentence-of.ts'
import { toasts } from './toasts.ts'

/**
 * Returns a function that shows the failure of a promise in a toast. After the end of a session, the sign-in dialog
 * appears instead.
 */
export function useAttempt(): (work: Promise<unknown>) => void {
  const t = useMessages()
  return (work) => {
    work.catch((error: unknown) => {
      if (!sessionOver.get()) toasts.show({ icon: 'alert', isError: true, text: sentenceOf(t, error) })
    })
  }
}
