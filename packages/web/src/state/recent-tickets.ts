import type { Live } from '@deskbell/client'
import { client } from './client.ts'
import { inStablePlaces } from './stable-places.ts'

/** A ticket that the user has opened recently. */
export interface RecentTicket {
  readonly id: number
  readonly number: string
  readonly title: string
}

interface RecentViews {
  readonly recent_views: readonly { readonly ticket_id: number }[]
  readonly assets: { readonly Ticket?: { readonly [id: string]: RecentTicket } }
}

async function load(): Promise<readonly RecentTicket[]> {
  const { recent_views, assets } = await client.request<RecentViews>('GET', 'recent_view?limit=5')
  const tickets = recent_views.flatMap(({ ticket_id }) => assets.Ticket?.[ticket_id] ?? [])
  return inStablePlaces(recentTickets().snapshot().value ?? [], tickets)
}

/** The five tickets that the user opened last: newest first when the page is loaded, later in a stable order. */
export const recentTickets = (): Live<readonly RecentTicket[]> =>
  client.live({ key: 'recent tickets', load, events: [] })

/** Reports to the service that the user has viewed a ticket. */
export async function reportView(ticketId: number): Promise<void> {
  await client.request('POST', 'recent_view', { json: { object: 'Ticket', o_id: ticketId } })
  await recentTickets().refresh()
}
