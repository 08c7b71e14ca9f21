import { Checkbox } from '../../components/checkbox.tsx'
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
  const view = (value ?? {}) as { readonly s?: readonly string[] }
  const chosen = view.s ?? []
  const toggle = (column: string, isShown: boolean) =>
    onChange({ ...view, s: isShown ? [...chosen, column] : chosen.filter((one) => one !== column) })
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="choices is-paired">
        {columns.map((column) => (
          <Checkbox
            key={column}
            label={a(`a_${column}`)}
            isChecked={chosen.includes(column)}
            onChange={(isShown) => toggle(column, isShown)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The order of the tickets of an overview: a column, and its direction. */
export function OrderField({ label, value, onChange }: EditorProps) {
  const a = useAdminTexts()
  const { by = 'created_at', direction = 'ASC' } = (value ?? {}) as { by?: string; direction?: string }
  const known: readonly string[] = columns
  return (
    <>
      <SelectField label={label} value={by} onChange={(next) => onChange({ by: next, direction })}>
        {!known.includes(by) && <option value={by}>{by}</option>}
        {columns.map((column) => (
          <option key={column} value={column}>
            {a(`a_${column}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={a('direction')} value={direction} onChange={(next) => onChange({ by, direction: next })}>
        <option value="ASC">{a('ascending')}</option>
        <option value="DESC">{a('descending')}</option>
      </SelectField>
    </>
  )
}
