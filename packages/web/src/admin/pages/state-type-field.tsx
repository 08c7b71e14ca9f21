import { Options } from '../../components/options.tsx'
import { SelectField } from '../../components/select-field.tsx'
import type { AdminText } from '../admin-texts.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { textIn } from '../fields/text-in.ts'

/** State types by id, which are the same on every desk. */
const types: Readonly<Record<number, AdminText>> = {
  1: 'v_type_new',
  2: 'v_type_open',
  3: 'v_type_pending_reminder',
  4: 'v_type_pending_action',
  5: 'v_type_closed',
  6: 'v_type_merged',
}

/** The type of a state in words. */
export function StateType({ id }: { id: unknown }) {
  const a = useAdminTexts()
  const text = types[Number(id)]
  return text ? a(text) : ''
}

/** The choice of the type of a state. */
export function StateTypeField({ label, help, error, value, onChange }: EditorProps) {
  const a = useAdminTexts()
  return (
    <SelectField {...{ label, help, error }} value={textIn(value)} onChange={(id) => onChange(Number(id))}>
      {value === undefined && <option value="">{a('choose')}</option>}
      <Options of={Object.entries(types).map(([id, text]) => [id, a(text)])} />
    </SelectField>
  )
}
