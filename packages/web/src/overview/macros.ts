import { useMemo } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

/** A macro in a list to choose from. */
export interface MacroChoice {
  readonly id: number
  readonly name: string
}

const none: readonly MacroChoice[] = []
const noSource = { key: 'no macros', load: () => Promise.resolve(none), events: [] }
const source = {
  key: 'macros',
  load: async (): Promise<readonly MacroChoice[]> => {
    const macros = await client.request<(MacroChoice & { readonly active: boolean })[]>('GET', 'macros')
    return macros.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))
  },
  events: ['macro.*'],
}

/** Resolves to the macros. */
export const loadMacros = (): Promise<readonly MacroChoice[]> => client.live(source).refresh()

/** Returns the macros, in the user's language; an empty list until they are wanted and loaded. */
export function useMacros(isWanted: boolean): readonly MacroChoice[] {
  const t = useMessages()
  const macros = useLive(client.live(isWanted ? source : noSource)).value ?? none
  return useMemo(() => macros.map(({ id, name }) => ({ id, name: t.recordName(name) })), [macros, t])
}
