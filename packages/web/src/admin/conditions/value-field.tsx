import { localTimeOf } from '../../format/local-time.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { ChosenRecords } from '../fields/chosen-records.tsx'
import { textIn } from '../fields/text-in.ts'
import { type Attribute, ranges } from './attributes.ts'
import type { Comparison } from './condition.ts'
import { useLabel } from './texts.ts'

interface ValueFieldProps {
  attribute: Attribute
  comparison: Comparison
  onChange: (comparison: Comparison) => void
}

/** The field for the value of a comparison. */
export function ValueField(props: ValueFieldProps) {
  const { attribute, comparison } = props
  if (attribute.to) return <RecordValues {...props} />
  if (attribute.values || attribute.kind === 'boolean') return <FixedValue {...props} />
  if (comparison.operator.includes('(relative)')) return <RelativeTime {...props} />
  if (comparison.operator.includes('(absolute)')) return <AbsoluteTime {...props} />
  return <TextValue {...props} />
}

/** For people, the current user and "nobody" are choices, too. */
function RecordValues({ attribute, comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  const { name, operator, pre_condition, value } = comparison
  const isSpecial = pre_condition === 'current_user.id' || pre_condition === 'not_set'
  const special = (next: string) =>
    onChange(next === 'specific' ? { name, operator, value: [] } : { name, operator, pre_condition: next, value: [] })
  return (
    <>
      {attribute.to === 'user' && (
        <select
          className="input"
          aria-label={a('who')}
          value={isSpecial ? pre_condition : 'specific'}
          onChange={({ target }) => special(target.value)}
        >
          <option value="specific">{a('who_specific')}</option>
          <option value="current_user.id">{a('who_me')}</option>
          <option value="not_set">{a('who_none')}</option>
        </select>
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
  const shown = textIn(Array.isArray(comparison.value) ? comparison.value[0] : comparison.value)
  return (
    <select
      className="input"
      aria-label={a('values')}
      value={shown}
      onChange={({ target }) => onChange({ ...comparison, value: isBoolean ? target.value === 'true' : target.value })}
    >
      {shown === '' && <option value="">{a('choose')}</option>}
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {labelOf(label)}
        </option>
      ))}
    </select>
  )
}

function RelativeTime({ comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  return (
    <span className="relative-time">
      <input
        className="input"
        type="number"
        min={1}
        aria-label={a('count')}
        value={textIn(comparison.value)}
        onChange={({ target }) => onChange({ ...comparison, range: comparison.range ?? 'day', value: target.value })}
      />
      <select
        className="input"
        aria-label={a('unit')}
        value={comparison.range ?? 'day'}
        onChange={({ target }) => onChange({ ...comparison, range: target.value })}
      >
        {ranges.map((range) => (
          <option key={range} value={range}>
            {a(`range_${range}`)}
          </option>
        ))}
      </select>
    </span>
  )
}

function AbsoluteTime({ comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  const at = typeof comparison.value === 'string' && comparison.value ? new Date(comparison.value) : undefined
  return (
    <input
      className="input"
      type="datetime-local"
      aria-label={a('values')}
      value={at ? localTimeOf(at) : ''}
      onChange={({ target }) =>
        onChange({ ...comparison, value: target.value ? new Date(target.value).toISOString() : '' })
      }
    />
  )
}

function TextValue({ comparison, onChange }: ValueFieldProps) {
  const a = useAdminTexts()
  const shown = Array.isArray(comparison.value) ? comparison.value.join(', ') : textIn(comparison.value)
  return (
    <input
      className="input"
      aria-label={a('values')}
      dir="auto"
      value={shown}
      onChange={({ target }) => onChange({ ...comparison, value: target.value })}
    />
  )
}
