import { Options } from '../../components/options.tsx'
import { Select } from '../../components/select.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { ranges } from './attributes.ts'

interface DurationFieldProps {
  count: string
  unit: string
  onCount: (count: string) => void
  onUnit: (unit: string) => void
}

/** A number and its unit of time, from minutes to years. */
export function DurationField({ count, unit, onCount, onUnit }: DurationFieldProps) {
  const a = useAdminTexts()
  return (
    <span className="relative-time">
      <input
        className="input"
        type="number"
        min={1}
        aria-label={a('count')}
        value={count}
        onChange={({ target }) => onCount(target.value)}
      />
      <Select label={a('unit')} value={unit} onChange={onUnit}>
        <Options of={ranges.map((range) => [range, a(`range_${range}`)])} />
      </Select>
    </span>
  )
}
