import type { Permission } from '../state/session-types.ts'
import type { Kind } from './address.ts'

/** The permissions for searching each kind of records. The user needs one of them. */
const permissions: Readonly<Record<Kind, readonly Permission[]>> = {
  tickets: ['ticket.agent'],
  people: ['ticket.agent', 'admin.user'],
  organizations: ['ticket.agent', 'admin.organization'],
}

/** Returns the kinds that the user may search for, in the order of their tabs. */
export const kindsFor = (may: (permission: Permission) => boolean): readonly Kind[] =>
  (Object.keys(permissions) as Kind[]).filter((kind) => permissions[kind].some(may))
