import { readPlainWords, resources, type PlainWordsQuery } from '@deskbell/contract'
import { type Context, may } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { wordsIn } from '../../text/words.ts'
import { rolesWith } from '../filters.ts'

/**
 * Returns the conditions that a query for tickets states in plain words; undefined if it is no such query, or names a group
 * or tag that the caller cannot find. A name without a word such as `from` before it counts only if it is that of an agent.
 */
export async function plainWordsFor(ctx: Context, text: string): Promise<PlainWordsQuery | undefined> {
  const withoutAgents = readPlainWords(text)
  const hasNames = withoutAgents !== undefined && withoutAgents.names.length > 0
  const plainWords = hasNames ? readPlainWords(text, await isAgentFor(ctx)) : withoutAgents
  if (!plainWords) return undefined
  return (await areGroups(ctx, plainWords.groups)) && (await areTags(ctx, plainWords.tags)) ? plainWords : undefined
}

async function areGroups(ctx: Context, groups: readonly string[]): Promise<boolean> {
  if (groups.length === 0) return true
  const rows = await from(ctx, resources.group).select('groups.name as name').execute()
  const names = rows.map(({ name }) => spaced(name as string))
  return groups.every((group) => names.some((name) => name.includes(spaced(group))))
}

/** Returns true if all of these are names of tags, which only agents may know. */
async function areTags(ctx: Context, tags: readonly string[]): Promise<boolean> {
  if (tags.length === 0) return true
  if (!may(ctx.actor, 'ticket.agent')) return false
  const names = new Set(tags.map((tag) => tag.toLowerCase()))
  const rows = await ctx.db.sql
    .selectFrom('tags')
    .select('id')
    .where('name_downcase', 'in', [...names])
    .execute()
  return rows.length === names.size
}

/** Returns the words of a text, each between spaces, so that names are compared by whole words. */
const spaced = (text: string): string => ` ${wordsIn(text).join(' ')} `

/** Minimum length of a name that is a single word: shorter ones are usually other words. */
const MIN_NAME = 3

type NameRow = Readonly<Record<'firstname' | 'lastname' | 'email' | 'login', string | null>>

/** Returns a function that knows the names of the agents whom the caller may read. */
async function isAgentFor(ctx: Context): Promise<(name: string) => boolean> {
  // A search reads its query several times, and so do the searches for a query that may have been meant.
  const known = await ctx.cache.getOrCompute(`names of agents:${ctx.actor.key}`, () => agentNames(ctx), NAMES_SIZE)
  return (name) => wordsIn(name).length > 0 && known.has(spaced(name))
}

/** The estimated size of the names of a hundred agents, in bytes. */
const NAMES_SIZE = 32 * 1024

/** Reads the names of the agents whom the caller may read: first and last names, addresses, logins. */
async function agentNames(ctx: Context): Promise<ReadonlySet<string>> {
  const roles = await rolesWith(ctx, ['ticket.agent'])
  const agents = ctx.db.sql
    .selectFrom('roles_users')
    .select('user_id')
    // SQL does not allow an empty list, so it contains 0, the id of no role.
    .where('role_id', 'in', [0, ...roles])
  const rows = await from(ctx, resources.user)
    .select(['users.firstname', 'users.lastname', 'users.email', 'users.login'])
    .where('users.id', 'in', agents)
    .execute()
  const names = (rows as NameRow[]).flatMap(({ firstname, lastname, email, login }) => {
    const single = [firstname, lastname, email, login].map((name) => spaced(name ?? ''))
    return [...single.filter((name) => name.trim().length >= MIN_NAME), spaced(`${firstname ?? ''} ${lastname ?? ''}`)]
  })
  return new Set(names)
}
