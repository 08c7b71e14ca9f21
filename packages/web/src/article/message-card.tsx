import type { UserRecord } from '@deskbell/client'
import type { ReactNode } from 'react'
import { Avatar } from '../components/avatar.tsx'
import { Chip } from '../components/chip.tsx'
import { classes } from '../components/classes.ts'
import { Moment } from '../components/moment.tsx'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import { useMessages } from '../messages/messages.tsx'
import type { Article } from './article-types.ts'
import type { Delivery } from './delivery.ts'
import { DeliveryNotice } from './delivery-notice.tsx'
import { Files } from './files.tsx'
import { MailBody } from './mail-body.tsx'
import { RecipientsLine } from './recipients-line.tsx'
import './entry.css'

const channelIcons: Record<string, IconName> = {
  email: 'mail',
  phone: 'phone',
  web: 'globe',
  fax: 'phone',
  chat: 'note',
}

interface MessageCardProps {
  article: Article
  author: UserRecord | undefined
  /** The position among the messages, counted from 1. */
  position: number
  /** The number of messages. */
  size: number
  isNearAtFirst: boolean
  /** The group of the ticket. */
  groupId: number
  /** Sends a failed e-mail again. Absent if the user may not. */
  onRetry?: (() => Promise<unknown>) | undefined
  /** The menu of the message. */
  menu?: ReactNode
}

/** A message in a thread: a card whose look shows the author's side, and whether the message is internal. */
export function MessageCard({
  article,
  author,
  position,
  size,
  isNearAtFirst,
  groupId,
  onRetry,
  menu,
}: MessageCardProps) {
  const isOurs = article.side === 'agent' || article.side === 'internal'
  const t = useMessages()
  const nameId = `article-${article.id}-name`
  // Notes of triggers have no author; their e-mails have the sender name of the group.
  const name = article.authorName || t('ticket.theService')
  const person = author ?? { id: article.authorId, fullname: name }
  return (
    <article
      id={`article-${article.id}`}
      className={classes('entry', isOurs && !article.isInternal && 'is-ours', article.isInternal && 'is-internal')}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={size}
      // Messages of a feed take the focus, so that keys can move between them.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Avatar person={person} isAgent={isOurs} size="large" />
      <div className="entry-card">
        <header className="entry-head">
          <Avatar person={person} isAgent={isOurs} />
          <AuthorLine {...{ article, author, name, nameId }} />
          <span className="spacer" />
          <Channel type={article.type} delivery={article.delivery} />
          <Moment at={article.createdAt} />
          {menu}
        </header>
        <RecipientsLine to={article.to} cc={article.cc} />
        <div className="entry-body">
          {article.delivery && <DeliveryNotice delivery={article.delivery} {...{ groupId, onRetry }} />}
          <MailBody article={article} isNearAtFirst={isNearAtFirst} />
          <Files files={article.files} />
        </div>
      </div>
    </article>
  )
}

type AuthorLineProps = Pick<MessageCardProps, 'article' | 'author'> & { name: string; nameId: string }

function AuthorLine({ article, author, name, nameId }: AuthorLineProps) {
  const t = useMessages()
  return (
    <>
      <span className="who" id={nameId}>
        <bdi>{name}</bdi>
      </span>
      {author?.vip && (
        <Chip look="vip" icon="star">
          {t('article.vip')}
        </Chip>
      )}
      {article.isInternal && (
        <Chip look="internal" icon="lock">
          {t('article.internal')}
        </Chip>
      )}
    </>
  )
}

const channelNames = ['email', 'phone', 'web', 'fax', 'chat', 'sms'] as const

const progressTexts = { sent: 'emailSent', queued: 'emailQueued' } as const

function Channel({ type, delivery }: { type: string; delivery: Delivery | undefined }) {
  const t = useMessages()
  const name = channelNames.find((channel) => channel === type)
  if (!name) return null
  const isSentOrQueued = delivery?.state === 'sent' || delivery?.state === 'queued'
  return (
    <span className="via">
      <Icon name={delivery?.state === 'queued' ? 'clock' : (channelIcons[name] ?? 'note')} />
      <span>{t(`article.${isSentOrQueued ? progressTexts[delivery.state] : name}`)}</span>
    </span>
  )
}
