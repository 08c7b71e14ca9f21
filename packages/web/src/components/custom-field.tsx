import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import {
  chosenIn,
  type CustomField,
  isMultiple,
  optionsOf,
  textOf,
  typedText,
  typedValue,
  valueAfter,
} from './custom-fields.ts'
import { EditedChoice } from './edited-choice.tsx'
import { EditedText } from './edited-text.tsx'

interface CustomFieldValueProps {
  field: CustomField
  value: unknown
  /** Called with the new value, or null to remove it. Without it, the value is read-only. */
  onChange?: ((value: unknown) => void) | undefined
  /** Called when the user begins and ends editing. */
  onEditing?: (isEditing: boolean) => void
}

/** The value of a custom field, editable in place. */
export function CustomFieldValue({ field, value, onChange, onEditing }: CustomFieldValueProps) {
  const textOfField = useCustomText()
  const yesNo = useYesNo()
  const options = optionsOf(field, yesNo)
  const common = { name: field.display, shown: textOfField(field, value), ...(onEditing && { onEditing }) }
  if (options) {
    return (
      <EditedChoice
        {...common}
        options={options}
        chosen={chosenIn(value)}
        isMultiple={isMultiple(field)}
        onChoose={onChange && (({ id }) => onChange(valueAfter(field, value, String(id))))}
      />
    )
  }
  const type = inputTypes[field.data_type]
  return (
    <EditedText
      {...common}
      {...(type && { type })}
      value={typedText(field, value)}
      isLong={field.data_type === 'textarea' || field.data_type === 'richtext'}
      onChange={onChange && ((text) => onChange(typedValue(field, text)))}
    />
  )
}

const inputTypes: { readonly [dataType: string]: 'number' | 'date' | 'datetime-local' | undefined } = {
  integer: 'number',
  date: 'date',
  datetime: 'datetime-local',
}

/** Returns a function that formats the value of a custom field; an empty text if there is none. */
export function useCustomText(): (field: CustomField, value: unknown) => string {
  const yesNo = useYesNo()
  const formats = useFormats()
  const now = useNow()
  return (field, value) => textOf(field, value, yesNo, (at) => formats.appointment(at, now))
}

function useYesNo() {
  const t = useMessages()
  return { yes: t('components.yes'), no: t('components.no') }
}
