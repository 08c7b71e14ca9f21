import { lazy, type ReactNode, Suspense } from 'react'
import { chosenIn, choicesOf, type CustomField, type FieldKind, kindOf } from '../../components/custom-fields.ts'
import { Options } from '../../components/options.tsx'
import { Select } from '../../components/select.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { DurationField } from '../conditions/duration-field.tsx'
import { ChosenOptions } from '../fields/chosen-options.tsx'
import { ChosenRecords } from '../fields/chosen-records.tsx'
import type { SearchedResource } from '../fields/find-records.ts'
import { MomentField } from '../fields/moment-field.tsx'
import { textIn } from '../fields/text-in.ts'
import type { ActionValueProps } from './actions.ts'

const RichTextBox = lazy(() =>
  import('../../editor/rich-text-box.tsx').then(({ RichTextBox }) => ({ default: RichTextBox })),
)

type FieldValueProps = Pick<ActionValueProps, 'label' | 'value' | 'onChange'> & { field: CustomField }

/** The field for the new value of a custom field. */
export function FieldValue({ action: { field }, ...props }: ActionValueProps) {
  if (!field) return null
  const Editor = editors[kindOf(field)]
  return <Editor {...props} field={field} />
}

const editors: Readonly<Record<FieldKind, (props: FieldValueProps) => ReactNode>> = {
  text: (props) => <InputValue {...props} type="text" />,
  textarea: TextAreaValue,
  html: HtmlValue,
  number: (props) => <InputValue {...props} type="number" />,
  date: ({ label, value, onChange }) => (
    <MomentField {...{ label }} isDay value={value['value']} onChange={(day) => onChange({ value: day })} />
  ),
  datetime: TimeValue,
  boolean: YesNoValue,
  option: OptionValue,
  options: OptionsValue,
  user: (props) => <RecordValue {...props} to="user" />,
  organization: (props) => <RecordValue {...props} to="organization" />,
  external: () => null,
}

const InputValue = ({ label, value, onChange, type }: FieldValueProps & { type: 'text' | 'number' }) => (
  <input
    className="input"
    {...{ type }}
    aria-label={label}
    dir="auto"
    value={textIn(value['value'])}
    onChange={({ target }) => onChange({ value: target.value })}
  />
)

function TextAreaValue({ label, value, onChange }: FieldValueProps) {
  return (
    <textarea
      className="input"
      aria-label={label}
      dir="auto"
      value={textIn(value['value'])}
      onChange={({ target }) => onChange({ value: target.value })}
    />
  )
}

function HtmlValue({ label, value, onChange }: FieldValueProps) {
  return (
    <Suspense fallback={null}>
      <RichTextBox {...{ label }} value={textIn(value['value'])} onChange={(html) => onChange({ value: html })} />
    </Suspense>
  )
}

/** A time relative to the moment of the action, or a fixed one. */
function TimeValue({ label, value, onChange }: FieldValueProps) {
  const a = useAdminTexts()
  const isRelative = value['operator'] === 'relative'
  return (
    <>
      <Select
        label={a('operator')}
        value={isRelative ? 'relative' : 'static'}
        onChange={(operator) => onChange(operator === 'relative' ? oneDay : { operator, value: '' })}
      >
        <option value="relative">{a('time_relative')}</option>
        <option value="static">{a('time_static')}</option>
      </Select>
      {isRelative ? (
        <DurationField
          count={textIn(value['value'])}
          unit={textIn(value['range']) || 'day'}
          onCount={(count) => onChange({ ...value, value: count })}
          onUnit={(range) => onChange({ ...value, range })}
        />
      ) : (
        <MomentField
          {...{ label }}
          isDay={false}
          value={value['value']}
          onChange={(time) => onChange({ operator: 'static', value: time })}
        />
      )}
    </>
  )
}

const oneDay = { operator: 'relative', value: '1', range: 'day' }

function YesNoValue({ label, value, onChange }: FieldValueProps) {
  const a = useAdminTexts()
  return (
    <Select {...{ label }} value={textIn(value['value'])} onChange={(chosen) => onChange({ value: chosen === 'true' })}>
      <option value="true">{a('yes')}</option>
      <option value="false">{a('no')}</option>
    </Select>
  )
}

function OptionValue({ label, field, value, onChange }: FieldValueProps) {
  const a = useAdminTexts()
  const chosen = textIn(value['value'])
  const options = choicesOf(field)
  const isKnown = options.some(({ id }) => id === chosen)
  return (
    <Select {...{ label }} value={chosen} onChange={(id) => onChange({ value: id })}>
      {!isKnown && <option value={chosen}>{chosen || a('choose')}</option>}
      <Options of={options.map(({ id, name }) => [id, name])} />
    </Select>
  )
}

function OptionsValue({ label, field, value, onChange }: FieldValueProps) {
  return (
    <ChosenOptions
      {...{ label }}
      options={choicesOf(field)}
      chosen={chosenIn(value['value'])}
      onChange={(next) => onChange({ value: next })}
    />
  )
}

function RecordValue({ label, value, onChange, to }: FieldValueProps & { to: SearchedResource }) {
  const id = Number(value['value'])
  return (
    <ChosenRecords
      {...{ label, to }}
      ids={id > 0 ? [id] : []}
      onChange={(ids) => onChange({ value: ids.at(-1) ?? '' })}
    />
  )
}
