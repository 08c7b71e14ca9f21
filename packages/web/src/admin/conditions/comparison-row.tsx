import { Select } from '../../components/select.tsx'
import { Options } from '../../components/options.tsx'
import type { Comparison } from '../../components/condition.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { type Attribute, isWithoutValue, operatorsOf } from './attributes.ts'
import { newComparison } from './condition.ts'
import { operatorText, useLabel } from './texts.ts'
import { ValueField } from './value-field.tsx'

interface ComparisonRowProps {
  comparison: Comparison
  onChange: (comparison: Comparison) => void
  attributes: readonly Attribute[]
  /** True if "has changed" is an operator, too. */
  hasChanges: boolean
}

/** A comparison: attribute, operator and value. A comparison that the form cannot edit is shown and kept. */
export function ComparisonRow({ comparison, onChange, attributes, hasChanges }: ComparisonRowProps) {
  const a = useAdminTexts()
  const labelOf = useLabel()
  const { name, operator } = comparison
  const attribute = attributes.find((other) => other.name === name)
  const offered = attribute ? operatorsFor(attribute, hasChanges) : []
  const operators = offered.includes(operator) ? offered : [operator, ...offered]
  const choose = (next: Attribute | undefined) => next && onChange(newComparison(next))
  return (
    <div className="comparison">
      <Select
        label={a('attribute')}
        value={name}
        onChange={(chosen) => choose(attributes.find((other) => other.name === chosen))}
      >
        {!attribute && <option value={name}>{name}</option>}
        <Options of={attributes.map((option) => [option.name, labelOf(option.label)])} />
      </Select>
      <Select
        label={a('operator')}
        value={operator}
        onChange={(chosen) => onChange(attribute ? newComparison(attribute, chosen) : { name, operator: chosen })}
      >
        <Options of={operators.map((option) => [option, operatorText(a, option)])} />
      </Select>
      {attribute && !isWithoutValue(operator) && (
        <ValueField attribute={attribute} comparison={comparison} onChange={onChange} />
      )}
    </div>
  )
}

const operatorsFor = (attribute: Attribute, hasChanges: boolean): readonly string[] => [
  ...operatorsOf[attribute.kind],
  ...(hasChanges && canHaveChanged(attribute) ? ['has changed'] : []),
]

/** True for attributes and custom fields of tickets. Triggers cannot test whether tags or other records have changed. */
const canHaveChanged = ({ name, kind }: Attribute) => name.startsWith('ticket.') && kind !== 'event' && kind !== 'tags'
