import { Link } from '@tanstack/react-router'
import { IconButton } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { classes } from '../components/classes.ts'
import { Empty } from '../components/empty.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { Loading, Skeleton } from '../components/loading.tsx'
import { Moment } from '../components/moment.tsx'
import { useMessages } from '../messages/messages.tsx'
import { MailBody } from '../article/mail-body.tsx'
import { useLive } from '../state/use-live.ts'
import { ticketView } from '../ticket/ticket-data.ts'
import type { TicketRow } from './row-types.ts'
import './peek-panel.css'

interface PeekPanelProps {
  row: TicketRow
  link: string
  onClose: () => void
}

/** A preview of a ticket next to the list: its title and its last message. The focus stays in the list. */
export function PeekPanel({ row, link, onClose }: PeekPanelProps) {
  const t = useMessages()
  const { number } = row
  return (
    <aside className="peek" aria-label={t('overview.peek', { number })}>
      <header className="peek-head">
        <span className="number">#{number}</span>
        <span className="spacer" />
        <IconButton isSmall icon="close" label={t('overview.closePeek')} onClick={onClose} />
      </header>
      <h2>
        <Link className="link" to="/tickets/$number" params={{ number }} search={{ from: link }} dir="auto">
          <bdi>{row.title}</bdi>
        </Link>
      </h2>
      <LastMessage key={number} number={number} />
    </aside>
  )
}

function LastMessage({ number }: { number: string }) {
  const t = useMessages()
  const { value: ticket, error } = useLive(ticketView(number))
  const article = ticket?.articles.at(-1)
  if (error !== undefined && !ticket) return <Empty icon="alert" title={sentenceOf(t, error)} />
  if (!ticket) {
    return (
      <Loading label={t('overview.peek', { number })}>
        <Skeleton width="60%" />
        <Skeleton height="6rem" />
      </Loading>
    )
  }
  if (!article) return <p className="is-muted">{t('overview.noMessage')}</p>
  return (
    <article
      className={classes(
        'peek-message',
        article.isInternal && 'is-internal',
        article.side === 'agent' && !article.isInternal && 'is-ours',
      )}
    >
      <p className="peek-from">
        <bdi>{article.authorName || t('ticket.theService')}</bdi>
        {article.isInternal && (
          <Chip look="internal" icon="lock">
            {t('article.internal')}
          </Chip>
        )}
        <span className="spacer" />
        <Moment at={article.createdAt} />
      </p>
      <MailBody article={article} />
    </article>
  )
}
