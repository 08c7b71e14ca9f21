import type { ResourceName } from '@deskbell/contract'
import { useEffect, useMemo, useState } from 'react'
import { ChipsField } from '../../components/chips-field.tsx'
import type { Option } from '../../components/option-list.tsx'
import { findRecords, type FoundResource, recordsById } from './find-records.ts'
import type { RecordOption } from './options.ts'
import { useOptions } from './use-options.ts'

interface ChosenRecordsProps {
  label: string
  to: ResourceName
  ids: readonly number[]
  onChange: (ids: readonly number[]) => void
}

/** Chosen records, each a chip; more are found by name. */
export const ChosenRecords = (props: ChosenRecordsProps) =>
  props.to === 'user' || props.to === 'organization' ? <Found {...props} to={props.to} /> : <Known {...props} />

const noOptions: readonly RecordOption[] = []

function Known({ label, to, ids, onChange }: ChosenRecordsProps) {
  const options = useOptions(to) ?? noOptions
  const nameOf = (id: number) => options.find((one) => one.id === id)?.name ?? String(id)
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

function Found({ label, to, ids, onChange }: ChosenRecordsProps & { to: FoundResource }) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const unknown = ids.filter((id) => !names.has(id)).join()
  useEffect(() => {
    if (unknown === '') return
    recordsById(to, unknown).then(
      (found) => setNames((known) => new Map([...known, ...found.map(({ id, name }) => [id, name] as const)])),
      // Without the names, the ids are shown.
      () => undefined,
    )
  }, [to, unknown])
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
