import type { ReactElement, ReactNode } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface ConflictNoticeProps {
  /** The name of the property. */
  name: string
  /** The value that somebody else has saved meanwhile. */
  theirs: ReactNode
  /** The value that the user has tried to save. */
  ours: ReactNode
  onUseOurs: () => void
  onKeepTheirs: () => void
}

/** Shows that somebody else has saved another value, with both values and a button for each. */
export function ConflictNotice({ name, theirs, ours, onUseOurs, onKeepTheirs }: ConflictNoticeProps) {
  const t = useMessages()
  return (
    <Notice
      kind="conflict"
      actions={
        <>
          <Button isSmall onClick={onUseOurs}>
            {t.rich('ticket.useOurs', { ours: <bdi key="ours">{ours}</bdi> }) as ReactElement}
          </Button>
          <Button isSmall onClick={onKeepTheirs}>
            {t.rich('ticket.keepTheirs', { theirs: <bdi key="theirs">{theirs}</bdi> }) as ReactElement}
          </Button>
        </>
      }
    >
      {t.rich('ticket.conflict', { name, theirs: <b key="theirs">{theirs}</b>, ours: <b key="ours">{ours}</b> })}
    </Notice>
  )
}
