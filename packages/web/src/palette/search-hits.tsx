import { Avatar } from '../components/avatar.tsx'
import { type Named, nameOf } from '../format/names.ts'
import { client } from '../state/client.ts'
import { Icon } from '../icon/icon.tsx'
import type { Kind } from '../search/address.ts'
import type { Option } from '../components/option-list.tsx'
import { recentTickets } from '../state/recent-tickets.ts'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'

/** A ticket or a person that matches the typed text, or the query that was probably meant. */
export interface SearchHit extends Option {
  readonly target: { readonly number: string } | { readonly personId: string } | { readonly query: string }
}

interface SearchResponse {
  readonly result?: readonly { readonly type: string; readonly id: number }[]
  readonly assets?: {
    readonly Ticket?: { readonly [id: string]: { readonly number: string; readonly title: string } }
    readonly User?: { readonly [id: string]: Named }
  }
  readonly did_you_mean?: string
}

/**
 * Returns a function that finds up to five tickets and five people, if the user may search for these kinds. If there are
 * none, it finds the query that was probably meant.
 * @param labelForMeant returns the name of the option for that query.
 */
export const searcherFor =
  (kinds: readonly Kind[], labelForMeant: (query: string) => string) =>
  async (typed: string, signal: AbortSignal): Promise<readonly SearchHit[]> => {
    // A single letter matches too much.
    if (typed.length < 2) return []
    const find = async (kind: Kind, model: string): Promise<SearchResponse> => {
      const query = new URLSearchParams({ query: typed, limit: '5' })
      return kinds.includes(kind) ? client.request<SearchResponse>('GET', `search/${model}?${query}`, { signal }) : {}
    }
    const [tickets, people] = await Promise.all([find('tickets', 'Ticket'), find('people', 'User')])
    const hits = [...ticketsOf(tickets), ...peopleOf(people)]
    const meant = tickets.did_you_mean ?? people.did_you_mean
    if (hits.length > 0 || meant === undefined) return hits
    return [{ id: 'meant', name: labelForMeant(meant), mark: <Icon name="search" />, target: { query: meant } }]
  }

/** Returns the tickets that the user has opened recently. */
export function useRecentTickets(): readonly SearchHit[] {
  const { may } = useSession()
  const { value: tickets = [] } = useLive(may('ticket.agent') ? recentTickets() : undefined)
  return tickets.map(({ id, number, title }) => ({
    id: `recent ${id}`,
    name: title,
    help: `#${number}`,
    mark: <Icon name="history" />,
    target: { number },
  }))
}

const ticketsOf = ({ result = [], assets }: SearchResponse): SearchHit[] =>
  result.flatMap(({ type, id }) => {
    const ticket = type === 'Ticket' ? assets?.Ticket?.[id] : undefined
    if (!ticket) return []
    const { number, title } = ticket
    return [{ id: `ticket ${id}`, name: title, help: `#${number}`, mark: <Icon name="inbox" />, target: { number } }]
  })

const peopleOf = ({ result = [], assets }: SearchResponse): SearchHit[] =>
  result.flatMap(({ type, id }) => {
    const person = type === 'User' ? assets?.User?.[id] : undefined
    if (!person) return []
    const mark = <Avatar person={person} size="small" />
    return [
      { id: `person ${id}`, name: nameOf(person), help: person.email ?? '', mark, target: { personId: String(id) } },
    ]
  })
