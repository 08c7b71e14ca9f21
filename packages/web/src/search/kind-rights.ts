import type { Permission } from '../state/session-types.ts'
import type { Kind } from './address.ts'

/** Permissions of which one is needed to search for a kind of records. */
const permissions: Readonly<Record<Kind, readonly Permission[]>> = {
  tickets: ['ticket.agent'],
  people: ['ticket.agent', 'admin.user'],
  organizations: ['ticket.agent', 'admin.organization'],
}

/** Returns the kinds that a person may search for, in the order of their tabs. */
export const kindsFor = (may: (permission: Permission) => boolean): readonly Kind[] =>
  (Object.keys(permissions) as Kind[]).filter((kind) => permissions[kind].some(may))
