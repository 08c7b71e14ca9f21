import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

interface OrganizationRecord {
  readonly id: number
  readonly name: string
  /** True if the members see each other's requests. */
  readonly shared: boolean
}

const source = {
  key: 'own organizations',
  load: () => client.request<OrganizationRecord[]>('GET', 'organizations?fields=id,name,shared'),
  events: ['organization.*'],
}

const none: readonly OrganizationRecord[] = []

/** Returns the organizations of the customer. */
export const useOrganizations = (): readonly OrganizationRecord[] => useLive(client.live(source)).value ?? none
