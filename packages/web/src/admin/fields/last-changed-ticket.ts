import type { Live } from '@deskbell/client'
import { client } from '../../state/client.ts'

interface SearchResponse {
  readonly record_ids: readonly number[]
  readonly assets: { readonly Ticket?: Readonly<Record<number, { readonly number: string }>> }
}

/** Returns the number of the ticket that changed last, of those that the user may see; undefined if there is none. */
export const lastChangedTicket = (): Live<{ number: string | undefined }> =>
  client.live({
    key: 'admin last changed ticket',
    load: async () => {
      const json = { condition: {}, full: true, per_page: 1, sort_by: 'updated_at', order_by: 'desc' }
      const { record_ids, assets } = await client.request<SearchResponse>('POST', 'tickets/search', { json })
      return { number: record_ids.map((id) => assets.Ticket?.[id]?.number)[0] }
    },
    events: [],
  })
