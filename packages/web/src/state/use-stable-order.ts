import { useState } from 'react'

interface Shown<T> {
  readonly key: string
  readonly ids: readonly number[]
  readonly last: ReadonlyMap<number, T>
}

/** Records in the order in which they were first shown. */
export interface StableOrder<T> {
  readonly records: readonly T[]
  /** Number of records that arrived since. */
  readonly arrived: number
  /** Shows the records in their present order. */
  readonly showArrived: () => void
}

/**
 * Keeps the order of a list while it is looked at: values change in place, new records wait until they are asked for, and
 * records that leave stay.
 * @param key the list. Another key is another list, which begins in its own order.
 */
export function useStableOrder<T extends { readonly id: number }>(
  records: readonly T[] | undefined,
  key: string,
): StableOrder<T> | undefined {
  const [shown, setShown] = useState<Shown<T>>()
  if (!records) return undefined
  const now = new Map(records.map((record) => [record.id, record]))
  const showArrived = () => setShown({ key, ids: [...now.keys()], last: now })
  if (shown?.key !== key) {
    showArrived()
    return { records, arrived: 0, showArrived }
  }
  const kept = shown.ids.map((id) => now.get(id) ?? (shown.last.get(id) as T))
  const known = new Set(shown.ids)
  return { records: kept, arrived: records.filter(({ id }) => !known.has(id)).length, showArrived }
}
