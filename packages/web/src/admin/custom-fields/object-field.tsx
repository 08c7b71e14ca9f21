import { Options } from '../../components/options.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import type { EditorProps } from '../records/record-list-spec.ts'

/** The resources by the id of their object, which is the same on every desk. */
const objects = [
  { id: 1, text: 'object_ticket' },
  { id: 2, text: 'object_user' },
  { id: 3, text: 'object_organization' },
  { id: 4, text: 'object_group' },
] as const

/** Chooses the resource whose records have a custom field. */
export function ObjectField({ label, help, error, value, onChange }: EditorProps) {
  const a = useAdminTexts()
  return (
    <SelectField {...{ label, help, error }} value={textIn(value)} onChange={(id) => onChange(Number(id))}>
      <Options of={objects.map(({ id, text }) => [id, a(text)])} />
    </SelectField>
  )
}
