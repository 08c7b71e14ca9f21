import { Options } from '../../components/options.tsx'
import type { ResourceName } from '@deskbell/contract'
import { useMemo } from 'react'
import { Combobox } from '../../components/combobox.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import { oneRecord } from '../records/records.ts'
import { findRecords, recordName, type SearchedResource } from './find-records.ts'
import { useMayRead, useOptions } from './use-options.ts'
import { textIn } from './text-in.ts'

interface RefFieldProps extends EditorProps {
  /** The resource of the other record. */
  to: ResourceName
  isOptional: boolean
}

/** A reference to another record: a list of all records, or a search for large resources. */
export const RefField = (props: RefFieldProps) =>
  props.to === 'user' || props.to === 'organization' ? (
    <SearchedRef {...props} to={props.to} />
  ) : (
    <ListedRef {...props} />
  )

function ListedRef({ label, help, error, value, onChange, to, isOptional }: RefFieldProps) {
  const a = useAdminTexts()
  const options = useOptions(to) ?? []
  const mayRead = useMayRead(to)
  const offered = options.filter(({ id, isActive }) => isActive || id === value)
  if (!mayRead) return null
  return (
    <SelectField
      {...{ label, help, error }}
      value={textIn(value)}
      onChange={(id) => onChange(id === '' ? null : Number(id))}
    >
      {(isOptional || value === undefined || value === null) && (
        <option value="">{a(isOptional ? 'none' : 'choose')}</option>
      )}
      <Options of={offered.map(({ id, name }) => [id, name])} />
    </SelectField>
  )
}

function SearchedRef({
  label,
  help,
  error,
  value,
  onChange,
  to,
  isOptional,
}: RefFieldProps & { to: SearchedResource }) {
  const source = useMemo(() => findRecords(to), [to])
  const { value: record } = useLive(typeof value === 'number' ? oneRecord(to, value) : undefined)
  return (
    <Combobox
      {...{ label, help, error, source }}
      value={record && { id: record.id, name: recordName(record) }}
      onChoose={({ id }) => onChange(id)}
      {...(isOptional && { onClear: () => onChange(null) })}
    />
  )
}
