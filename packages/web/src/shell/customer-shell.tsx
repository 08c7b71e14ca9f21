import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { Avatar } from '../components/avatar.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from '../components/menu.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { OfflineNotice } from '../editor/offline-notice.tsx'
import { useWriteQueue } from '../editor/use-write-queue.ts'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import { type Language, languages } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { useOrganizations } from '../request/organizations.ts'
import { useSession, useUser } from '../state/session.tsx'
import { signOut } from '../state/sign-out.ts'
import './shell.css'
import './customer-shell.css'

/** The frame of the screens for customers: a bar at the top, and one column. */
export function CustomerShell() {
  const t = useMessages()
  useWriteQueue()
  return (
    <div className="portal">
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <PortalBar />
      <OfflineNotice />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function PortalBar() {
  const t = useMessages()
  const { config } = useSession()
  const shared = useOrganizations().filter(({ shared: isShared }) => isShared)
  // On all other pages about requests, the link to the user's own requests is marked as the current one.
  const isOrganization = useMatchRoute()({ to: '/requests/organization' }) !== false
  return (
    <header className="portal-bar">
      <Link className="brand" to="/requests">
        <span className="brand-mark">
          <Icon name="desk-bell" />
        </span>
        <span>{config.organization || config.product_name}</span>
      </Link>
      <nav aria-label={t('request.pages')}>
        <Link to="/requests" activeOptions={{ exact: isOrganization, includeSearch: false }}>
          {t('request.mine')}
        </Link>
        {shared.length > 0 && (
          <Link to="/requests/organization" activeOptions={{ includeSearch: false }}>
            <bdi>{shared.length === 1 ? shared[0]?.name : t('request.organizations')}</bdi>
          </Link>
        )}
      </nav>
      <OwnMenu />
    </header>
  )
}

/** The menu of the user: account, language, sign out. */
function OwnMenu() {
  const t = useMessages()
  const attempt = useAttempt()
  const user = useUser()
  const button = (
    <button type="button" className="me">
      <Avatar person={user} size="large" />
      <span className="for-readers">{t('request.ownMenu', { name: nameOf(user) })}</span>
    </button>
  )
  return (
    <Menu button={button} align="end">
      <MenuHeading>
        <bdi>{nameOf(user)}</bdi>
      </MenuHeading>
      <MenuLink to="/account" icon="user">
        {t('account.title')}
      </MenuLink>
      <MenuLine />
      {(Object.keys(languages) as Language[]).map((id) => (
        <MenuItem key={id} isChecked={t.language === id} onChoose={() => t.choose(id)}>
          {languages[id].name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onChoose={() => attempt(signOut())}>{t('session.signOut')}</MenuItem>
    </Menu>
  )
}
