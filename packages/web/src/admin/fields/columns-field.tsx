import { Options } from '../../components/options.tsx'
import { Checkboxes } from '../../components/checkboxes.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'

const columns = [
  'number',
  'title',
  'state',
  'priority',
  'group',
  'owner',
  'customer',
  'organization',
  'created_at',
  'updated_at',
  'escalation_at',
  'pending_time',
] as const

/** The columns of an overview. */
export function ColumnsField({ label, value, onChange }: EditorProps) {
  const a = useAdminTexts()
  // `s` has the names of the columns.
  const view = (value ?? {}) as { readonly s?: readonly string[] }
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="choices is-paired">
        <Checkboxes<string>
          choices={columns.map((column) => ({ value: column, label: a(`a_${column}`) }))}
          chosen={view.s ?? []}
          onChange={(chosen) => onChange({ ...view, s: chosen })}
        />
      </div>
    </fieldset>
  )
}

/** The order of the tickets of an overview: a column, and its direction. */
export function OrderField({ label, value, onChange }: EditorProps) {
  const a = useAdminTexts()
  const { by = 'created_at', direction = 'ASC' } = (value ?? {}) as { by?: string; direction?: string }
  return (
    <>
      <SelectField label={label} value={by} onChange={(next) => onChange({ by: next, direction })}>
        {!columns.some((column) => column === by) && <option value={by}>{by}</option>}
        <Options of={columns.map((column) => [column, a(`a_${column}`)])} />
      </SelectField>
      <SelectField label={a('direction')} value={direction} onChange={(next) => onChange({ by, direction: next })}>
        <option value="ASC">{a('ascending')}</option>
        <option value="DESC">{a('descending')}</option>
      </SelectField>
    </>
  )
}
