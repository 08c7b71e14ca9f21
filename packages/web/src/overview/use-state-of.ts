import { useChoices } from '../ticket/choices.ts'
import type { Related } from './row-types.ts'
import { typeNames } from './state-types.ts'

/** Returns the state with an id: that of the list, or one that no row had when the list was loaded. */
export function useStateOf(related: Related): (id: number) => { name: string; type: string } | undefined {
  const { states } = useChoices()
  return (id) => {
    const state = related.states.get(id)
    if (state) return { name: state.name, type: typeNames[state.typeId] ?? 'open' }
    return states.find((choice) => choice.id === id)
  }
}
