import type { UserRecord } from '@deskbell/client'
import type { Option } from '../components/option-list.tsx'
import { findPeople } from '../editor/option-sources.ts'
import { nameOf } from '../format/names.ts'
import { client } from '../state/client.ts'
import { contactOf } from './contact.ts'

/** Finds people by name, address or phone number. The id of an option is that of the user. */
export async function findCustomers(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  const suggestions = await findPeople(typed, signal)
  if (suggestions.length === 0) return []
  // The suggestions of the service have no phone numbers.
  const path = `users?ids=${suggestions.map(({ id }) => id).join()}`
  const users = new Map((await client.request<UserRecord[]>('GET', path, { signal })).map((user) => [user.id, user]))
  return suggestions.flatMap(({ id }) => {
    const user = users.get(Number(id))
    return user ? [customerOption(user)] : []
  })
}

/** Returns the option for a user: the name, and the address or else the phone number. */
export const customerOption = (user: UserRecord): Option => ({
  id: user.id,
  name: nameOf(user),
  help: user.email || user.phone || user.mobile || undefined,
})

/** Returns the source of the name and address of a customer. */
export const customerSource = (id: number | string | undefined) => ({
  key: `customer of a new ticket ${id}`,
  load: async (): Promise<Option | undefined> => {
    if (id === undefined) return undefined
    if (typeof id === 'string') return newCustomer(newCustomerText(id))
    return customerOption(await client.request<UserRecord>('GET', `users/${id}`))
  },
  events: [],
})

/**
 * Returns the option for a customer who is created with the ticket. Its id is `guess:` and the text.
 * @param typed a name, an e-mail address, a phone number, or several of them.
 */
export const newCustomer = (typed: string): Option => ({
  id: `guess:${typed}`,
  name: typed,
  help: contactOf(typed).email,
})

/** Returns the typed text in the id of a new customer. */
export const newCustomerText = (id: string) => id.replace(/^guess:/, '')

/** Creates the customer described by a typed text. */
export const createCustomer = async (typed: string): Promise<Option> =>
  customerOption(await client.request<UserRecord>('POST', 'users', { json: contactOf(typed) }))
