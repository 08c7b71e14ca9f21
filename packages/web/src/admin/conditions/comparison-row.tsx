import { Select } from '../../components/select.tsx'
import { Options } from '../../components/options.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { type Attribute, isWithoutValue, operatorsOf } from './attributes.ts'
import { type Comparison, firstComparison } from './condition.ts'
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
  const known = attributes.find((one) => one.name === name)
  const offered = known ? [...operatorsOf[known.kind], ...(hasChanges && isOfTicket(known) ? ['has changed'] : [])] : []
  const operators = offered.includes(operator) ? offered : [operator, ...offered]
  const choose = (next: Attribute | undefined) => next && onChange(firstComparison(next))
  return (
    <div className="comparison">
      <Select
        label={a('attribute')}
        value={name}
        onChange={(chosen) => choose(attributes.find((one) => one.name === chosen))}
      >
        {!known && <option value={name}>{name}</option>}
        <Options of={attributes.map((one) => [one.name, labelOf(one.label)])} />
      </Select>
      <Select
        label={a('operator')}
        value={operator}
        onChange={(chosen) => onChange(known ? firstComparison(known, chosen) : { name, operator: chosen })}
      >
        <Options of={operators.map((one) => [one, operatorText(a, one)])} />
      </Select>
      {known && !isWithoutValue(operator) && (
        <ValueField attribute={known} comparison={comparison} onChange={onChange} />
      )}
    </div>
  )
}

const isOfTicket = ({ name, kind }: Attribute) => name.startsWith('ticket.') && kind !== 'event' && kind !== 'tags'
