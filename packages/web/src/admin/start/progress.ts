import { client } from '../../state/client.ts'

/** The progress of setting up a desk. */
export interface Progress {
  /** True if the name of the desk's organization is set. */
  readonly hasName: boolean
  /** True if a group has another name than the group of a new desk. */
  readonly hasGroup: boolean
  /** True if an e-mail address of the desk belongs to a mail account. */
  readonly hasMail: boolean
  readonly agents: number
  /** The number of users who are not agents, except those of a new desk. */
  readonly customers: number
}

interface Status {
  readonly counts: Readonly<Record<string, number>>
  readonly agents: number
}

/** The name of the group of a new desk. */
const FIRST_GROUP = 'Users'

/** Number of users of a new desk who are not agents: the system user, and the customer of the first ticket. */
const FIRST_USERS = 2

/** Reads the settings and the numbers of records that show which steps are done. */
export async function loadProgress(): Promise<Progress> {
  const [{ config }, { counts, agents }, addresses, groups] = await Promise.all([
    client.request<{ config: Readonly<Record<string, unknown>> }>('GET', 'signshow'),
    client.request<Status>('GET', 'monitoring/status'),
    client.request<readonly { channel_id: number | null }[]>('GET', 'email_addresses?per_page=100'),
    client.request<readonly { name: string }[]>('GET', 'groups?per_page=100'),
  ])
  return {
    hasName: config['organization'] !== '',
    hasGroup: groups.some(({ name }) => name !== FIRST_GROUP),
    hasMail: addresses.some(({ channel_id }) => channel_id !== null),
    agents,
    customers: Math.max(0, (counts['users'] ?? 0) - agents - FIRST_USERS),
  }
}
