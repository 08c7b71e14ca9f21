import { useMemo } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { type Macro, macrosSource } from '../ticket/macros.ts'

/** A macro in a list to choose from. */
export interface MacroChoice {
  readonly id: number
  readonly name: string
}

const none: readonly Macro[] = []
const noSource = { key: 'no macros', load: () => Promise.resolve([...none]), events: [] }

/** Resolves to the active macros. */
export const loadMacros = async (): Promise<readonly MacroChoice[]> =>
  choicesOf(await client.live(macrosSource).refresh())

/** Returns the active macros, in the user's language; an empty list until they are wanted and loaded. */
export function useMacros(isWanted: boolean): readonly MacroChoice[] {
  const t = useMessages()
  const macros = useLive(client.live(isWanted ? macrosSource : noSource)).value ?? none
  return useMemo(() => choicesOf(macros).map(({ id, name }) => ({ id, name: t.recordName(name) })), [macros, t])
}

const choicesOf = (macros: readonly Macro[]): readonly MacroChoice[] =>
  macros.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))
