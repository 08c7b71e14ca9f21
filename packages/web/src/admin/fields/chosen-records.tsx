import type { ResourceName } from '@deskbell/contract'
import { useEffect, useMemo, useState } from 'react'
import { ChipsField } from '../../components/chips-field.tsx'
import type { Option } from '../../components/option-list.tsx'
import { findRecords, recordsById, type SearchedResource } from './find-records.ts'
import type { RecordOption } from './options.ts'
import { useOptions } from './use-options.ts'

interface ChosenRecordsProps {
  label: string
  /** The resource of the records. */
  to: ResourceName
  ids: readonly number[]
  onChange: (ids: readonly number[]) => void
}

/** Chosen records, each a chip. Others are found by name. */
export const ChosenRecords = (props: ChosenRecordsProps) =>
  props.to === 'user' || props.to === 'organization' ? (
    <SearchedRecords {...props} to={props.to} />
  ) : (
    <ListedRecords {...props} />
  )

const noOptions: readonly RecordOption[] = []

function ListedRecords({ label, to, ids, onChange }: ChosenRecordsProps) {
  const options = useOptions(to) ?? noOptions
  const nameOf = (id: number) => options.find((option) => option.id === id)?.name ?? String(id)
  const offered = useMemo(() => options.filter(({ id, isActive }) => isActive && !ids.includes(id)), [options, ids])
  return (
    <ChipsField
      label={label}
      isLabelHidden
      source={offered}
      values={ids.map((id) => ({ id, name: nameOf(id) }))}
      onChange={(chosen) => onChange(chosen.map(({ id }) => Number(id)))}
    />
  )
}

function SearchedRecords({ label, to, ids, onChange }: ChosenRecordsProps & { to: SearchedResource }) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const unnamedIds = ids.filter((id) => !names.has(id)).join()
  useEffect(() => {
    if (unnamedIds === '') return
    recordsById(to, unnamedIds).then(
      (records) => setNames((before) => new Map([...before, ...records.map(({ id, name }) => [id, name] as const)])),
      // Without the names, the ids are shown.
      () => undefined,
    )
  }, [to, unnamedIds])
  const source = useMemo(() => findRecords(to), [to])
  const change = (chosen: readonly Option[]) => {
    setNames(new Map([...names, ...chosen.map(({ id, name }) => [Number(id), name] as const)]))
    onChange(chosen.map(({ id }) => Number(id)))
  }
  return (
    <ChipsField
      label={label}
      isLabelHidden
      source={source}
      values={ids.map((id) => ({ id, name: names.get(id) ?? String(id) }))}
      onChange={change}
    />
  )
}
