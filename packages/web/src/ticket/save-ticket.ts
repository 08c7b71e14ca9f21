import { HttpError } from '@deskbell/client'
import { client } from '../state/client.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'

/** Attributes of a ticket as `PUT tickets/:id` takes them. */
export type TicketValues = { readonly [attribute: string]: unknown }

/** A change that somebody else was faster with. */
export interface Conflict {
  /** What was to be saved. */
  readonly values: TicketValues
  /** The ticket as it is now. */
  readonly current: Ticket
}

/** Attempts after which a ticket that others change all the time counts as a conflict. */
const MAX_ATTEMPTS = 5

/**
 * Saves values, unless somebody changed the same attributes since the person saw the ticket. Changes of other
 * attributes do not matter. Resolves to the conflict, if there is one.
 */
export async function saveUnlessChanged(values: TicketValues, seen: Ticket): Promise<Conflict | undefined> {
  let current = seen
  for (let attempts = 1; ; attempts++) {
    try {
      await client.request('PUT', `tickets/${seen.id}`, { json: values, ifMatch: current.etag })
      await ticketView(seen.number).refresh()
      return undefined
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 412) throw error
      current = await ticketView(seen.number).refresh()
      const isSame = Object.keys(values).every((name) => isEqual(current.record[name], seen.record[name]))
      if (!isSame || attempts === MAX_ATTEMPTS) return { values, current }
    }
  }
}

/** Values of attributes are JSON: texts, numbers, lists. */
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
