import { Link } from '@tanstack/react-router'
import { useFormats } from '../format/use-formats.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useOfflineSince } from '../state/connection.ts'
import { isByUser } from '../state/write-types.ts'
import { useWrites } from '../state/writes.ts'

/**
 * Shows since when the connection is lost and how many messages and changes wait for it, and the tickets with refused
 * changes.
 */
export function OfflineBar() {
  const t = useMessages()
  const { clock } = useFormats()
  const since = useOfflineSince()
  const writes = useWrites().filter(isByUser)
  const waiting = writes.filter(({ refusal }) => refusal === undefined).length
  const refused = writes.flatMap(({ change, action, refusal }) =>
    refusal === undefined ? [] : ((change ?? action)?.number ?? []),
  )
  return (
    <div role="status">
      {since && (
        <p className="offline">
          <Icon name="offline" />
          <span>
            {t('shell.offlineSince', { time: clock(since) })} {waiting > 0 && t('shell.waiting', { count: waiting })}
          </span>
        </p>
      )}
      {[...new Set(refused)].map((number) => (
        <p key={number} className="offline">
          <Icon name="alert" />
          <Link to="/tickets/$number" params={{ number }}>
            {t('shell.refusedChange', { number })}
          </Link>
        </p>
      ))}
    </div>
  )
}
