import { useState } from 'react'
import { useKeys } from '../keys/use-keys.ts'
import { type Found, keyOf, type Search } from './search-data.ts'
import { findsOthers, withNewer } from './stable-results.ts'

interface Shown {
  readonly search: Search
  readonly found: Found
}

/** The shown results. */
export interface StableResults extends Shown {
  /**
   * True if the current results contain other records. They are shown on request, so that nothing moves while the user
   * reads.
   */
  readonly hasChanges: boolean
  readonly showChanges: () => void
}

/**
 * Keeps the first results in order, with updated values, until the search changes or the user asks for newer ones.
 * While the results of the next search are requested, those of the last one stay. Undefined before the first results.
 * @param onShown called when other results are shown.
 */
export function useStableResults(
  search: Search,
  now: Found | undefined,
  onShown?: () => void,
): StableResults | undefined {
  const [shown, setShown] = useState<Shown>()
  const isCurrent = shown !== undefined && keyOf(shown.search) === keyOf(search)
  if (now && !isCurrent) setShown({ search, found: now })
  const hasChanges = isCurrent && now !== undefined && findsOthers(shown.found, now)
  const showChanges = () => {
    if (now) setShown({ search, found: now })
    onShown?.()
  }
  useKeys('everywhere', hasChanges ? { showArrived: showChanges } : {})
  if (!shown) return undefined
  return { ...shown, found: isCurrent && now ? withNewer(shown.found, now) : shown.found, hasChanges, showChanges }
}
