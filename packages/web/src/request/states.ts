import { useMemo } from 'react'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { useNow } from '../format/now.ts'
import type { RequestRecord, StateRecord } from './request-types.ts'
import { type Status, statusOf } from './status.ts'

const statesSource = {
  key: 'states of requests',
  load: () => client.request<StateRecord[]>('GET', 'ticket_states?fields=id,state_type,active,default_follow_up'),
  events: ['ticket_state.*'],
}

/** Returns the states; undefined until they are loaded. */
export const useStates = (): readonly StateRecord[] | undefined => useLive(client.live(statesSource)).value

/** Returns a function for the status of a request; undefined until the states are loaded. */
export function useStatus(): ((request: RequestRecord) => Status) | undefined {
  const states = useStates()
  const now = useNow()
  return useMemo(() => {
    if (!states) return undefined
    const types = new Map(states.map(({ id, state_type: type }) => [id, type]))
    return (request: RequestRecord) => statusOf(request, types.get(request.state_id), now)
  }, [states, now])
}
