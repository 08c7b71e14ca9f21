import type { Session } from '../state/session.tsx'
import type { Ticket } from './ticket-types.ts'

/** The actions that an agent may perform on a ticket. The service decides; this only hides controls. */
export interface TicketRights {
  readonly mayChange: boolean
  readonly mayAnswer: boolean
}

/** Returns the rights of an agent to a ticket, from the levels of access to its group. */
export function rightsOf({ groups }: Pick<Session, 'groups'>, { record }: Pick<Ticket, 'record'>): TicketRights {
  const levels: readonly string[] = groups?.[record.group_id] ?? []
  const mayChange = levels.includes('full') || levels.includes('change')
  return { mayChange, mayAnswer: mayChange || levels.includes('create') }
}
