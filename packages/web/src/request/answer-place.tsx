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
import { AnswerForm } from './answer-form.tsx'
import { followUpSource } from './request-data.ts'
import type { RequestRecord } from './request-types.ts'
import type { Status } from './status.ts'

interface AnswerPlaceProps {
  request: RequestRecord
  /** How many messages are shown. */
  messageCount: number
  status: Status
}

/** The place below the messages: the answer, or where to go if the request is closed for good. */
export function AnswerPlace({ request, messageCount, status }: AnswerPlaceProps) {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const isSolved = status === 'solved'
  const [wasOpen] = useState(!isSolved)
  const { value, error } = useLive(client.live(followUpSource(request.id, isSolved)))
  if (value && !value.possible) return <ClosedForGood request={request} />
  // The form of a request that is solved while it is looked at keeps its focus.
  if (!value && error === undefined && !wasOpen) return null
  return (
    <AnswerForm {...{ request, messageCount, status }}>
      {value && value.until !== null && (
        <p className="follow-up">
          {t('request.answerUntil', { time: formats.appointment(new Date(value.until), now) })}
        </p>
      )}
    </AnswerForm>
  )
}

/** Where to go on. An answer that was begun before the request was closed is taken along. */
function ClosedForGood({ request: { id, number } }: { request: RequestRecord }) {
  const t = useMessages()
  const { draft } = useDraft({ userId: useUser().id, ticketId: id, kind: 'reply' }).state
  const answer = draft && !isEmpty(draft.writing) ? draft : undefined
  return (
    <div className="notice">
      <Icon name="lock" />
      <span>
        {t.rich('request.closedForGood', {
          link: (parts) => (
            <Link className="link" to="/requests/new" search={{ about: number }} state={answer ? { answer } : {}}>
              {parts}
            </Link>
          ),
        })}{' '}
        {answer && t('request.answerGoesAlong')}
      </span>
    </div>
  )
}
