import { Button } from '../../components/button.tsx'
import { useAdminTexts } from '../admin-texts.ts'

interface EndSessionProps {
  /** The name of the person or the device. */
  name: string
  isCurrent: boolean
  onEnd: () => void
}

/** Ends a session; the session of this browser cannot be ended here. */
export function EndSession({ name, isCurrent, onEnd }: EndSessionProps) {
  const a = useAdminTexts()
  if (isCurrent) return a('this_session')
  return (
    <Button isSmall aria-label={a('end_session_of', { name })} onClick={onEnd}>
      {a('end_session')}
    </Button>
  )
}
