import { FieldGroup } from '../../components/field-group.tsx'
import type { ResourceName } from '@deskbell/contract'
import { Checkboxes } from '../../components/checkboxes.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { useMayRead, useOptions } from './use-options.ts'

/** References to several records, each a checkbox. They stay unchanged for a user who may not read the records. */
export function ManyField({ label, help, error, value, onChange, to }: EditorProps & { to: ResourceName }) {
  const a = useAdminTexts()
  const options = useOptions(to)
  const mayRead = useMayRead(to)
  const chosen = Array.isArray(value) ? (value as number[]) : []
  const offered = (options ?? []).filter(({ id, isActive }) => isActive || chosen.includes(id))
  if (!mayRead) return null
  return (
    <FieldGroup {...{ label, help, error }}>
      <div className="choices">
        <Checkboxes
          choices={offered.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
          chosen={chosen}
          // Sorted, so that removing a record and choosing it again leaves no change.
          onChange={(next) => onChange(next.toSorted((x, y) => x - y))}
        />
        {options?.length === 0 && <span className="help">{a('nothing_yet')}</span>}
      </div>
    </FieldGroup>
  )
}
