import type { Permission } from '../state/session-types.ts'
import type { Kind } from './address.ts'

/** Permissions by kind of records, of which the user needs one to search for it. */
const permissions: Readonly<Record<Kind, readonly Permission[]>> = {
  tickets: ['ticket.agent'],
  people: ['ticket.agent', 'admin.user'],
  organizations: ['ticket.agent', 'admin.organization'],
}

/** Returns the kinds that a person may search for, in the order of their tabs. */
export const kindsFor = (may: (permission: Permission) => boolean): readonly Kind[] =>
  (Object.keys(permissions) as Kind[]).filter((kind) => permissions[kind].some(may))
