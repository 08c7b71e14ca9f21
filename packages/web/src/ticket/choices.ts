import type { GroupRecord, TicketPriorityRecord, TicketStateRecord, UserRecord } from '@deskbell/client'
import { noOwner } from '@deskbell/contract'
import { useMemo } from 'react'
import { useMessages, withTranslatedNames } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { loadPriorities } from '../state/priorities.ts'
import { useLive } from '../state/use-live.ts'

/** A state with the name of its type, such as `pending reminder`. */
export interface StateChoice {
  readonly id: number
  readonly name: string
  readonly type: string
  /** False for inactive states, and for those of merged tickets, which only the service sets. */
  readonly isChoosable: boolean
}

/** The possible values of properties of tickets. */
export interface Choices {
  readonly states: readonly StateChoice[]
  /** Includes inactive priorities, because tickets may have them. */
  readonly priorities: readonly TicketPriorityRecord[]
  /** Groups to which the user may move tickets. */
  readonly groups: readonly GroupRecord[]
  /** Returns the people who can own tickets of a group. */
  readonly owners: (groupId: number) => readonly UserRecord[]
}

interface CreateResponse {
  readonly assets: {
    readonly Group?: { readonly [id: string]: GroupRecord }
    readonly User?: { readonly [id: string]: UserRecord }
  }
  readonly form_meta: {
    readonly filter: { readonly group_id?: readonly number[] }
    readonly dependencies: {
      readonly group_id?: { readonly [id: string]: { readonly owner_id?: readonly (number | string)[] } }
    } | null
  }
}

type WireState = TicketStateRecord & { readonly state_type: string }

const source = {
  key: 'choices of tickets',
  load: async (): Promise<Choices> => {
    const [states, priorities, create] = await Promise.all([
      client.request<WireState[]>('GET', 'ticket_states?expand=true'),
      loadPriorities(),
      client.request<CreateResponse>('GET', 'ticket_create'),
    ])
    return {
      states: states.map(({ id, name, state_type: type, active }) => ({
        id,
        name,
        type,
        isChoosable: active && type !== 'merged',
      })),
      priorities,
      ...peopleAndGroups(create),
    }
  },
  events: ['ticket_state.*', 'ticket_priority.*', 'group.*', 'role.*'],
}

function peopleAndGroups({ assets, form_meta }: CreateResponse): Pick<Choices, 'groups' | 'owners'> {
  const byGroup = form_meta.dependencies?.group_id
  return {
    groups: recordsOf(assets.Group, form_meta.filter.group_id ?? []),
    owners: (groupId) => recordsOf(assets.User, byGroup?.[groupId]?.owner_id ?? []).filter(({ id }) => id !== noOwner),
  }
}

const recordsOf = <Shape>(byId: { readonly [id: string]: Shape } | undefined, ids: readonly (number | string)[]) =>
  ids.flatMap((id) => byId?.[id] ?? [])

const none: Choices = { states: [], priorities: [], groups: [], owners: () => [] }

/** Returns the possible values of properties of tickets, in the user's language; empty lists until they are loaded. */
export function useChoices(): Choices {
  const t = useMessages()
  const choices = useLive(client.live(source)).value ?? none
  return useMemo(() => {
    const { states, priorities } = choices
    return { ...choices, states: withTranslatedNames(t, states), priorities: withTranslatedNames(t, priorities) }
  }, [choices, t])
}

/** Returns the state and the priority of a ticket; undefined until they are loaded. */
export function stateAndPriorityOf({ states, priorities }: Choices, record: { state_id: number; priority_id: number }) {
  const state = states.find(({ id }) => id === record.state_id)
  const priority = priorities.find(({ id }) => id === record.priority_id)
  return { state, priority }
}
