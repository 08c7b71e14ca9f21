import { match } from '../components/matching.ts'
import type { Command } from './commands.ts'

const storageKey = 'deskbell.palette'

/** The number of uses of each command on this device. */
export type Uses = Readonly<Record<string, number>>

/**
 * Returns the commands that match a typed text: the best kind of match first, then the more frequently used, then the
 * shorter name.
 */
export function rank(commands: readonly Command[], typed: string, uses: Uses): readonly Command[] {
  const scored = commands.flatMap((command) => {
    const matched = match(typed, command.name)
    return matched ? [{ command, ...matched, uses: uses[command.id] ?? 0 }] : []
  })
  return scored
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.uses - a.uses || b.score - a.score)
    .map(({ command }) => command)
}

/** The score without the small difference that the length of the name makes. */
const rankOf = ({ score }: { readonly score: number }) => Math.floor(score)

/** Returns the number of uses of each command. */
export function readUses(): Uses {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Uses
  } catch {
    return {}
  }
}

/** Counts a use. */
export function countUse(id: string): void {
  const uses = readUses()
  localStorage.setItem(storageKey, JSON.stringify({ ...uses, [id]: (uses[id] ?? 0) + 1 }))
}
