import { useState } from 'react'
import { useLive } from '../state/use-live.ts'
import { type ResultPage, searchView, keyOf, type Search } from './search-data.ts'

interface ShownSearch {
  /** The response to the typed query. */
  readonly results: ResultPage | undefined
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
  const [empty, setEmpty] = useState<{ key: string; results: ResultPage }>()
  const key = keyOf(search)
  const emptyResults = empty?.key === key && !isExact ? empty.results : undefined
  const { value, error } = useLive(search.query === '' || emptyResults ? undefined : searchView(search, 1))
  const results = emptyResults ?? value
  const meant = results?.total_count === 0 && !isExact ? results.did_you_mean : undefined
  if (results && meant !== undefined && !emptyResults) setEmpty({ key, results })
  const shown = meant === undefined ? search : { ...search, query: meant, typed: search.query }
  return { results, error, shown }
}
