import { useMessages } from '../messages/messages.tsx'
import { useChoices } from '../ticket/choices.ts'
import type { Related } from './row-types.ts'
import { stateTypeNames } from './state-types.ts'

/** Returns a function for states by id: from the list, or from all states if no row had it when the list was loaded. */
export function useStateOf(related: Related): (id: number) => { name: string; type: string } | undefined {
  const t = useMessages()
  const { states } = useChoices()
  return (id) => {
    const state = related.states.get(id)
    if (state) return { name: t.recordName(state.name), type: stateTypeNames[state.typeId] ?? 'open' }
    return states.find((choice) => choice.id === id)
  }
}
