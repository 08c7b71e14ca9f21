import { TimeZones } from '../../components/time-zones.tsx'
import { TextField } from '../../components/field.tsx'
import type { EditorProps } from '../records/record-list-spec.ts'
import { useId } from 'react'

/** The IANA name of a time zone; those that the browser knows are suggested. */
export function TimezoneField({ label, help, error, value, onChange }: EditorProps) {
  const id = useId()
  return (
    <>
      <TextField
        {...{ label, help, error }}
        list={id}
        value={typeof value === 'string' ? value : ''}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <TimeZones id={id} />
    </>
  )
}
