import type { Client } from '@deskbell/client'
import type { QueryClient } from '@tanstack/query-core'

/** One ticket: `useQuery(ticketQuery(client, 1))`. */
export const ticketQuery = (client: Client, id: number) => ({
  queryKey: ['tickets', id],
  // The record, not the object: it is plain data, which TanStack Query compares and shares between renders.
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.tickets(id).load({ signal, maxAge: 0 })).data,
})

/** A search, page by page: `useInfiniteQuery(searchQuery(client, 'state:open'))`. */
export const searchQuery = (client: Client, query: string) => ({
  queryKey: ['tickets', 'search', query],
  queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: number }) => {
    for await (const { items, last } of client.tickets.search(query, { page: pageParam, signal }).pages()) {
      return { records: items.map(({ data }) => data), next: last ? undefined : pageParam + 1 }
    }
    return { records: [], next: undefined }
  },
  initialPageParam: 1,
  getNextPageParam: ({ next }: { next: number | undefined }) => next,
})

/** Refetches what has changed, until `signal` is aborted. */
export async function followTickets(client: Client, queries: QueryClient, signal: AbortSignal): Promise<void> {
  for await (const { ticket_id } of client.events({ names: ['ticket.*', 'article.*'], signal })) {
    await queries.invalidateQueries({ queryKey: ['tickets', ticket_id] })
    await queries.invalidateQueries({ queryKey: ['tickets', 'search'] })
  }
}
