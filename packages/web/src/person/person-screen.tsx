import { Link, useParams } from '@tanstack/react-router'
import { LoadError } from '../components/load-error.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { nameOf } from '../format/names.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { PersonAccess } from './person-access.tsx'
import { PersonFields } from './person-fields.tsx'
import { PersonHead } from './person-head.tsx'
import { RecordHistory } from './record-history.tsx'
import { RecordLoading } from './record-loading.tsx'
import { RecordTickets } from './record-tickets.tsx'
import { recordView } from './record-view.ts'
import '../components/button.css'
import '../ticket/side-panel.css'
import './record.css'

/** The page of a person: name, tickets and fields. */
export function PersonScreen() {
  const t = useMessages()
  const isAgent = useSession().may('ticket.agent')
  const id = Number(useParams({ strict: false }).id)
  const view = recordView('users', id)
  const { value, error } = useLive(view)
  const person = value?.assets.User?.[id]
  if (!value || !person) {
    if (error === undefined) return <RecordLoading label={t('search.people')} />
    return (
      <>
        <PageBar title={t('search.people')} />
        <LoadError
          title={t('person.failed')}
          error={error}
          onRetry={() => void view.refresh().catch(() => undefined)}
        />
      </>
    )
  }
  return (
    <>
      <PageBar title={nameOf(person)}>
        {isAgent && (
          <Link className="button is-primary is-small" to="/tickets/new" search={{ customer: id }}>
            <Icon name="plus" />
            <span className="text-when-wide">{t('person.newTicket')}</span>
          </Link>
        )}
      </PageBar>
      <div className="record-page">
        <div className="record-main">
          <PersonHead person={person} record={value} />
          {isAgent && <RecordTickets key={id} query={`customer_id:${id}`} />}
        </div>
        <aside className="side-panel" aria-label={t('person.details')}>
          <PersonFields key={id} person={person} record={value} />
          <PersonAccess person={person} />
          <RecordHistory key={`history ${id}`} path="users" id={id} />
        </aside>
      </div>
    </>
  )
}
