import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { ConflictNotice } from '../components/conflict-notice.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { Values } from '../state/save-unless-changed.ts'
import type { Change } from './use-change.ts'
import type { WaitingChange } from './waiting-change.ts'

export interface ChangeNoticeProps {
  /** The name of the property. */
  name: string
  change: Change
  /** Formats the current value, or the unsaved one. */
  valueOf: (values: Values) => ReactNode
}

/** Returns true if a change was not saved. */
export const hasNotice = ({ conflict, error, waiting }: Change): boolean =>
  conflict !== undefined || error !== undefined || waiting !== undefined

/**
 * Shows an unsaved change: somebody else has changed the value, the service refused it, or it waits for the connection.
 */
export function ChangeNotice({ name, change, valueOf }: ChangeNoticeProps) {
  const { conflict, error, waiting } = change
  if (conflict) {
    return (
      <ConflictNotice
        name={name}
        theirs={valueOf(conflict.current.record)}
        ours={valueOf(conflict.values)}
        onUseOurs={() => void change.overwrite()}
        onKeepTheirs={change.dismiss}
      />
    )
  }
  if (error !== undefined) return <ErrorNotice {...{ error }} onDismiss={change.dismiss} />
  if (waiting) return <WaitingNotice {...{ name, change, waiting }} ours={valueOf(waiting.values)} />
  return null
}

function ErrorNotice({ error, onDismiss }: { error: unknown; onDismiss: () => void }) {
  const t = useMessages()
  return (
    <Notice
      kind="error"
      actions={
        <Button isSmall onClick={onDismiss}>
          {t('ticket.understood')}
        </Button>
      }
    >
      {sentenceOf(t, error)}
    </Notice>
  )
}

interface WaitingNoticeProps extends Pick<ChangeNoticeProps, 'name' | 'change'> {
  waiting: WaitingChange
  /** The value that could not be saved. */
  ours: ReactNode
}

function WaitingNotice({ name, change, waiting, ours: value }: WaitingNoticeProps) {
  const t = useMessages()
  const { refusal, isConflict, withdraw } = waiting
  const ours = <b key="ours">{value}</b>
  if (refusal === undefined) {
    return (
      <Notice
        actions={
          <Button isSmall onClick={() => void withdraw()}>
            {t('components.undo')}
          </Button>
        }
      >
        {t.rich('ticket.waits', { name, ours })}
      </Notice>
    )
  }
  return (
    <Notice
      kind="conflict"
      actions={
        <>
          <Button isSmall onClick={() => void change.repeat()}>
            {t('ticket.repeat')}
          </Button>
          <Button isSmall onClick={() => void withdraw()}>
            {t('ticket.discard')}
          </Button>
        </>
      }
    >
      {isConflict
        ? t.rich('ticket.waitedTooLong', { name, ours })
        : t.rich('ticket.wasRefused', { name, ours, reason: refusal })}
    </Notice>
  )
}
