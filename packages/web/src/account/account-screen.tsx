import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageBar } from '../components/page-bar.tsx'
import { useTitle } from '../components/use-title.ts'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { Absence } from './absence.tsx'
import { Appearance } from './appearance.tsx'
import { titleId } from './focus-title.ts'
import { NameAndPhone } from './name-and-phone.tsx'
import { Notifications } from './notifications.tsx'
import { PasswordChange } from './password-change.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import './account.css'

interface Section {
  readonly id: string
  readonly title: TextName
  /** The permission that the section needs. Absent if everybody may open it. */
  readonly permission?: string
  readonly Content: () => ReactNode
}

const nameSection: Section = { id: 'name', title: 'account.name', Content: NameAndPhone }

const sections: readonly Section[] = [
  nameSection,
  { id: 'password', title: 'account.password', permission: 'user_preferences.password', Content: PasswordChange },
  { id: 'appearance', title: 'account.appearance', Content: Appearance },
  { id: 'sessions', title: 'account.sessions', Content: Sessions },
  { id: 'tokens', title: 'account.tokens', permission: 'user_preferences.access_token', Content: Tokens },
  { id: 'notifications', title: 'account.notifications', permission: 'ticket.agent', Content: Notifications },
  { id: 'absence', title: 'account.absence', permission: 'ticket.agent', Content: Absence },
]

/** The account of the user, in sections, each with a URL of its own. */
export function AccountScreen() {
  const t = useMessages()
  const { may } = useSession()
  const { section } = useParams({ strict: false })
  const visible = sections.filter(({ permission }) => permission === undefined || may(permission))
  const current = visible.find(({ id }) => id === section) ?? nameSection
  useTitle(t(current.title))
  // The customers' shell has a bar of its own, so the title of the section is the heading of the page.
  const isStaff = may('ticket.agent') || !may('ticket.customer')
  const Heading = isStaff ? 'h2' : 'h1'
  return (
    <>
      {isStaff && <PageBar title={t('account.title')} />}
      <div className="account">
        <nav className="account-sections" aria-label={t('account.title')}>
          {visible.map(({ id, title }) => (
            <Link
              key={id}
              className="nav-item"
              to="/account/$section"
              params={{ section: id }}
              aria-current={id === current.id ? 'page' : undefined}
            >
              <span>{t(title)}</span>
            </Link>
          ))}
        </nav>
        <section className="account-section" aria-labelledby={titleId}>
          <Heading id={titleId} className="account-title" tabIndex={-1}>
            {t(current.title)}
          </Heading>
          <current.Content />
        </section>
      </div>
    </>
  )
}
