import type { SearchErrorParts } from '@deskbell/contract'
import type { GroupRecord, Live, OrganizationRecord, ServiceEvent, TicketRecord, UserRecord } from '@deskbell/client'
import { client } from '../state/client.ts'
import type { Session } from '../state/session.tsx'
import { bestExcerpt, type Highlight } from './excerpt.ts'
import type { Kind, Sort } from './address.ts'
import { kindsFor } from './kind-rights.ts'
import { kinds } from './kinds.ts'

/** Number of results per page. */
export const PER_PAGE = 50

type Records<R> = Readonly<Record<string, R>>

/** Records by their ids. */
export interface Assets {
  readonly Ticket?: Records<TicketRecord>
  readonly User?: Records<UserRecord>
  readonly Organization?: Records<OrganizationRecord>
  readonly Group?: Records<GroupRecord>
}

interface SearchResponse {
  readonly record_ids: readonly number[]
  readonly total_count: number
  readonly assets: Assets
  readonly highlights: Records<readonly Highlight[]>
  /** Parts that the search language does not allow: the service has read them as words, or left them out. */
  readonly notices?: readonly SearchErrorParts[]
  /** The conditions that a query in plain words was read as. */
  readonly read_as?: string
  /** The query that was probably meant: conditions that the words may name or, if nothing was found, other words. */
  readonly did_you_mean?: string
}

/** The article that contains a match. */
export interface MatchingArticle {
  readonly id: number
  readonly internal: boolean
  readonly from: string | null
  readonly created_by_id: number
}

/** A page of results. */
export interface ResultPage extends SearchResponse {
  readonly articles: ReadonlyMap<number, MatchingArticle>
}

/** A state of tickets and its type. */
export interface TicketStateName {
  readonly id: number
  readonly name: string
  readonly state_type: string
}

/** The parameters of a search. */
export interface Search {
  readonly query: string
  readonly kind: Kind
  readonly sort: Sort
  /** The typed query, if it finds nothing and `query` is the one that was probably meant. */
  readonly typed?: string
}

/** Returns the key of a search in a map. */
export const keyOf = ({ typed = '', ...search }: Search): string => JSON.stringify([typed, requestKey(search)])

/** Returns the key of the results, which do not depend on the typed query. */
const requestKey = ({ query, kind, sort }: Search) => `${kind} ${sort} ${query}`

/** Returns a page of results. The first page follows changes; the others stay as they were loaded. */
export const searchView = (search: Search, page: number): Live<ResultPage> =>
  client.live({
    key: `search ${page} ${requestKey(search)}`,
    load: () => load(search, page),
    events: (event) => page === 1 && affects(search.kind, event),
  })

/** True if an event may change the results. Events of presence have no id, and change no ticket. */
const affects = (kind: Kind, { id, object, ticket_id }: ServiceEvent) =>
  id !== null && (object === kinds[kind].asset || (kind === 'tickets' && ticket_id !== null))

async function load({ query, kind, sort }: Search, page: number): Promise<ResultPage> {
  const order = sort === 'best' ? { sort_by: 'relevance' } : {}
  const json = { query, lenient: true, ...order, page, per_page: PER_PAGE, full: true, highlight: true }
  const response = await client.request<SearchResponse>('POST', `${kinds[kind].path}/search`, { json })
  const inArticles = response.record_ids.flatMap((id) => bestExcerpt(response.highlights[id] ?? [])?.article_id ?? [])
  return { ...response, articles: await loadArticles(inArticles) }
}

async function loadArticles(ids: readonly number[]): Promise<ReadonlyMap<number, MatchingArticle>> {
  if (ids.length === 0) return new Map()
  const path = `ticket_articles?ids=${ids.join()}&fields=id,internal,from,created_by_id&per_page=${ids.length}`
  const articles = await client.request<MatchingArticle[]>('GET', path)
  return new Map(articles.map((article) => [article.id, article]))
}

/** Returns the numbers of results by kind. Kinds without the fields of the query are missing. */
export const countsOf = (query: string, may: Session['may']): Live<Partial<Record<Kind, number>>> =>
  client.live({ key: `search counts ${query}`, load: () => loadCounts(query, kindsFor(may)), events: [] })

async function loadCounts(query: string, allowed: readonly Kind[]) {
  const json = { query, by_object: true, per_page: 1 }
  type CountsResponse = { result: Records<{ total_count: number }> }
  const { result } = await client.request<CountsResponse>(
    'POST',
    `search/${allowed.map((kind) => kinds[kind].asset).join('-')}`,
    { json },
  )
  const counts = allowed.flatMap((kind) => {
    const count = result[kinds[kind].asset]?.total_count
    return count === undefined ? [] : [[kind, count] as const]
  })
  return Object.fromEntries(counts) as Partial<Record<Kind, number>>
}

/** The states of tickets with their types. */
export const ticketStates: () => Live<readonly TicketStateName[]> = () =>
  client.live({
    key: 'states of tickets with types',
    load: () => client.request<TicketStateName[]>('GET', 'ticket_states?expand=true'),
    events: ['ticket_state.*'],
  })
