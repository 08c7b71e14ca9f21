import type { Resource } from '@deskbell/contract'
import type { Context } from '../kernel/context.ts'
import { countOf } from './hits.ts'
import type { Select } from './select.ts'
import type { Walk } from './walk.ts'

/**
 * Replaces conditions on users or organizations with few tickets by the list of their change numbers. The walk through the
 * words then skips other rows without reading them; without words, it reads these rows only.
 */
export async function ledByPeople(ctx: Context, resource: Resource, walks: readonly Walk[]): Promise<readonly Walk[]> {
  const led: Walk[] = []
  for (const walk of walks) {
    const few: Select[] = []
    const { match, conditions: all, ...rest } = walk.ofFewPeople ?? walk
    for (const { changes, isFar: reaches } of !walk.isLed && (match || all.length > 1) ? all : []) {
      if (!changes) continue
      const count = await countOf(ctx, changes, mostGathered, reaches ? resource : undefined)
      if (count <= mostGathered) few.push(changes)
    }
    if (few.length === 0) {
      led.push(walk)
      continue
    }
    const conditions = all.filter(({ changes, hasOthers }) => !changes || hasOthers || !few.includes(changes))
    led.push({ ...rest, match, conditions, among: few })
  }
  return led
}

/** Listing more rows than this takes longer than reading the hits of most words. */
const mostGathered = 10_000
