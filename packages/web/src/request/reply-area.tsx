import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { isEmpty } from '../state/draft-types.ts'
import { useDraft } from '../state/drafts.ts'
import { useUser } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { ReplyForm } from './reply-form.tsx'
import { followUpSource } from './request-data.ts'
import type { RequestRecord } from './request-types.ts'
import type { Status } from './status.ts'

interface ReplyAreaProps {
  request: RequestRecord
  /** The number of shown messages. */
  messageCount: number
  status: Status
}

/** The end of a request: the form for a reply, or a link to a new request if this one accepts no more replies. */
export function ReplyArea({ request, messageCount, status }: ReplyAreaProps) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const isSolved = status === 'solved'
  const [wasOpenAtFirst] = useState(!isSolved)
  const { value, error } = useLive(client.live(followUpSource(request.id, isSolved)))
  if (value && !value.possible) return <ClosedForGood request={request} />
  // If a request is solved while it is shown, its form keeps the focus.
  if (!value && error === undefined && !wasOpenAtFirst) return null
  return (
    <ReplyForm {...{ request, messageCount, status }}>
      {value && value.until !== null && (
        <p className="follow-up">
          {t('request.answerUntil', { time: formats.dayAndTime(new Date(value.until), now) })}
        </p>
      )}
    </ReplyForm>
  )
}

/** A link to a new request. A draft that was begun before the request was closed is carried over. */
function ClosedForGood({ request: { id, number } }: { request: RequestRecord }) {
  const t = useMessages()
  const { draft } = useDraft({ userId: useUser().id, ticketId: id, kind: 'reply' }).state
  const reply = draft && !isEmpty(draft.writing) ? draft : undefined
  return (
    <div className="notice">
      <Icon name="lock" />
      <span>
        {t.rich('request.closedForGood', {
          link: (parts) => (
            <Link className="link" to="/requests/new" search={{ about: number }} state={reply ? { reply } : {}}>
              {parts}
            </Link>
          ),
        })}{' '}
        {reply && t('request.answerGoesAlong')}
      </span>
    </div>
  )
}
