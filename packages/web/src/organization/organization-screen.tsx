import { VipChip } from '../components/vip-chip.tsx'
import { NoteSection } from '../person/note-section.tsx'
import type { OrganizationRecord } from '@deskbell/client'
import { Link, useParams } from '@tanstack/react-router'
import { LoadError } from '../components/load-error.tsx'
import { Notice } from '../components/notice.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { Person } from '../components/avatar.tsx'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { YesNoRow } from '../person/choice-row.tsx'
import { CustomRows } from '../person/custom-rows.tsx'
import { FieldRow } from '../person/field-row.tsx'
import { RecordHistory } from '../person/record-history.tsx'
import { RecordLoading } from '../person/record-loading.tsx'
import { RecordTickets } from '../person/record-tickets.tsx'
import { type FullRecord, recordView, saveRecord } from '../person/record-view.ts'
import type { Values } from '../state/save-unless-changed.ts'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import '../ticket/side-panel.css'
import '../person/record.css'

/** The page of an organization: its tickets, members and fields. */
export function OrganizationScreen() {
  const t = useMessages()
  const isAgent = useSession().may('ticket.agent')
  const id = Number(useParams({ strict: false }).id)
  const view = recordView('organizations', id)
  const { value, error } = useLive(view)
  const organization = value?.assets.Organization?.[id]
  if (!value || !organization) {
    if (error === undefined) return <RecordLoading label={t('search.organizations')} />
    return (
      <>
        <PageBar title={t('search.organizations')} />
        <LoadError
          title={t('organization.failed')}
          error={error}
          onRetry={() => void view.refresh().catch(() => undefined)}
        />
      </>
    )
  }
  return (
    <>
      <PageBar title={organization.name} />
      <div className="record-page">
        <div className="record-main">
          <Head organization={organization} />
          {isAgent && <RecordTickets key={id} query={`organization_id:${id}`} />}
        </div>
        <aside className="side-panel" aria-label={t('person.details')}>
          <Fields key={id} organization={organization} />
          <Members organization={organization} record={value} />
          <RecordHistory key={`history ${id}`} path="organizations" id={id} />
        </aside>
      </div>
    </>
  )
}

function Head({ organization: { name, domain, vip, active } }: { organization: OrganizationRecord }) {
  const t = useMessages()
  return (
    <>
      <header className="record-head">
        <Icon name="building" />
        <div>
          <h2>
            <bdi>{name}</bdi>
            {vip && <VipChip />}
          </h2>
          <p>
            <bdi>{domain}</bdi>
          </p>
        </div>
      </header>
      {!active && <Notice>{t('organization.isInactive')}</Notice>}
    </>
  )
}

/** The fields of an organization, editable in place. */
function Fields({ organization }: { organization: OrganizationRecord }) {
  const t = useMessages()
  const { may } = useSession()
  const { name, domain, domain_assignment, shared, vip, active, note } = organization
  const mayChange = may('ticket.agent') || may('admin.organization')
  const save = mayChange ? (values: Values) => saveRecord('organizations', organization, values) : undefined
  return (
    <>
      <section>
        <h2>{t('person.details')}</h2>
        <dl className="properties">
          <FieldRow name={t('organization.name')} value={name} onSave={save && ((next) => save({ name: next }))} />
          <FieldRow
            name={t('organization.domain')}
            value={domain ?? ''}
            onSave={save && ((next) => save({ domain: next }))}
          />
          <YesNoRow
            name={t('organization.byDomain')}
            value={domain_assignment}
            onSave={save && ((next) => save({ domain_assignment: next }))}
          />
          <YesNoRow
            name={t('organization.shared')}
            value={shared}
            onSave={save && ((next) => save({ shared: next }))}
          />
          <YesNoRow name={t('person.vip')} value={vip} onSave={save && ((next) => save({ vip: next }))} />
          <YesNoRow name={t('person.active')} value={active} onSave={save && ((next) => save({ active: next }))} />
          <CustomRows object="Organization" record={organization} save={save} />
        </dl>
      </section>
      <NoteSection note={note} onSave={save && ((next) => save({ note: next }))} />
    </>
  )
}

/** Maximum number of members in the list. */
const MAX_MEMBERS = 20

function Members({
  organization: { id, member_ids: ids },
  record,
}: {
  organization: OrganizationRecord
  record: FullRecord
}) {
  const t = useMessages()
  return (
    <section>
      <h2>
        {t('organization.members')} <span className="number">{ids.length}</span>
      </h2>
      <ul>
        {ids.slice(0, MAX_MEMBERS).map((memberId) => (
          <li key={memberId}>
            <Link className="compact-link" to="/people/$id" params={{ id: String(memberId) }}>
              <Person person={record.assets.User?.[memberId]} fallback={String(memberId)} />
            </Link>
          </li>
        ))}
      </ul>
      {ids.length > MAX_MEMBERS && (
        <Link className="link" to="/search" search={{ q: `organization_id:${id}`, kind: 'people' }}>
          {t('organization.allMembers')}
        </Link>
      )}
    </section>
  )
}
