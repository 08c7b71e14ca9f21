import { readSpoken, resources, type SpokenQuery } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { wordsIn } from '../../text/words.ts'

/** Returns the conditions that a query for tickets names in plain words. Its groups are groups that the caller may read. */
export async function spokenFor(ctx: Context, text: string): Promise<SpokenQuery | undefined> {
  const spoken = readSpoken(text)
  const { groups = [] } = spoken ?? {}
  if (groups.length === 0) return spoken
  const rows = await from(ctx, resources.group).select('groups.name as name').execute()
  const names = rows.map(({ name }) => spaced(name as string))
  return groups.every((group) => names.some((name) => name.includes(spaced(group)))) ? spoken : undefined
}

const spaced = (text: string): string => ` ${wordsIn(text).join(' ')} `
