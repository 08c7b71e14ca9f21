import { lazy, type ReactNode, Suspense } from 'react'
import { useNow } from '../format/now.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import {
  chosenIn,
  type CustomField,
  type FieldKind,
  kindOf,
  type NamedResource,
  optionsOf,
  textOf,
  typedText,
  typedValue,
  valueAfter,
} from './custom-fields.ts'
import { EditedChoice } from './edited-choice.tsx'
import { EditedRecord } from './edited-record.tsx'
import { EditedText } from './edited-text.tsx'
import { htmlToText } from './html-to-text.ts'
import { finderOf, useRecordNames } from './record-names.ts'

const EditedHtml = lazy(() => import('../editor/edited-html.tsx').then(({ EditedHtml }) => ({ default: EditedHtml })))

interface CustomFieldValueProps {
  field: CustomField
  value: unknown
  /** Called with the new value, or null to remove it. Without it, the value is read-only. */
  onChange?: ((value: unknown) => void) | undefined
  /** Called when the user begins and ends editing. */
  onEditing?: (isEditing: boolean) => void
}

/** The value of a custom field, editable in place. */
export function CustomFieldValue(props: CustomFieldValueProps) {
  const Editor = editors[kindOf(props.field)]
  return <Editor {...props} />
}

const editors: Readonly<Record<FieldKind, (props: CustomFieldValueProps) => ReactNode>> = {
  text: TypedValue,
  textarea: TypedValue,
  html: HtmlValue,
  number: TypedValue,
  date: TypedValue,
  datetime: TypedValue,
  boolean: ChosenValue,
  option: ChosenValue,
  options: ChosenValue,
  user: (props) => <RecordValue {...props} resource="user" />,
  organization: (props) => <RecordValue {...props} resource="organization" />,
  external: ({ field, value }) => <TypedValue {...{ field, value }} />,
}

const inputTypes: { readonly [kind in FieldKind]?: 'number' | 'date' | 'datetime-local' } = {
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
}

function TypedValue({ field, value, onChange, ...editing }: CustomFieldValueProps) {
  const textOfField = useCustomText()
  const kind = kindOf(field)
  const type = inputTypes[kind]
  return (
    <EditedText
      {...editing}
      name={field.display}
      text={textOfField(field, value)}
      {...(type && { type })}
      value={typedText(field, value)}
      isLong={kind === 'textarea'}
      onChange={onChange && ((text) => onChange(typedValue(field, text)))}
    />
  )
}

function ChosenValue({ field, value, onChange, ...editing }: CustomFieldValueProps) {
  const textOfField = useCustomText()
  return (
    <EditedChoice
      {...editing}
      name={field.display}
      text={textOfField(field, value)}
      options={optionsOf(field, useYesNo())}
      chosen={chosenIn(value)}
      isMultiple={kindOf(field) === 'options'}
      onChoose={onChange && (({ id }) => onChange(valueAfter(field, value, String(id))))}
    />
  )
}

function RecordValue({
  field,
  value,
  onChange,
  resource,
  ...editing
}: CustomFieldValueProps & { resource: NamedResource }) {
  const nameOf = useRecordNames()
  const id = Number(value)
  return (
    <EditedRecord
      {...editing}
      name={field.display}
      source={finderOf(resource)}
      value={id > 0 ? { id, name: nameOf(resource, id) } : undefined}
      onChange={onChange && ((chosen) => onChange(chosen?.id ?? null))}
    />
  )
}

function HtmlValue({ field, value, onChange, ...editing }: CustomFieldValueProps) {
  return (
    <Suspense fallback={null}>
      <EditedHtml
        {...editing}
        name={field.display}
        value={typedText(field, value)}
        onChange={onChange && ((html) => onChange(typedValue(field, html)))}
      />
    </Suspense>
  )
}

/** Returns a function that formats the value of a custom field; an empty text if there is none. */
export function useCustomText(): (field: CustomField, value: unknown) => string {
  const yesNo = useYesNo()
  const formats = useFormats()
  const now = useNow()
  const nameOf = useRecordNames()
  const valueFormats = {
    ...yesNo,
    nameOf,
    plain: htmlToText,
    day: formats.calendarDay,
    time: (date: Date) => formats.dayAndTime(date, now),
  }
  return (field, value) => textOf(field, value, valueFormats)
}

function useYesNo() {
  const t = useMessages()
  return { yes: t('components.yes'), no: t('components.no') }
}
