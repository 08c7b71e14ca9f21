import { useId } from 'react'
import { Icon } from '../../icon/icon.tsx'
import '../../components/field.css'

interface FilterBoxProps {
  label: string
  value: string
  onChange: (typed: string) => void
}

/** A field that filters the content of a screen. */
export function FilterBox({ label, value, onChange }: FilterBoxProps) {
  const id = useId()
  return (
    <label className="filter-box" htmlFor={id}>
      <Icon name="search" />
      <span className="for-readers">{label}</span>
      <input
        id={id}
        type="search"
        value={value}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
