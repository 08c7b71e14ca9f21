import { useEffect, useState } from 'react'
import { client } from '../state/client.ts'
import { type FilterName, type ListSearch, withValues } from './list-address.ts'
import { requestOf } from './rows-request.ts'

/** The number of tickets that have each value. */
export type Counts = ReadonlyMap<number | string, number>

/** The attribute by which the service counts tickets, for each filter. */
const countAttributes: Partial<Record<FilterName, string>> = {
  state: 'state_id',
  priority: 'priority_id',
  group: 'group_id',
  owner: 'owner_id',
  tag: 'tags',
}

interface FacetsResponse {
  readonly facets: {
    readonly [by: string]: readonly { readonly value: number | string; readonly count: number }[] | undefined
  }
}

/**
 * Counts the tickets of a list by the values of a filter. The other filters apply, so a count is the number of tickets
 * after choosing its value.
 * @returns undefined until the counts are loaded; they are requested again each time they are wanted.
 */
export function useCounts(name: FilterName, link: string, search: ListSearch, isWanted: boolean): Counts | undefined {
  const request = JSON.stringify({ ...requestOf(link, withValues(search, name, [])), by: countAttributes[name] })
  const [loaded, setLoaded] = useState<{ request: string; counts: Counts }>()
  useEffect(() => {
    if (!isWanted) return undefined
    const canceled = new AbortController()
    client
      .request<FacetsResponse>('POST', 'tickets/facets', { json: JSON.parse(request), signal: canceled.signal })
      .then(({ facets }) => setLoaded({ request, counts: countsIn(facets[countAttributes[name] ?? '']) }))
      // The values can be chosen without their counts.
      .catch(() => undefined)
    return () => canceled.abort()
  }, [name, request, isWanted])
  return loaded?.request === request ? loaded.counts : undefined
}

const countsIn = (buckets: FacetsResponse['facets'][string] = []): Counts =>
  new Map(buckets.map(({ value, count }) => [value, count]))
