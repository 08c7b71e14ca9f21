import { HttpError } from '@deskbell/client'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadError } from '../components/load-error.tsx'
import { Loading, Skeleton } from '../components/loading.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { NotFound } from '../components/not-found.tsx'
import { useLive } from '../state/use-live.ts'
import { ReplyArea } from './reply-area.tsx'
import { Message } from './message.tsx'
import { type Conversation, conversationView } from './request-data.ts'
import { useStatus } from './states.ts'
import { StatusMark } from './status-mark.tsx'
import { useTitle } from '../components/use-title.ts'
import './request.css'

/** A request: its messages, and the form for a reply. */
export function RequestScreen() {
  const t = useMessages()
  const { number = '' } = useParams({ strict: false })
  const view = conversationView(number)
  const { value, error } = useLive(view)
  useTitle(value?.request.title ?? `#${number}`)
  if (value) return <ConversationPage conversation={value} />
  // To a customer, other people's requests do not exist.
  if (error instanceof HttpError && (error.status === 404 || error.status === 403)) return <NotFound />
  if (error !== undefined) {
    return <LoadError title={t('request.failed')} error={error} onRetry={() => void view.refresh()} />
  }
  return (
    <Page>
      <Loading label={t('request.messages')}>
        <Skeleton width="60%" height="1.5rem" />
      </Loading>
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  const t = useMessages()
  return (
    <div className="portal-page is-conversation">
      <Link className="crumb" to="/requests">
        <Icon name="left" isDirectional />
        <span>{t('request.mine')}</span>
      </Link>
      {children}
    </div>
  )
}

function ConversationPage({ conversation }: { conversation: Conversation }) {
  const t = useMessages()
  const statusFor = useStatus()
  const { request, messages } = conversation
  const status = statusFor?.(request)
  return (
    <Page>
      <div className="request-head">
        <h1>
          <bdi>{request.title}</bdi>
        </h1>
        <p className="request-facts">
          {status && <StatusMark request={request} status={status} />}
          <span className="number">#{request.number}</span>
        </p>
      </div>
      <div className="thread" role="feed" aria-label={t('request.messages')}>
        {messages.map((message, index) => (
          <Message
            key={message.id}
            message={message}
            position={index + 1}
            size={messages.length}
            isLast={index === messages.length - 1}
          />
        ))}
      </div>
      {status && <ReplyArea key={request.id} messageCount={messages.length} {...{ request, status }} />}
    </Page>
  )
}
