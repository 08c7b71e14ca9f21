import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useTitle } from './use-title.ts'
import './button.css'
import './empty.css'

/** Shown for addresses that do not exist, or that this user may not open. */
export function NotFound() {
  const t = useMessages()
  const { may } = useSession()
  useTitle(t('shell.notFound'))
  return (
    <main className="empty">
      <h1>{t('shell.notFound')}</h1>
      <p>{t('shell.notFoundHelp')}</p>
      <Link className="button" to="/">
        {t('shell.goHome')}
      </Link>
      {may('ticket.agent') && (
        <Link className="link" to="/search">
          {t('shell.search')}
        </Link>
      )}
    </main>
  )
}
