import type { RoleRecord } from '@deskbell/client'
import { client } from '../state/client.ts'

/** The source of all roles, with the names of their permissions. */
export const rolesSource = {
  key: 'roles with permissions',
  load: () => client.request<RoleRecord[]>('GET', 'roles?expand=true&per_page=1000'),
  events: ['role.*'],
}
