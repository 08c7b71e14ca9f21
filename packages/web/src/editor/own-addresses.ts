import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

/** The addresses of the desk. */
const source = {
  key: 'own addresses',
  async load() {
    const all = await client.request<readonly { readonly email: string }[]>('GET', 'email_addresses?per_page=1000')
    return all.map(({ email }) => email)
  },
  events: ['email_address.*'],
}

const none: readonly string[] = []

/** Returns the addresses of the desk; none until they are known. */
export const useOwnAddresses = (): readonly string[] => useLive(client.live(source)).value ?? none
