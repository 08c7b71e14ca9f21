import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { match } from '../components/matching.ts'
import { Icon } from '../icon/icon.tsx'
import { useSession } from '../state/session.tsx'
import { useAdminTexts } from './admin-texts.ts'
import { FilterBox } from './plain/filter-box.tsx'
import { useFoundSettings } from './settings/use-found-settings.ts'
import { allowedGroups, type SubjectGroup } from './subjects.ts'

/** The sidebar of the administration: a link back, a search, and the screens that the user may open. */
export function AdminSidebar() {
  const a = useAdminTexts()
  const { may } = useSession()
  const [typed, setTyped] = useState('')
  const groups = allowedGroups(may)
    .map(({ title, subjects }) => ({ title, subjects: subjects.filter((one) => match(typed, a(one.title))) }))
    .filter(({ subjects }) => subjects.length > 0)
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
        <FoundSettings typed={typed} hasSubjects={groups.length > 0} />
      </nav>
    </aside>
  )
}

function GroupLinks({ group: { title, subjects } }: { group: SubjectGroup }) {
  const a = useAdminTexts()
  return (
    <div>
      <h2>{a(title)}</h2>
      {subjects.map((one) => (
        <Link
          key={one.id}
          className="nav-item"
          to="/admin/$"
          params={{ _splat: one.id }}
          activeOptions={{ exact: false }}
          activeProps={{ 'aria-current': 'page' }}
          title={a(one.title)}
        >
          <Icon name={one.icon} />
          <span>{a(one.title)}</span>
        </Link>
      ))}
    </div>
  )
}

/** Settings that match the typed text. */
function FoundSettings({ typed, hasSubjects }: { typed: string; hasSubjects: boolean }) {
  const a = useAdminTexts()
  const found = useFoundSettings(typed)
  if (found.length === 0) return hasSubjects ? null : <p className="sidebar-nothing">{a('nothing_found')}</p>
  return (
    <div>
      <h2>{a('settings_title')}</h2>
      {found.map(({ name, title }) => (
        <Link key={name} className="nav-item" to="/admin/$" params={{ _splat: 'settings' }} search={{ q: title }}>
          <Icon name="gear" />
          <span>{title}</span>
        </Link>
      ))}
    </div>
  )
}
