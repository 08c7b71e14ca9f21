import { Icon } from '../icon/icon.tsx'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { useOfflineSince } from '../state/connection.ts'
import { isByUser } from '../state/write-types.ts'
import { useWrites } from '../state/writes.ts'

/** Shows the time when the connection was lost, and the number of changes that wait for it. */
export function OfflineNotice() {
  const t = useMessages()
  const { clock } = useFormats()
  const since = useOfflineSince()
  const waiting = useWrites().filter((write) => isByUser(write) && write.refusal === undefined).length
  return (
    <div role="status">
      {since && (
        <p className="offline-bar">
          <Icon name="offline" />
          {t('editor.offlineSince', { time: clock(since) })} {t('editor.waiting', { count: waiting })}
        </p>
      )}
    </div>
  )
}
