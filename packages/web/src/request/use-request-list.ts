import type { Live } from '@deskbell/client'
import { useLive } from '../state/use-live.ts'
import { listView, type RequestList } from './request-data.ts'
import type { Customers, RequestSearch } from './request-search.ts'
import { useStates } from './states.ts'

/** The search for a list of requests, and its response. */
interface RequestListResult {
  /** Undefined until the states are loaded. */
  readonly view: Live<RequestList> | undefined
  readonly value: RequestList | undefined
  readonly error: unknown
  /** The query that was probably meant, if the typed one finds nothing. */
  readonly meant: string | undefined
}

/**
 * Returns the first `length` requests of a list. If the typed query finds nothing, they are those of the query that was
 * probably meant, except in an exact search.
 */
export function useRequestList(customers: Customers, search: RequestSearch, length: number): RequestListResult {
  const states = useStates()
  const viewOf = (searched: RequestSearch) => states && listView({ customers, search: searched, states }, length)
  const typedView = viewOf(search)
  const typed = useLive(typedView)
  const meant = typed.value?.total_count === 0 ? typed.value.did_you_mean : undefined
  const meantView = meant === undefined || search.exact === 1 ? undefined : viewOf({ ...search, q: meant })
  const { value, error } = useLive(meantView)
  return meantView ? { view: meantView, value, error, meant } : { ...typed, view: typedView, meant }
}
