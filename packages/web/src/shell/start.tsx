import { Link } from '@tanstack/react-router'
import { Empty } from '../components/empty.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'
import { kindsFor } from '../search/kind-rights.ts'
import { useSession } from '../state/session.tsx'

/** The start of those who neither answer tickets nor ask for help: administrators, and people without a role. */
export function Start() {
  const t = useMessages()
  const { may } = useSession()
  const isAdmin = may('admin') || may('admin.user')
  return (
    <>
      <PageBar title={t('shell.start')} />
      {isAdmin ? (
        <Empty
          icon="gear"
          title={t('shell.adminTitle')}
          action={
            kindsFor(may).length > 0 && (
              <Link className="button" to="/search">
                {t('shell.findPeople')}
              </Link>
            )
          }
        >
          {t('shell.adminHelp')}
        </Empty>
      ) : (
        <Empty icon="inbox" title={t('shell.nothingTitle')}>
          {t('shell.nothingHelp')}
        </Empty>
      )}
    </>
  )
}
