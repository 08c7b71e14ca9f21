import { Link } from '@tanstack/react-router'
import { DraftMark } from '../components/draft-mark.tsx'
import { overviewIcon } from '../components/overview-icon.ts'
import { useFormats } from '../format/use-formats.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useDraftMarks } from '../state/drafts.ts'
import { type CountedOverview, isSavedView } from '../state/overviews.ts'
import { recentTickets } from '../state/recent-tickets.ts'
import { useLive } from '../state/use-live.ts'
import { useOverviews } from '../state/use-overviews.ts'

/** The overviews and the user's saved views, with their counts. */
export function OverviewLinks() {
  const t = useMessages()
  const list = useOverviews()
  const saved = list.filter(isSavedView)
  return (
    <>
      <OverviewGroup title={t('shell.overviews')} items={list.filter((overview) => !isSavedView(overview))} />
      {saved.length > 0 && <OverviewGroup title={t('shell.savedViews')} items={saved} />}
    </>
  )
}

function OverviewGroup({ title, items }: { title: string; items: readonly CountedOverview[] }) {
  return (
    <div>
      <h2>{title}</h2>
      {items.map((overview) => (
        <Link
          key={overview.link}
          className="nav-item"
          to="/overviews/$link"
          params={{ link: overview.link }}
          activeProps={{ 'aria-current': 'page' }}
          title={overview.name}
        >
          <Icon name={overviewIcon(overview)} />
          <span>
            <bdi>{overview.name}</bdi>
          </span>
          <Count overview={overview} />
        </Link>
      ))}
    </div>
  )
}

/** The count of an overview. That of overdue tickets is colored if there are any. */
function Count({ overview: { link, count } }: { overview: CountedOverview }) {
  const t = useMessages()
  const formats = useFormats()
  if (link !== 'all_escalated' || count === 0) return <span className="count">{formats.number(count)}</span>
  return (
    <span className="count is-alarm">
      <Icon name="flag" />
      {formats.number(count)}
      <span className="for-readers"> {t('shell.overdue')}</span>
    </span>
  )
}

/** The recently opened tickets of the user. */
export function RecentLinks() {
  const t = useMessages()
  const { value: tickets = [] } = useLive(recentTickets())
  const drafts = useDraftMarks()
  if (tickets.length === 0) return null
  return (
    <div>
      <h2>{t('shell.recent')}</h2>
      {tickets.map(({ id, number, title }) => (
        <Link key={id} className="nav-item nav-ticket" to="/tickets/$number" params={{ number }} title={title}>
          <small>{number}</small>
          <span>
            <bdi>{title}</bdi>
          </span>
          {drafts.has(id) && <DraftMark />}
        </Link>
      ))}
    </div>
  )
}
