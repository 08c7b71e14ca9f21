import { client } from '../state/client.ts'
import { saveUnlessChanged, type Values } from '../state/save-unless-changed.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'

/** A change that conflicts with one of somebody else. */
export interface Conflict {
  /** The unsaved values. */
  readonly values: Values
  /** The current ticket. */
  readonly current: Ticket
}

/** Changes a ticket. Resolves to the conflict if somebody else has changed the same attributes since `seen`. */
export async function saveTicket(values: Values, seen: Ticket): Promise<Conflict | undefined> {
  const read = () => ticketView(seen.number).refresh()
  const send = (ifMatch: string) => client.request('PUT', `tickets/${seen.id}`, { json: values, ifMatch })
  const { conflict } = await saveUnlessChanged({ values, seen, send, read })
  if (conflict) return { values, current: conflict }
  await read()
  return undefined
}
