import { useEffect, useState } from 'react'
import type { Article } from '../article/article-types.ts'
import { MailBody } from '../article/mail-body.tsx'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { Key } from '../components/key.tsx'
import { toasts } from '../components/toasts.ts'
import { useLatest } from '../components/use-latest.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { recipientsIn } from '../article/recipients.ts'
import { nameOf } from '../format/names.ts'
import type { NewArticle } from '../state/draft-types.ts'
import { Avatar } from '../components/avatar.tsx'
import { classes } from '../components/classes.ts'

/** A message that has not been sent yet: in the queue of this device, or in the outbox of the service. */
export interface PendingMessage {
  /** `queue`: on this device. `outbox`: at the service. */
  readonly storage: 'queue' | 'outbox'
  readonly id: number
  readonly article: NewArticle
  /** The number of files. */
  readonly fileCount: number
  /** The time of sending, in milliseconds since 1970. Undefined until the service has the message. */
  readonly sendsAt: number | undefined
}

interface PendingMessagesProps {
  messages: readonly PendingMessage[]
  onUndo: (message: PendingMessage) => void
}

/** The messages that were submitted but not sent yet, at the end of the thread. */
export const PendingMessages = ({ messages, onUndo }: PendingMessagesProps) =>
  messages.map((message) => (
    <Pending key={`${message.storage} ${message.id}`} message={message} onUndo={() => onUndo(message)} />
  ))

function Pending({ message, onUndo }: { message: PendingMessage; onUndo: () => void }) {
  const t = useMessages()
  const user = useUser()
  const { article, fileCount, sendsAt } = message
  const to = recipientsIn(article.to).map(({ name }) => name)
  return (
    <article className={classes('entry', article.internal ? 'is-internal' : 'is-ours', 'is-pending')}>
      <Avatar person={user} isAgent size="large" />
      <div className="entry-card">
        <header className="entry-head">
          <bdi className="who">{nameOf(user)}</bdi>
          {article.internal && (
            <Chip look="internal" icon="lock">
              {t('editor.internal')}
            </Chip>
          )}
          <span className="spacer" />
          <Countdown sendsAt={sendsAt} onUndo={onUndo} />
        </header>
        {to.length > 0 && <p className="entry-to">{t('editor.goesTo', { names: to.join(', ') })}</p>}
        <div className="entry-body">
          <MailBody article={asArticle(article, nameOf(user))} />
        </div>
        {fileCount > 0 && (
          <p className="entry-files">
            <Icon name="clip" /> {t('editor.files', { count: fileCount })}
          </p>
        )}
      </div>
    </article>
  )
}

/** Returns a message in the form of an article, which is how it is displayed. */
const asArticle = (message: NewArticle, authorName: string): Article => ({
  id: 0,
  ticketId: 0,
  side: message.internal ? 'internal' : 'agent',
  isInternal: message.internal,
  type: message.type,
  authorId: 0,
  authorName,
  from: null,
  to: message.to ?? null,
  cc: message.cc ?? null,
  replyTo: null,
  subject: null,
  contentType: message.content_type,
  body: message.body,
  folds: undefined,
  files: [],
  delivery: undefined,
  createdById: 0,
  createdAt: '',
})

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000))

function Countdown({ sendsAt, onUndo }: { sendsAt: number | undefined; onUndo: () => void }) {
  const t = useMessages()
  const [seconds, setSeconds] = useState(() => (sendsAt === undefined ? 0 : secondsUntil(sendsAt)))
  useEffect(() => {
    if (sendsAt === undefined) return undefined
    const countDown = () => setSeconds(secondsUntil(sendsAt))
    countDown()
    const timer = setInterval(countDown, 250)
    return () => clearInterval(timer)
  }, [sendsAt])
  const isWaiting = sendsAt === undefined
  const canUndo = isWaiting || seconds > 0
  const undo = useLatest(onUndo)
  useEffect(() => (canUndo ? toasts.offerUndo(() => undo.current()) : undefined), [canUndo, undo])
  return (
    <>
      <span className="via">
        <Icon name={isWaiting ? 'offline' : 'clock'} />
        {isWaiting ? t('editor.waits') : t(seconds > 0 ? 'editor.goesOut' : 'editor.isSent', { seconds })}
      </span>
      {canUndo && (
        <Button isSmall aria-keyshortcuts="Control+Z" onClick={onUndo}>
          {t('editor.undo')} <Key keys="Ctrl Z" />
        </Button>
      )}
    </>
  )
}
