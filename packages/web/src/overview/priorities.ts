import { useMemo } from 'react'
import { type Urgency, urgencyOf } from '../components/priority.tsx'
import { useMessages, withTranslatedNames } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { loadPriorities } from '../state/priorities.ts'
import { useLive } from '../state/use-live.ts'

/** The name and urgency of a priority. */
export interface ShownPriority {
  readonly id: number
  readonly name: string
  readonly urgency: Urgency
}

type Priorities = { readonly [id: number]: ShownPriority | undefined }

const source = {
  key: 'priorities',
  load: async (): Promise<readonly ShownPriority[]> =>
    (await loadPriorities()).map((priority) => ({
      id: priority.id,
      name: priority.name,
      urgency: urgencyOf(priority),
    })),
  events: ['ticket_priority.*'],
}

const none: readonly ShownPriority[] = []

/** Returns the priorities by id; empty until they are loaded. */
export function usePriorities(): Priorities {
  const t = useMessages()
  const priorities = useLive(client.live(source)).value ?? none
  return useMemo(
    () => Object.fromEntries(withTranslatedNames(t, priorities).map((priority) => [priority.id, priority])),
    [priorities, t],
  )
}
