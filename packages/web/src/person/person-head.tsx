import { VipChip } from '../components/vip-chip.tsx'
import type { UserRecord } from '@deskbell/client'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../components/avatar.tsx'
import { Notice } from '../components/notice.tsx'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { type FullRecord } from './record-view.ts'

/** The head of a person: name, organization and contact data, and a notice if the account is inactive. */
export function PersonHead({ person, record }: { person: UserRecord; record: FullRecord }) {
  const t = useMessages()
  const organization =
    person.organization_id === null ? undefined : record.assets.Organization?.[person.organization_id]
  return (
    <>
      <header className="record-head">
        <Avatar person={person} size="huge" />
        <div>
          <h2>
            <bdi>{nameOf(person)}</bdi>
            {person.vip && <VipChip />}
          </h2>
          <p>
            {organization && (
              <Link className="link" to="/organizations/$id" params={{ id: String(organization.id) }}>
                <bdi>{organization.name}</bdi>
              </Link>
            )}
            {person.email && <bdi>{person.email}</bdi>}
            {(person.phone || person.mobile) && <bdi className="number">{person.phone || person.mobile}</bdi>}
          </p>
        </div>
      </header>
      {!person.active && <Notice>{t('person.isInactive')}</Notice>}
    </>
  )
}
