import type { ReactNode } from 'react'
import { DurationField } from './duration-field.tsx'
import { Select } from '../../components/select.tsx'
import { Options } from '../../components/options.tsx'
import { chosenIn } from '../../components/custom-fields.ts'
import type { Comparison } from '../../components/condition.ts'
import { MomentField } from '../fields/moment-field.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { ChosenOptions } from '../fields/chosen-options.tsx'
import { ChosenRecords } from '../fields/chosen-records.tsx'
import { textIn } from '../fields/text-in.ts'
import type { Attribute, AttributeKind } from './attributes.ts'
import { useLabel } from './texts.ts'

interface ValueFieldProps {
  attribute: Attribute
  comparison: Comparison
  onChange: (comparison: Comparison) => void
}

/** The field for the value of a comparison. */
export function ValueField(props: ValueFieldProps) {
  const Field = fields[props.attribute.kind]
  return <Field {...props} />
}

const fields: Readonly<Record<AttributeKind, (props: ValueFieldProps) => ReactNode>> = {
  choice: RecordValues,
  person: RecordValues,
  record: RecordValues,
  option: OptionValues,
  options: OptionValues,
  text: TextValue,
  html: TextValue,
  time: TimeValue,
  day: TimeValue,
  tags: TextValue,
  boolean: FixedValue,
  number: (props) => <TextValue {...props} type="number" />,
  event: FixedValue,
}

/** Chosen records. For a person, the current user and "nobody" are choices, too. */
function RecordValues({ attribute, comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  const { name, operator, pre_condition, value } = comparison
  const isSpecial = pre_condition === 'current_user.id' || pre_condition === 'not_set'
  const setPreCondition = (chosen: string) =>
    onChange({ name, operator, ...(chosen !== 'specific' && { pre_condition: chosen }), value: [] })
  return (
    <>
      {attribute.kind === 'person' && (
        <Select label={a('who')} value={isSpecial ? pre_condition : 'specific'} onChange={setPreCondition}>
          <option value="specific">{a('who_specific')}</option>
          <option value="current_user.id">{a('who_me')}</option>
          <option value="not_set">{a('who_none')}</option>
        </Select>
      )}
      {!isSpecial && attribute.to && (
        <ChosenRecords
          label={a('values')}
          to={attribute.to}
          ids={(Array.isArray(value) ? value : [value]).map(Number).filter((id) => id > 0)}
          onChange={(ids) => onChange({ ...comparison, value: ids.map(String) })}
        />
      )}
    </>
  )
}

function OptionValues({ attribute, comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  return (
    <ChosenOptions
      label={a('values')}
      options={attribute.options ?? []}
      chosen={chosenIn(comparison.value)}
      onChange={(value) => onChange({ ...comparison, value })}
    />
  )
}

/** One of a few values that are the same on every desk, such as yes and no. */
function FixedValue({ attribute, comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  const labelOf = useLabel()
  const isBoolean = attribute.kind === 'boolean'
  const options = isBoolean
    ? ([
        { id: 'true', label: 'yes' },
        { id: 'false', label: 'no' },
      ] as const)
    : (attribute.values ?? [])
  const current = textIn(Array.isArray(comparison.value) ? comparison.value[0] : comparison.value)
  return (
    <Select
      label={a('values')}
      value={current}
      onChange={(chosen) => onChange({ ...comparison, value: isBoolean ? chosen === 'true' : chosen })}
    >
      {current === '' && <option value="">{a('choose')}</option>}
      <Options of={options.map(({ id, label }) => [id, labelOf(label)])} />
    </Select>
  )
}

function TimeValue(props: ValueFieldProps) {
  return props.comparison.operator.includes('(relative)') ? <RelativeTime {...props} /> : <AbsoluteTime {...props} />
}

const RelativeTime = ({ comparison, onChange }: ValueFieldProps) => (
  <DurationField
    count={textIn(comparison.value)}
    unit={comparison.range ?? 'day'}
    onCount={(value) => onChange({ ...comparison, range: comparison.range ?? 'day', value })}
    onUnit={(range) => onChange({ ...comparison, range })}
  />
)

function AbsoluteTime({ attribute, comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  return (
    <MomentField
      label={a('values')}
      isDay={attribute.kind === 'day'}
      value={comparison.value}
      onChange={(value) => onChange({ ...comparison, value })}
    />
  )
}

function TextValue({ comparison, onChange, type = 'text' }: ValueFieldProps & { type?: 'text' | 'number' }) {
  const a = useAdminTexts()
  const text = Array.isArray(comparison.value) ? comparison.value.join(', ') : textIn(comparison.value)
  return (
    <input
      className="input"
      aria-label={a('values')}
      {...{ type }}
      dir="auto"
      value={text}
      onChange={({ target }) => onChange({ ...comparison, value: target.value })}
    />
  )
}
