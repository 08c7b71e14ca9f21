/** The search parameters of a list of requests. */
export interface RequestSearch {
  /** Words to search for. */
  readonly q?: string
  /** With `all`, solved requests are listed, too. */
  readonly show?: 'all'
}

/** Reads the search parameters of a list of requests. */
export function validateRequestSearch(search: Record<string, unknown>): RequestSearch {
  const { q, show } = search
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return { ...(text && { q: text }), ...(show === 'all' && { show }) }
}

/** State types in which a request is not solved. */
const openTypes = ['new', 'open', 'pending reminder', 'pending action']

/** The owners of listed requests: one customer, or organizations that share their requests. */
export type Owners = { readonly customer: number } | { readonly organizations: readonly number[] }

/** Returns the query for a list of requests. Every typed word must begin a word of the request. */
export function queryOf(owners: Owners, { q = '', show }: RequestSearch): string {
  const whose =
    'customer' in owners ? `customer_id:${owners.customer}` : `organization_id:(${owners.organizations.join(' OR ')})`
  const open = show === 'all' ? [] : [`state.state_type.name:(${openTypes.map(phrase).join(' OR ')})`]
  return [whose, ...open, ...wordsOf(q).map(termOf)].join(' AND ')
}

/** Returns the query for requests that contain some words of a text; undefined if the text has no words. */
export function similarQuery(text: string): string | undefined {
  const words = wordsOf(text).filter((word) => word.length > 2)
  return words.length === 0 ? undefined : words.map(termOf).join(' OR ')
}

/** Maximum number of words in a query. */
const MAX_WORDS = 12

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, MAX_WORDS) ?? []

/** Lower case, because AND, OR and NOT are operators. */
const termOf = (word: string) => `${word.toLowerCase()}*`

const phrase = (text: string) => `"${text}"`
