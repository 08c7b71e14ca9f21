import type { Option } from '../components/option-list.tsx'
import { recipientOption } from '../components/recipient-option.ts'
import { client } from '../state/client.ts'

/** A user in search results with `label`. */
interface LabelledUser {
  readonly id: number
  readonly label: string
  readonly value: string
}

const searchUsers = (query: string, more: object, signal: AbortSignal) =>
  client
    .raw('GET', 'users/search', { query: { query, label: 1, limit: 10, ...more }, signal })
    .then((response) => response.json() as Promise<readonly LabelledUser[]>)

/** Searches people who have an e-mail address. The id of an option is the name and address as written in a header. */
export async function findRecipients(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  if (!typed) return []
  const users = await searchUsers(typed, {}, signal)
  return users.filter(({ label }) => label.includes('@')).map(({ label }) => recipientOption(label))
}

/** Searches people. The id of an option is that of the user. */
export async function findPeople(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  const users = await searchUsers(typed || '*', {}, signal)
  return users.map(({ id, label }) => ({ ...recipientOption(label), id }))
}

/** Searches agents. The id of an option is that of the user. */
export async function findAgents(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  const users = await searchUsers(typed || '*', { permissions: 'ticket.agent' }, signal)
  return users.map(({ id, label }) => ({ ...recipientOption(label), id }))
}

/** A text module: a snippet of text for replies. */
export interface TextModule {
  readonly id: number
  readonly name: string
  readonly keywords: string | null
  /** HTML with placeholders `#{...}`. */
  readonly content: string
  readonly active: boolean
  readonly group_ids?: readonly number[]
}

/** The text modules of the desk. */
export const textModules = {
  key: 'text modules',
  load: () => client.request<readonly TextModule[]>('GET', 'text_modules?per_page=1000'),
  events: ['text_module.*'],
}
