import type { StateRecord } from './request-types.ts'

/** The search parameters of a list of requests. */
export interface RequestSearch {
  /** The typed query. */
  readonly q?: string
  /** With `all`, solved requests are listed, too. */
  readonly show?: 'all'
  /** With 1, `q` is searched even if it finds nothing and another query was probably meant. */
  readonly exact?: 1
}

/** Reads the search parameters of a list of requests. */
export function readRequestSearch(search: Record<string, unknown>): RequestSearch {
  const { q, show, exact } = search
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return {
    ...(text && { q: text }),
    ...(show === 'all' && { show }),
    ...(exact === 1 && { exact }),
  }
}

/** State types in which a request is not solved. */
const openTypes = ['new', 'open', 'pending reminder', 'pending action']

/** The customers whose requests are listed: one customer, or the members of organizations that share their requests. */
export type Customers = { readonly customer: number } | { readonly organizations: readonly number[] }

/**
 * Returns the parameters of the search for a list of requests. The typed text is read leniently. The list is limited by
 * a condition instead of a part of the query, so that typed text cannot widen it.
 */
export function parametersOf(customers: Customers, { q, show }: RequestSearch, states: readonly StateRecord[]): object {
  const open = states.filter(({ state_type: type }) => openTypes.includes(type)).map(({ id }) => id)
  const condition = {
    ...('customer' in customers
      ? { 'ticket.customer_id': oneOf([customers.customer]) }
      : { 'ticket.organization_id': oneOf(customers.organizations) }),
    ...(show !== 'all' && { 'ticket.state_id': oneOf(open) }),
  }
  return { condition, ...(q !== undefined && { query: q, lenient: true }) }
}

const oneOf = (value: readonly number[]) => ({ operator: 'is', value })

/** Returns the query for requests that contain any of a text's words of three or more letters; undefined if it has none. */
export function similarQuery(text: string): string | undefined {
  const words = wordsOf(text).filter((word) => word.length > 2)
  return words.length === 0 ? undefined : words.map(termOf).join(' OR ')
}

/** Maximum number of words in a query. */
const MAX_WORDS = 12

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, MAX_WORDS) ?? []

/** Lower case, because AND, OR and NOT are operators. */
const termOf = (word: string) => `${word.toLowerCase()}*`
