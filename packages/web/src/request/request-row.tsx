import { Link } from '@tanstack/react-router'
import { classes } from '../components/classes.ts'
import { Moment } from '../components/moment.tsx'
import { CustomerName } from './customer-name.tsx'
import { StatusMark } from './status-mark.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import type { LastMessage } from './request-data.ts'
import type { RequestRecord } from './request-types.ts'
import { lastMessageAt, type Status } from './status.ts'

interface RequestRowProps {
  request: RequestRecord
  status: Status
  /** Its last message; undefined until it is known. */
  message: LastMessage | undefined
  /** True if the list contains requests of several people. */
  isShared: boolean
}

/** A request in a list. */
export function RequestRow({ request, status, message, isShared }: RequestRowProps) {
  return (
    <li>
      <Link
        className={classes('request', status === 'yourTurn' && 'is-your-turn')}
        to="/requests/$number"
        params={{ number: request.number }}
      >
        <h2>
          <bdi>{request.title}</bdi>
        </h2>
        <StatusMark request={request} status={status} />
        <p>{message ? <LastMessageLine message={message} /> : '\u00A0'}</p>
        <span className="facts">
          <span className="number">#{request.number}</span>
          {isShared && <CustomerName request={request} />}
          <Moment at={lastMessageAt(request)} form="dayAndTime" />
        </span>
      </Link>
    </li>
  )
}

/** The last author and the beginning of the last message, in one line. */
function LastMessageLine({ message: { author_id, author, text } }: { message: LastMessage }) {
  const t = useMessages()
  const name = author_id === useUser().id ? t('request.you') : author
  return <bdi>{t('request.lastMessage', { name, text })}</bdi>
}
