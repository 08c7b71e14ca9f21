import { CustomFieldValue, useCustomText } from '../components/custom-field.tsx'
import type { CustomField } from '../components/custom-fields.ts'
import { useCustomFields } from '../components/use-custom-fields.ts'
import { Row, useSaving } from './field-row.tsx'
import type { Values } from '../state/save-unless-changed.ts'

interface CustomRowsProps {
  object: 'User' | 'Organization'
  record: object
  /** Saves values. Without it, they are read-only. */
  save: ((values: Values) => Promise<void>) | undefined
}

/** The custom fields of a record, in their order. */
export const CustomRows = ({ object, record, save }: CustomRowsProps) =>
  useCustomFields(object, 'edit').map((field) => (
    <CustomRow key={field.name} {...{ field, save }} value={(record as { [name: string]: unknown })[field.name]} />
  ))

type CustomRowProps = Pick<CustomRowsProps, 'save'> & { field: CustomField; value: unknown }

function CustomRow({ field, value, save }: CustomRowProps) {
  const saving = useSaving(save && ((next: unknown) => save({ [field.name]: next })))
  const customText = useCustomText()
  const textOf = (fieldValue: unknown) => customText(field, fieldValue) || '–'
  return (
    <Row name={field.display} value={textOf(value)} saving={saving}>
      <CustomFieldValue {...{ field, value }} onChange={save && ((next) => void saving.save(next, textOf(next)))} />
    </Row>
  )
}
