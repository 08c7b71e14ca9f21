import { type Resource, resources } from '@deskbell/contract'
import type { Kind } from './address.ts'

/** The names of a kind of records in the API. */
interface KindNames {
  /** The resource with its fields. */
  readonly resource: Resource
  /** The path below `/api/v1`. */
  readonly path: 'tickets' | 'users' | 'organizations'
  /** The name in `assets` and in the counts of all kinds. */
  readonly asset: 'Ticket' | 'User' | 'Organization'
}

/** The kinds in the order of their tabs. */
export const kinds: Readonly<Record<Kind, KindNames>> = {
  tickets: { resource: resources.ticket, path: 'tickets', asset: 'Ticket' },
  people: { resource: resources.user, path: 'users', asset: 'User' },
  organizations: { resource: resources.organization, path: 'organizations', asset: 'Organization' },
}
