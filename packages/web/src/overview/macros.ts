import { useMemo } from 'react'
import { type Messages, useMessages, withTranslatedNames } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { type Macro, macrosSource } from '../ticket/macros.ts'

/** A macro in a list to choose from. */
export interface MacroChoice {
  readonly id: number
  readonly name: string
}

/** Resolves to the active macros, in the user's language. */
export const loadMacros = async (t: Messages): Promise<readonly MacroChoice[]> =>
  choicesOf(t, await client.live(macrosSource).refresh())

/** Returns the active macros, in the user's language; an empty list until they are wanted and loaded. */
export function useMacros(isWanted: boolean): readonly MacroChoice[] {
  const t = useMessages()
  const { value: macros = none } = useLive(isWanted ? client.live(macrosSource) : undefined)
  return useMemo(() => choicesOf(t, macros), [macros, t])
}

const none: readonly Macro[] = []

const choicesOf = (t: Messages, macros: readonly Macro[]): readonly MacroChoice[] =>
  withTranslatedNames(t, macros)
    .filter(({ active }) => active)
    .map(({ id, name }) => ({ id, name }))
