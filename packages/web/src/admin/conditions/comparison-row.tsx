import { useAdminTexts } from '../admin-texts.ts'
import { type Attribute, isWithoutValue, operatorsOf } from './attributes.ts'
import type { Comparison } from './condition.ts'
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
  const choose = (next: Attribute | undefined) => {
    if (next) onChange({ name: next.name, operator: operatorsOf[next.kind][0] ?? 'is', ...firstValue(next) })
  }
  return (
    <div className="comparison">
      <select
        className="input"
        aria-label={a('attribute')}
        value={name}
        onChange={({ target }) => choose(attributes.find((one) => one.name === target.value))}
      >
        {!known && <option value={name}>{name}</option>}
        {attributes.map((one) => (
          <option key={one.name} value={one.name}>
            {labelOf(one.label)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={a('operator')}
        value={operator}
        onChange={({ target }) => onChange({ name, operator: target.value, ...(known && firstValue(known)) })}
      >
        {operators.map((one) => (
          <option key={one} value={one}>
            {operatorText(a, one)}
          </option>
        ))}
      </select>
      {known && !isWithoutValue(operator) && (
        <ValueField attribute={known} comparison={comparison} onChange={onChange} />
      )}
    </div>
  )
}

const isOfTicket = ({ name, kind }: Attribute) => name.startsWith('ticket.') && kind !== 'event' && kind !== 'tags'

const firstValue = ({ kind }: Attribute): Pick<Comparison, 'value'> => {
  if (kind === 'boolean') return { value: true }
  return kind === 'choice' || kind === 'person' ? { value: [] } : { value: '' }
}
