import { client } from '../state/client.ts'
import { saveUnlessChanged, type Values } from '../state/save-unless-changed.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'

/** A change that somebody else was faster with. */
export interface Conflict {
  /** What was to be saved. */
  readonly values: Values
  /** The ticket as it is now. */
  readonly current: Ticket
}

/** Changes a ticket that a user saw. Resolves to the conflict if somebody else has changed the same attributes since. */
export async function saveTicket(values: Values, seen: Ticket): Promise<Conflict | undefined> {
  const read = () => ticketView(seen.number).refresh()
  const send = (ifMatch: string) => client.request('PUT', `tickets/${seen.id}`, { json: values, ifMatch })
  const { conflict } = await saveUnlessChanged({ values, seen, send, read })
  if (conflict) return { values, current: conflict }
  await read()
  return undefined
}
