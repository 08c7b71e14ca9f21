import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A drop-down list whose label only screen readers announce. `children` are the options. */
export const Select = ({ label, className, onChange, ...select }: SelectProps) => (
  <select
    {...select}
    className={classes('input', className)}
    aria-label={label}
    onChange={({ target }) => onChange(target.value)}
  />
)
