import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Option } from '../components/option-list.tsx'
import type { IconName } from '../icon/shapes.ts'
import { Store } from '../state/store.ts'

/** Something that the palette does. Commands that the user may not use are not given. */
export interface Command {
  /** Its name in the count of uses: `ticket.close`. */
  readonly id: string
  readonly name: string
  readonly icon?: IconName
  /** The key that does the same. */
  readonly keys?: string
  /** A second, quieter text. */
  readonly help?: string
  /** Does it. A command has either this or values. */
  readonly run?: () => void
  /** Values of which one is chosen in the same box, such as states. */
  readonly values?: () => readonly Option[] | Promise<readonly Option[]>
  readonly onValue?: (value: Option) => void
}

/** The commands of a part of the page, and what they act on. */
export interface CommandGroup {
  /** The heading: "With the 3 selected tickets". */
  readonly title: string
  /** What the commands act on, as a chip: "3 tickets". */
  readonly chip?: string
  readonly commands: readonly Command[]
}

/** The groups of the parts of the page that are shown now, the latest first. */
export const commandGroups = new Store<readonly { readonly current: CommandGroup }[]>([])

/** Adds commands to the palette while the component is shown. Without commands, nothing is added. */
export function useCommands(group: CommandGroup): void {
  const latest = useRef(group)
  useLayoutEffect(() => {
    latest.current = group
  })
  useEffect(() => {
    commandGroups.set([latest, ...commandGroups.get()])
    return () => commandGroups.set(commandGroups.get().filter((one) => one !== latest))
  }, [])
}
