import { systemUser } from '@deskbell/contract'
import { Files } from '../article/files.tsx'
import { MailBody } from '../article/mail-body.tsx'
import { filesOf } from '../article/stored-files.ts'
import { Avatar } from '../components/avatar.tsx'
import { classes } from '../components/classes.ts'
import { Moment } from '../components/moment.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession, useUser } from '../state/session.tsx'
import type { MessageRecord } from './request-types.ts'
import '../article/entry.css'

interface MessageProps {
  message: MessageRecord
  /** Position among the messages, counted from 1, and their number. */
  position: number
  size: number
  isLast: boolean
}

/** A message of a request. Those from the desk have square avatars and a tint, as on the screens of agents. */
export function Message({ message, position, size, isLast }: MessageProps) {
  const t = useMessages()
  const { config } = useSession()
  const me = useUser()
  const isFromDesk = message.sender !== 'Customer'
  const desk = config.organization || config.product_name
  const author = authorOf(message)
  // Automatic messages come from the desk.
  const isAutomatic = author.id === systemUser
  const name = author.id === me.id ? t('request.you') : ((isAutomatic ? desk : author.fullname) ?? '')
  const person = author.id === me.id ? me : { id: author.id, fullname: name }
  const nameId = `message-${message.id}-name`
  return (
    <article
      className={classes('entry', isFromDesk && 'is-ours')}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={size}
      // Messages of a feed take the focus, so that keys can move between them.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Avatar person={person} isAgent={isFromDesk} size="large" />
      <div className="entry-card">
        <header className="entry-head">
          <Avatar person={person} isAgent={isFromDesk} />
          <span className="who" id={nameId}>
            <bdi>{name}</bdi>
          </span>
          {isFromDesk && !isAutomatic && <span className="is-muted">{desk}</span>}
          <span className="spacer" />
          <Moment at={message.created_at} form="dayAndTime" />
        </header>
        <div className="entry-body">
          <MailBody article={bodyOf(message, name)} isNearAtFirst={isLast} />
          <Files files={filesOf(message)} />
        </div>
      </div>
    </article>
  )
}

/** The author: the person on whose behalf an agent wrote the message, otherwise its creator. */
const authorOf = (message: MessageRecord) =>
  message.origin_by_id !== null && message.origin_by !== undefined
    ? { id: message.origin_by_id, fullname: message.origin_by }
    : { id: message.created_by_id, fullname: message.created_by }

const bodyOf = ({ body, content_type: contentType, preferences }: MessageRecord, authorName: string) => ({
  body,
  contentType,
  authorName,
  folds: preferences.folds,
})
