import { useState } from 'react'
import { useLive } from '../state/use-live.ts'
import { type Found, foundBy, keyOf, type Search } from './search-data.ts'

interface ShownSearch {
  /** The response to the typed query. */
  readonly found: Found | undefined
  readonly error: unknown
  /** The search whose results are shown. */
  readonly shown: Search
}

/**
 * Searches a typed query. If it finds nothing, the results of the query that was probably meant are shown. They stay,
 * even if a ticket that the typed query finds arrives later, so that nothing moves while the user reads.
 * @param isExact true if the user insists on the typed query.
 */
export function useShownSearch(search: Search, isExact: boolean): ShownSearch {
  const [empty, setEmpty] = useState<{ key: string; found: Found }>()
  const key = keyOf(search)
  const kept = empty?.key === key && !isExact ? empty.found : undefined
  const { value, error } = useLive(search.query === '' || kept ? undefined : foundBy(search, 1))
  const found = kept ?? value
  const meant = found?.total_count === 0 && !isExact ? found.did_you_mean : undefined
  if (found && meant !== undefined && !kept) setEmpty({ key, found })
  const shown = meant === undefined ? search : { ...search, query: meant, typed: search.query }
  return { found, error, shown }
}
