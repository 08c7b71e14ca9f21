import { Fragment, type Ref, type RefObject, useMemo, useState } from 'react'
import type { Article } from '../article/article-types.ts'
import { MessageCard } from '../article/message-card.tsx'
import { Button } from '../components/button.tsx'
import { useCustomFields } from '../components/use-custom-fields.ts'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useUser } from '../state/session.tsx'
import { ArticleMenu } from './article-menu.tsx'
import { listedChanges } from './changes.ts'
import type { TicketRights } from './rights.ts'
import { SystemLine } from './system-line.tsx'
import { firstUnread, collapsedPartOf, type ThreadEntry, threadOf } from './thread-model.ts'
import { TicketHead } from './ticket-head.tsx'
import type { Ticket } from './ticket-types.ts'
import { useThreadScroll } from './use-thread-scroll.ts'
import './thread.css'

interface ThreadProps {
  ticket: Ticket
  rights: TicketRights
  /** The scroll container. */
  scroller: RefObject<HTMLDivElement | null>
  /** The element at the end, in which the editor shows messages that are being sent. */
  endRef: Ref<HTMLDivElement>
  onReply: (article: Article) => void
  onForward: (article: Article) => void
}

/** Number of entries at the end that are laid out at once; the others follow when they get near the visible part. */
const NEAR_END = 6

/** The messages of a ticket and the changes between them, oldest first. */
export function Thread({ ticket, rights, scroller, endRef, onReply, onForward }: ThreadProps) {
  const t = useMessages()
  const me = useUser().id
  // Determined once, so that the mark of the first unread message stays while the ticket is shown.
  const [unreadKey] = useState(() => firstUnread(ticket.articles, ticket.viewedAt, me))
  const [wantedKey] = useState(() => location.hash.slice(1) || unreadKey)
  const [isUnfolded, setUnfolded] = useState(false)
  const fields = useCustomFields('Ticket', 'edit')
  const entries = useMemo(
    () => threadOf(ticket.articles, listedChanges(ticket.history, fields)),
    [ticket.articles, ticket.history, fields],
  )
  const middle = isUnfolded ? { start: 1, end: 1 } : collapsedPartOf(entries, wantedKey)
  const shown = [...entries.slice(0, middle.start), ...entries.slice(middle.end)]
  const articleCount = ticket.articles.length
  const { newMessages, showNew } = useThreadScroll(scroller, wantedKey, articleCount, ticket.history.length)
  const isNear = (index: number) => index >= shown.length - NEAR_END || (shown[index] as ThreadEntry).key === wantedKey

  return (
    <>
      <div className="thread-scroll" ref={scroller}>
        <div className="thread">
          <TicketHead ticket={ticket} />
          <div className="thread-feed" role="feed" aria-label={t('ticket.messages')}>
            {shown.map((entry, index) => (
              <Fragment key={entry.key}>
                {index === middle.start && middle.end > middle.start && (
                  <FoldedMiddle count={middle.end - middle.start} onShow={() => setUnfolded(true)} />
                )}
                {entry.key === unreadKey && <div className="unread-line">{t('ticket.newSince')}</div>}
                {entry.kind === 'changes' ? (
                  <SystemLine {...{ entry, ticket, fields }} />
                ) : (
                  <Message
                    {...{ entry, ticket, rights, onReply, onForward }}
                    size={articleCount}
                    isNear={isNear(index)}
                  />
                )}
              </Fragment>
            ))}
          </div>
          <div ref={endRef} id="thread-end" />
        </div>
      </div>
      {newMessages > 0 && (
        <div className="arrival" role="status">
          <Button isSmall icon="down" onClick={showNew}>
            {t('ticket.newMessages', { count: newMessages })}
          </Button>
        </div>
      )}
    </>
  )
}

const FoldedMiddle = ({ count, onShow }: { count: number; onShow: () => void }) => {
  const t = useMessages()
  return (
    <div className="folded-middle">
      <Button isSmall onClick={onShow}>
        {t('ticket.showMiddle', { count })}
      </Button>
    </div>
  )
}

interface MessageProps extends Pick<ThreadProps, 'ticket' | 'rights' | 'onReply' | 'onForward'> {
  entry: Extract<ThreadEntry, { kind: 'article' }>
  size: number
  isNear: boolean
}

function Message({ entry: { article }, ticket, rights, size, isNear, onReply, onForward }: MessageProps) {
  const person = ticket.person(article.authorId)
  // The name can be that of another person, whom an agent entered as the sender.
  const author = person && nameOf(person) === article.authorName ? person : undefined
  const position = ticket.articles.indexOf(article) + 1
  return (
    <MessageCard
      {...{ article, author, position, size }}
      isNearAtFirst={isNear}
      groupId={ticket.record.group_id}
      onRetry={rights.mayChange ? () => client.request('POST', `ticket_articles/${article.id}/retry`) : undefined}
      menu={<ArticleMenu {...{ article, rights, onReply, onForward }} />}
    />
  )
}
