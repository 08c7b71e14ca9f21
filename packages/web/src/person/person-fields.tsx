import { NoteSection } from './note-section.tsx'
import type { UserRecord } from '@deskbell/client'
import { useMessages } from '../messages/messages.tsx'
import type { TextName } from '../messages/languages.ts'
import { YesNoRow } from './choice-row.tsx'
import { CustomRows } from './custom-rows.tsx'
import { FieldRow } from './field-row.tsx'
import { OrganizationRow } from './organization-row.tsx'
import { usePersonRights } from './person-rights.ts'
import { type FullRecord, saveRecord } from './record-view.ts'
import type { Values } from '../state/save-unless-changed.ts'

interface TextField {
  readonly name:
    | 'firstname'
    | 'lastname'
    | 'email'
    | 'phone'
    | 'mobile'
    | 'department'
    | 'street'
    | 'zip'
    | 'city'
    | 'country'
    | 'web'
  readonly label: TextName
  readonly type?: 'email' | 'tel'
  /** True if only administrators may change it, because it is used for signing in. */
  readonly isCredential?: true
}

const textFields: readonly TextField[] = [
  { name: 'firstname', label: 'account.firstname' },
  { name: 'lastname', label: 'account.lastname' },
  { name: 'email', label: 'person.email', type: 'email', isCredential: true },
  { name: 'phone', label: 'account.phone', type: 'tel' },
  { name: 'mobile', label: 'account.mobile', type: 'tel' },
  { name: 'department', label: 'person.department' },
  { name: 'street', label: 'person.street' },
  { name: 'zip', label: 'person.zip' },
  { name: 'city', label: 'person.city' },
  { name: 'country', label: 'person.country' },
  { name: 'web', label: 'person.web' },
]

/** The fields of a person, editable in place. */
export function PersonFields({ person, record }: { person: UserRecord; record: FullRecord }) {
  const t = useMessages()
  const { mayChange, isAdministrator } = usePersonRights(person)
  const save = mayChange ? (values: Values) => saveRecord('users', person, values) : undefined
  return (
    <>
      <section>
        <h2>{t('person.details')}</h2>
        <dl className="properties">
          {textFields.map(({ name, label, type, isCredential }) => (
            <FieldRow
              key={name}
              name={t(label)}
              type={type ?? 'text'}
              value={person[name] ?? ''}
              onSave={isCredential && !isAdministrator ? undefined : save && ((value) => save({ [name]: value }))}
            />
          ))}
          <OrganizationRow {...{ person, record, save }} />
          <YesNoRow name={t('person.vip')} value={person.vip} onSave={save && ((vip) => save({ vip }))} />
          <YesNoRow name={t('person.active')} value={person.active} onSave={save && ((active) => save({ active }))} />
          <CustomRows object="User" record={person} save={save} />
        </dl>
        {mayChange === false && <p className="is-muted">{t('person.onlyAdministrators')}</p>}
      </section>
      <NoteSection note={person.note} onSave={save && ((note) => save({ note }))} />
    </>
  )
}
