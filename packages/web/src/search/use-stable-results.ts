import { useState } from 'react'
import { useKeys } from '../keys/use-keys.ts'
import { type ResultPage, keyOf, type Search } from './search-data.ts'
import { hasOtherRecords, withNewerValues } from './stable-results.ts'

interface ShownResults {
  readonly search: Search
  readonly results: ResultPage
}

/** The shown results. */
export interface StableResults extends ShownResults {
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
 * @param onShown called when the user asks for newer results.
 */
export function useStableResults(
  search: Search,
  latest: ResultPage | undefined,
  onShown?: () => void,
): StableResults | undefined {
  const [shown, setShown] = useState<ShownResults>()
  const isCurrent = shown !== undefined && keyOf(shown.search) === keyOf(search)
  if (latest && !isCurrent) setShown({ search, results: latest })
  const hasChanges = isCurrent && latest !== undefined && hasOtherRecords(shown.results, latest)
  const showChanges = () => {
    if (latest) setShown({ search, results: latest })
    onShown?.()
  }
  useKeys('everywhere', hasChanges ? { showArrived: showChanges } : {})
  if (!shown) return undefined
  return {
    ...shown,
    results: isCurrent && latest ? withNewerValues(shown.results, latest) : shown.results,
    hasChanges,
    showChanges,
  }
}
