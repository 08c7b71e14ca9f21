import type { UserRecord } from '@deskbell/client'
import { EditedRecord } from '../components/edited-record.tsx'
import type { Option } from '../components/option-list.tsx'
import { finderOf } from '../components/record-names.ts'
import { useMessages } from '../messages/messages.tsx'
import { Row, useSaving } from './field-row.tsx'
import type { FullRecord } from './record-view.ts'
import type { Values } from '../state/save-unless-changed.ts'

interface OrganizationRowProps {
  person: UserRecord
  record: FullRecord
  save: ((values: Values) => Promise<void>) | undefined
}

/** The organization of a person. Another one is found by its name. */
export function OrganizationRow({ person, record, save }: OrganizationRowProps) {
  const t = useMessages()
  const saving = useSaving(save && ((chosen: Option | undefined) => save({ organization_id: chosen?.id ?? null })))
  const { organization_id: id } = person
  const name = id === null ? '' : (record.assets.Organization?.[id]?.name ?? '')
  const label = t('person.organization')
  return (
    <Row name={label} value={name || t('components.none')} saving={saving}>
      <EditedRecord
        name={label}
        source={finderOf('organization')}
        value={id === null ? undefined : { id, name }}
        onChange={save && ((chosen) => void saving.save(chosen, chosen?.name ?? t('components.none')))}
      />
    </Row>
  )
}
