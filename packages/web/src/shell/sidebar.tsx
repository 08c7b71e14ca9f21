import { Link } from '@tanstack/react-router'
import { Key } from '../components/key.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { NotificationsButton } from '../notification/notifications-button.tsx'
import { kindsFor } from '../search/kind-rights.ts'
import { useOfflineSince } from '../state/connection.ts'
import { isAdministrator } from '../state/permissions.ts'
import { useSession } from '../state/session.tsx'
import { UserMenu } from './user-menu.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { OverviewLinks, RecentLinks } from './sidebar-links.tsx'

/**
 * The sidebar for agents: search, overviews with their counts, figures, administration, recent tickets, the user's
 * menu.
 */
export function Sidebar() {
  const t = useMessages()
  const { config, may, permissions } = useSession()
  const isAgent = may('ticket.agent')
  const desk = config.organization || config.product_name || 'Deskbell'
  return (
    <aside className="sidebar" aria-label={desk} data-region="sidebar">
      <div className="sidebar-head">
        <Link className="brand" to="/" title={desk}>
          <span className="brand-mark">
            <Icon name="desk-bell" />
          </span>
          <span dir="auto">{desk}</span>
        </Link>
        <NotificationsButton />
        {isAgent && <NewTicketLink />}
      </div>
      {kindsFor(may).length > 0 && <SearchOpener />}
      <nav className="sidebar-scroll" aria-label={t('shell.overviews')}>
        {isAgent && <OverviewLinks />}
        {(isAgent || may('report')) && <FiguresLink />}
        {isAdministrator(permissions) && <AdminLink />}
        {/* Last, because it grows with each ticket that is opened. */}
        {isAgent && <RecentLinks />}
      </nav>
      <OfflineBar />
      <div className="sidebar-foot">
        <UserMenu />
        <LiveDot />
      </div>
    </aside>
  )
}

function NewTicketLink() {
  const t = useMessages()
  const name = t('shell.newTicket')
  return (
    <Link className="button is-quiet is-icon is-small" to="/tickets/new" aria-label={name} title={`${name} (C)`}>
      <Icon name="plus" />
    </Link>
  )
}

/** A link to the dashboard; for agents who may not read reports, to the figures of their own day. */
function FiguresLink() {
  const t = useMessages()
  const { may } = useSession()
  const name = t(may('report') ? 'shell.dashboard' : 'shell.ownDay')
  return (
    <div>
      <Link className="nav-item" to={may('report') ? '/dashboard' : '/dashboard/day'} title={name}>
        <Icon name="chart" />
        <span>{name}</span>
      </Link>
    </div>
  )
}

function AdminLink() {
  const t = useMessages()
  return (
    <div>
      <Link className="nav-item" to="/admin/$" params={{ _splat: '' }} title={t('shell.administration')}>
        <Icon name="gear" />
        <span>{t('shell.administration')}</span>
      </Link>
    </div>
  )
}

function SearchOpener() {
  const t = useMessages()
  return (
    <Link className="search-opener" to="/search" title={`${t('shell.search')} (/)`} aria-keyshortcuts="/">
      <Icon name="search" />
      <span>{t('shell.search')}</span>
      <Key keys="/" />
    </Link>
  )
}

function LiveDot() {
  const t = useMessages()
  const isLive = useOfflineSince() === undefined
  return isLive && <span className="live-dot" role="img" aria-label={t('shell.live')} title={t('shell.liveHelp')} />
}
