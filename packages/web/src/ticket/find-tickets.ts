import type { TicketRecord } from '@deskbell/client'
import type { Option } from '../components/option-list.tsx'
import { client } from '../state/client.ts'

/** Maximum number of options. */
const MAX_FOUND = 8

/** Finds tickets by number or words, as options: `#67002 Label printer offline`. */
export async function findTickets(typed: string, excludedId: number, signal: AbortSignal): Promise<Option[]> {
  const words = typed.trim()
  if (words === '') return []
  const query = /^#?\d+$/.test(words) ? `number:${words.replace('#', '')}*` : words
  const tickets = await client.request<TicketRecord[]>('POST', 'tickets/search', {
    json: { query, per_page: MAX_FOUND, expand: true },
    signal,
  })
  return tickets
    .filter(({ id }) => id !== excludedId)
    .map(({ id, number, title }) => ({ id, name: `#${number} ${title}` }))
}

/** Returns the number of the ticket that an option stands for. */
export const numberOf = ({ name }: Option): string => name.slice(1).split(' ', 1)[0] ?? ''
