import { useState } from 'react'

interface ShownOrder<T> {
  readonly key: string
  readonly ids: readonly number[]
  /** The records as they were when the order was shown, for those that are no longer in the list. */
  readonly last: ReadonlyMap<number, T>
}

/** Records in the order in which they were first shown. */
export interface StableOrder<T> {
  readonly records: readonly T[]
  /** Number of records that were added later, and are not shown yet. */
  readonly arrived: number
  /** Shows the records in their current order. */
  readonly showArrived: () => void
}

/**
 * Keeps the order of a list while the user reads it: values change in place, new records are added on request, and
 * removed ones stay.
 * @param key identifies the list. Another key is another list, which begins in its own order.
 */
export function useStableOrder<T extends { readonly id: number }>(
  records: readonly T[] | undefined,
  key: string,
): StableOrder<T> | undefined {
  const [shown, setShown] = useState<ShownOrder<T>>()
  if (!records) return undefined
  const current = new Map(records.map((record) => [record.id, record]))
  const showArrived = () => setShown({ key, ids: [...current.keys()], last: current })
  if (shown?.key !== key) {
    showArrived()
    return { records, arrived: 0, showArrived }
  }
  const shownRecords = shown.ids.map((id) => current.get(id) ?? (shown.last.get(id) as T))
  const shownIds = new Set(shown.ids)
  return { records: shownRecords, arrived: records.filter(({ id }) => !shownIds.has(id)).length, showArrived }
}
