import { type Field, resources } from '@deskbell/contract'
import { useState } from 'react'
import { client } from '../../state/client.ts'
import { readVersion } from '../../state/read-version.ts'
import { isChanged, saveUnlessChanged, type Values } from '../../state/save-unless-changed.ts'
import { useLive } from '../../state/use-live.ts'
import { useMayRead } from '../fields/use-options.ts'
import type { RecordListSpec } from './record-list-spec.ts'
import { type AdminRecord, allRecords, pathOf } from './records.ts'

/** The values of a form, and functions to change and save them. */
export interface RecordFormState {
  /** The record, or the defaults of a new one, with the changes of the user. */
  readonly values: Values
  /** The names of the changed fields. */
  readonly changed: readonly string[]
  readonly set: (name: string, value: unknown) => void
  readonly discard: () => void
  /** The names of the changed fields that somebody else has changed meanwhile, if this has prevented saving. */
  readonly conflicting: readonly string[] | undefined
  /** Resolves a conflict: `theirs` discards all changes of the user, `ours` keeps them for the next save. */
  readonly resolveConflict: (whose: 'theirs' | 'ours') => void
  /** Saves the changes. Resolves to the saved record; to undefined if there is a conflict. */
  readonly save: () => Promise<AdminRecord | undefined>
}

interface Edits {
  readonly values: Values
  /** The record at the time of the first change, or of the last conflict that the user resolved. */
  readonly seen: Values
}

/**
 * Keeps the changes of a form until they are saved. Changes by others are shown, except in fields that the user has
 * changed.
 */
export function useRecordForm(
  { resource, initialValues: fixedValues, initialValuesFrom, derived }: RecordListSpec,
  record: AdminRecord | undefined,
): RecordFormState {
  const { fields } = resources[resource]
  const initialValues: Values = { ...fixedValues, ...useValuesFrom(initialValuesFrom) }
  const path = pathOf(resource)
  const [edits, setEdits] = useState<Edits>()
  const [conflict, setConflict] = useState<Values>()
  const changes = edits?.values ?? {}
  const current: Values = record ?? { ...defaultsOf(fields), ...initialValues, ...derived?.(changes) }
  const set = (name: string, value: unknown) => {
    const seen = edits?.seen ?? current
    const { [name]: _, ...others } = changes
    const values = isEqual(value, seen[name]) ? others : { ...others, [name]: value }
    setEdits(Object.keys(values).length > 0 ? { values, seen } : undefined)
  }
  const discard = () => {
    setEdits(undefined)
    setConflict(undefined)
  }
  const save = async () => {
    if (!record) {
      const json = { ...defaultsOf(fields, true), ...initialValues, ...derived?.(changes), ...changes }
      return client.request<AdminRecord>('POST', path, { json })
    }
    const address = `${path}/${record.id}`
    const saved = await saveUnlessChanged({
      values: changes,
      seen: { record: edits?.seen ?? record },
      send: (ifMatch) => client.request('PUT', address, { json: changes, ifMatch }),
      read: () => readVersion(address),
    })
    if (saved.conflict) {
      setConflict(saved.conflict.record)
      return undefined
    }
    discard()
    return saved.response as AdminRecord
  }
  const resolveConflict = (whose: 'theirs' | 'ours') => {
    if (whose === 'theirs' || !conflict) return discard()
    setEdits({ values: changes, seen: conflict })
    setConflict(undefined)
  }
  const changed = Object.keys(changes)
  const conflicting = conflict && changed.filter((name) => isChanged(conflict, edits?.seen ?? current, [name]))
  return { values: { ...current, ...changes }, changed, set, discard, conflicting, resolveConflict, save }
}

/**
 * Returns the initial values that depend on another resource; undefined until its records are loaded, and for users who may
 * not read them.
 */
function useValuesFrom(source: RecordListSpec['initialValuesFrom']): Values | undefined {
  const mayRead = useMayRead(source?.resource)
  const { value } = useLive(source && mayRead ? allRecords(source.resource) : undefined)
  return value && source?.values(value.records)
}

/**
 * Returns the initial values of a new record. Objects, such as conditions, begin empty.
 * @param onlyRequired true to leave out the defaults that the service adds itself.
 */
function defaultsOf(fields: Readonly<Record<string, Field>>, onlyRequired = false): Values {
  const writable = Object.entries(fields).filter(([, field]) => field.write !== 'server' && !field.hidden)
  return Object.fromEntries(
    writable.flatMap(([name, field]) => {
      if (field.kind === 'object') return [[name, {}]]
      return onlyRequired || field.default === undefined ? [] : [[name, field.default]]
    }),
  )
}

/** Null, undefined and an empty text are equal: each is an empty field. */
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
