import type { Session } from '../state/session.tsx'
import type { Ticket } from './ticket-types.ts'

/** The actions that an agent may perform on a ticket. The service decides; this only hides controls. */
export interface TicketRights {
  readonly mayChange: boolean
  readonly mayAnswer: boolean
  readonly mayDelete: boolean
}

/** Returns the rights of an agent to a ticket, from the levels of access to its group. Only administrators delete. */
export function rightsOf(session: Pick<Session, 'groups' | 'may'>, ticket: Pick<Ticket, 'record'>): TicketRights {
  const levels: readonly string[] = session.groups?.[ticket.record.group_id] ?? []
  const mayChange = levels.includes('full') || levels.includes('change')
  return { mayChange, mayAnswer: mayChange || levels.includes('create'), mayDelete: session.may('admin') }
}
