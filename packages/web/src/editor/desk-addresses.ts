import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

/** The addresses of the desk. */
const source = {
  key: 'addresses of the desk',
  async load() {
    const addresses = await client.request<readonly { readonly email: string }[]>(
      'GET',
      'email_addresses?per_page=1000',
    )
    return addresses.map(({ email }) => email)
  },
  events: ['email_address.*'],
}

const noAddresses: readonly string[] = []

/** Returns the addresses of the desk; an empty list until they are loaded. */
export const useDeskAddresses = (): readonly string[] => useLive(client.live(source)).value ?? noAddresses
