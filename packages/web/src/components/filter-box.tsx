import { useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import './field.css'

interface FilterBoxProps {
  label: string
  value: string
  onChange: (typed: string) => void
  /** Called when the user presses Enter. */
  onEnter?: () => void
}

/** A field that filters the content of a screen. */
export function FilterBox({ label, value, onChange, onEnter }: FilterBoxProps) {
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
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onEnter?.()
        }}
      />
    </label>
  )
}
