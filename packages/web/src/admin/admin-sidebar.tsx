import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { match } from '../components/matching.ts'
import { Icon } from '../icon/icon.tsx'
import { useSession } from '../state/session.tsx'
import { useAdminTexts } from './admin-texts.ts'
import { FilterBox } from '../components/filter-box.tsx'
import { useMatchingSettings } from './settings/use-matching-settings.ts'
import { allowedGroups, type AdminPageGroup } from './admin-pages.ts'

/** The sidebar of the administration: a link back, a search, and the screens that the user may open. */
export function AdminSidebar() {
  const a = useAdminTexts()
  const { may } = useSession()
  const [typed, setTyped] = useState('')
  const groups = allowedGroups(may)
    .map(({ title, pages }) => ({ title, pages: pages.filter((page) => match(typed, a(page.title))) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <aside className="sidebar" aria-label={a('administration')} data-region="sidebar">
      <div className="sidebar-head">
        <Link className="brand" to="/" title={a('back')}>
          <Icon name="left" isDirectional />
          <span>{a('administration')}</span>
        </Link>
      </div>
      <FilterBox label={a('find_setting')} value={typed} onChange={setTyped} />
      <nav className="sidebar-scroll" aria-label={a('administration')}>
        {groups.map((group) => (
          <GroupLinks key={group.title} group={group} />
        ))}
        <MatchingSettings typed={typed} hasMatchingPages={groups.length > 0} />
      </nav>
    </aside>
  )
}

function GroupLinks({ group: { title, pages } }: { group: AdminPageGroup }) {
  const a = useAdminTexts()
  return (
    <div>
      <h2>{a(title)}</h2>
      {pages.map((page) => (
        <Link
          key={page.id}
          className="nav-item"
          to="/admin/$"
          params={{ _splat: page.id }}
          activeOptions={{ exact: false }}
          activeProps={{ 'aria-current': 'page' }}
          title={a(page.title)}
        >
          <Icon name={page.icon} />
          <span>{a(page.title)}</span>
        </Link>
      ))}
    </div>
  )
}

/** Settings that match the typed text. */
function MatchingSettings({ typed, hasMatchingPages }: { typed: string; hasMatchingPages: boolean }) {
  const a = useAdminTexts()
  const settings = useMatchingSettings(typed)
  if (settings.length === 0) return hasMatchingPages ? null : <p className="sidebar-nothing">{a('nothing_found')}</p>
  return (
    <div>
      <h2>{a('settings_title')}</h2>
      {settings.map(({ name, title }) => (
        <Link key={name} className="nav-item" to="/admin/$" params={{ _splat: 'settings' }} search={{ q: title }}>
          <Icon name="gear" />
          <span>{title}</span>
        </Link>
      ))}
    </div>
  )
}
