import type { UserRecord } from '@deskbell/client'
import { useState } from 'react'
import { Combobox } from '../components/combobox.tsx'
import type { Option } from '../components/option-list.tsx'
import { useReturnedFocus } from '../components/use-returned-focus.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { Row, useSaving } from './field-row.tsx'
import type { FullRecord } from './record-view.ts'
import type { Values } from '../state/save-unless-changed.ts'

interface OrganizationRowProps {
  person: UserRecord
  record: FullRecord
  save: ((values: Values) => Promise<void>) | undefined
}

/** The organization of a person, found by its name. */
export function OrganizationRow({ person, record, save }: OrganizationRowProps) {
  const t = useMessages()
  const saving = useSaving(save && ((chosen: Option | undefined) => save({ organization_id: chosen?.id ?? null })))
  // Compares with the value at the beginning of editing.
  const [begun, setBegun] = useState<Pick<typeof saving, 'save'>>()
  const button = useReturnedFocus(begun !== undefined)
  const { organization_id: id } = person
  const name = id === null ? '' : (record.assets.Organization?.[id]?.name ?? '')
  const label = t('person.organization')
  const choose = (option: Option | undefined, text: string) => {
    setBegun(undefined)
    void begun?.save(option, text)
  }
  const shown = name === '' ? <span className="is-muted">{t('components.none')}</span> : <bdi>{name}</bdi>
  return (
    <Row name={label} value={name || t('components.none')} saving={saving}>
      {begun ? (
        // Esc and leaving the field keep the organization.
        <div
          role="presentation"
          onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setBegun(undefined)}
          onKeyDown={(event) => event.key === 'Escape' && setBegun(undefined)}
        >
          <Combobox
            {...{ label }}
            isLabelHidden
            autoFocus
            source={findOrganizations}
            value={id === null ? undefined : { id, name }}
            onChoose={(option) => choose(option, option.name)}
            onClear={() => choose(undefined, t('components.none'))}
          />
        </div>
      ) : save ? (
        <button
          ref={button}
          type="button"
          className="property"
          aria-label={t('components.value', { name: label, value: name || t('components.none') })}
          onClick={() => setBegun(saving)}
        >
          {shown}
        </button>
      ) : (
        <span className="property">{shown}</span>
      )}
    </Row>
  )
}

async function findOrganizations(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  const path = `organizations/search?label=1&per_page=10&query=${encodeURIComponent(typed)}`
  const found = await client.request<{ id: number; label: string }[]>('GET', path, { signal })
  return found.map(({ id, label }) => ({ id, name: label }))
}
