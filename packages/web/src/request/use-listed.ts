import type { Live } from '@deskbell/client'
import { useLive } from '../state/use-live.ts'
import { listView, type RequestList } from './request-data.ts'
import type { Owners, RequestSearch } from './request-search.ts'
import { useStates } from './states.ts'

/** The search for a list of requests, and its response. */
interface Listed {
  /** Undefined until the states are known. */
  readonly view: Live<RequestList> | undefined
  readonly value: RequestList | undefined
  readonly error: unknown
  /** The query that was probably meant, if the typed one finds nothing. */
  readonly meant: string | undefined
}

/**
 * Returns the first `length` requests of a list: those that the typed query finds, or, unless it is to be searched
 * exactly, those that the meant query finds instead.
 */
export function useListed(owners: Owners, search: RequestSearch, length: number): Listed {
  const states = useStates()
  const viewOf = (one: RequestSearch) => states && listView({ owners, search: one, states }, length)
  const typedView = viewOf(search)
  const typed = useLive(typedView)
  const meant = typed.value?.total_count === 0 ? typed.value.did_you_mean : undefined
  const meantView = meant === undefined || search.exact === 1 ? undefined : viewOf({ ...search, q: meant })
  const { value, error } = useLive(meantView)
  return meantView ? { view: meantView, value, error, meant } : { ...typed, view: typedView, meant }
}
