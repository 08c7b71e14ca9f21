import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Option } from '../components/option-list.tsx'
import type { OptionSource } from '../components/use-found-options.ts'
import type { IconName } from '../icon/shapes.ts'
import { Store } from '../state/store.ts'

/** An action in the palette. Commands that the user may not use are left out. */
export interface Command {
  /** The name under which its uses are counted: `ticket.close`. */
  readonly id: string
  readonly name: string
  readonly icon?: IconName
  /** The keyboard shortcut of the command. */
  readonly keys?: string
  /** A second, quieter text. */
  readonly help?: string
  /** Runs the command. A command has either `run` or `values`. */
  readonly run?: () => void
  /** Values to choose from in the same box, such as states. */
  readonly values?: () => readonly Option[] | Promise<readonly Option[]>
  /** Further values for the typed text. A function must keep its identity between renders. */
  readonly moreValues?: OptionSource
  readonly onValue?: (value: Option) => void
}

/** The commands of a part of the page, and their target. */
export interface CommandGroup {
  /** The heading: "With the 3 selected tickets". */
  readonly title: string
  /** The target of the commands, as a chip: "3 tickets". */
  readonly chip?: string
  readonly commands: readonly Command[]
}

/** The groups of all mounted components, the latest first. */
export const commandGroups = new Store<readonly { readonly current: CommandGroup }[]>([])

/** Adds commands to the palette while the component is mounted. An empty group is left out. */
export function useCommands(group: CommandGroup): void {
  const latest = useRef(group)
  useLayoutEffect(() => {
    latest.current = group
  })
  useEffect(() => {
    commandGroups.set([latest, ...commandGroups.get()])
    return () => commandGroups.set(commandGroups.get().filter((other) => other !== latest))
  }, [])
}
