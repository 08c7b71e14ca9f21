import type { Live } from '@deskbell/client'
import { client } from '../../state/client.ts'

/** A role with its permissions and access to groups. */
export interface Role {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly permission_ids: readonly number[]
  /** Levels of access by the id of the group. */
  readonly group_ids: { readonly [group: string]: readonly string[] }
}

export interface PermissionRecord {
  readonly id: number
  readonly name: string
}

/** Returns all roles. */
export const rolesView = (): Live<Role[]> =>
  client.live({
    key: 'admin matrix of roles',
    load: () => client.request<Role[]>('GET', 'roles?per_page=1000'),
    events: ['role.*'],
  })

/** Returns the permissions with their ids, which differ between desks. */
export const permissionsView = (): Live<PermissionRecord[]> =>
  client.live({
    key: 'admin permissions',
    load: () => client.request<PermissionRecord[]>('GET', 'permissions'),
    events: [],
  })

/** Returns the number of people with a role. Requires the permission to search for people. */
export const peopleCount = (roleId: number): Live<number | undefined> =>
  client.live({
    key: `admin people with role ${roleId}`,
    load: async () => {
      const address = `users/search?query=*&role_ids=${roleId}&only_total_count=true`
      return (await client.request<{ total_count: number }>('GET', address)).total_count
    },
    events: ['user.*'],
  })
