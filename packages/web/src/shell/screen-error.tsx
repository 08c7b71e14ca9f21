import { useRouter } from '@tanstack/react-router'
import { LoadError } from '../components/load-error.tsx'
import { useMessages } from '../messages/messages.tsx'

/** Replaces a screen that failed. The rest of the page keeps working. */
export function ScreenError({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useMessages()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <LoadError title={t('shell.failed')} error={error} onRetry={retry} />
}
