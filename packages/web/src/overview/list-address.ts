/** Filters that the address of a list can have; the values are separated by commas. */
export const filterNames = ['state', 'priority', 'group', 'owner', 'tag', 'customer', 'organization'] as const

export type FilterName = (typeof filterNames)[number]

/** The parameters in the address of a list: `?state=1,2&tag=vip&waiting=1&sort=-updated_at`. */
export interface ListSearch extends Partial<Record<FilterName, string>> {
  /** Only tickets whose customers wait for a reply. */
  readonly waiting?: '1'
  /** A search query. */
  readonly q?: string
  /** The column of tickets to sort by; a leading `-` means descending order. Default: the order of the overview. */
  readonly sort?: string
}

/** Reads the search parameters of a list. Unknown and empty ones are dropped. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const names = [...filterNames, 'q', 'sort'] as const
  const texts = names.flatMap((name) => {
    const value = search[name]
    const isText = typeof value === 'string' || typeof value === 'number'
    return isText && String(value) !== '' ? [[name, String(value)]] : []
  })
  return { ...Object.fromEntries(texts), ...(String(search['waiting']) === '1' && { waiting: '1' }) }
}

/** Returns the values of a filter. */
export const valuesOf = (search: ListSearch, name: FilterName): readonly string[] => search[name]?.split(',') ?? []

/** Returns the search parameters with a value of a filter toggled. */
export function toggleValue(search: ListSearch, name: FilterName, value: string): ListSearch {
  const former = valuesOf(search, name)
  const values = former.includes(value) ? former.filter((other) => other !== value) : [...former, value]
  return withValues(search, name, values)
}

/** Returns the search parameters with other values of a filter; an empty list removes the filter. */
export function withValues(search: ListSearch, name: FilterName, values: readonly string[]): ListSearch {
  const { [name]: _, ...others } = search
  return values.length > 0 ? { ...others, [name]: values.join() } : others
}

/** Returns true if filters exclude tickets of the overview. */
export const hasFilters = (search: ListSearch): boolean =>
  search.waiting !== undefined || search.q !== undefined || filterNames.some((name) => search[name] !== undefined)

/** Returns the search parameters without the filters. The sort order stays. */
export const withoutFilters = ({ sort }: ListSearch): ListSearch => (sort === undefined ? {} : { sort })

/** A condition in the format of the service. */
type Condition = Record<string, { operator: string; value?: string | readonly string[] }>

/** Attributes of tickets by filter. */
const attributes = {
  state: 'state_id',
  priority: 'priority_id',
  group: 'group_id',
  owner: 'owner_id',
  customer: 'customer_id',
  organization: 'organization_id',
} as const

/** Returns the condition for the filters. */
export function conditionOf(search: ListSearch): Condition {
  const condition: Condition = {}
  for (const name of Object.keys(attributes) as (keyof typeof attributes)[]) {
    const value = valuesOf(search, name)
    if (value.length > 0) condition[`ticket.${attributes[name]}`] = { operator: 'is', value }
  }
  if (search.tag !== undefined) condition['ticket.tags'] = { operator: 'contains one', value: search.tag }
  return condition
}

/** Returns the query for filters that a condition cannot express. */
export function queryOf({ q, waiting }: ListSearch): string | undefined {
  const terms = [waiting && 'waiting_since:*', waiting && q ? `(${q})` : q]
  return terms.filter(Boolean).join(' AND ') || undefined
}

/** The order of a list. */
export interface Order {
  readonly by: string
  readonly direction: 'asc' | 'desc'
}

/** Returns the order in the search parameters; undefined for that of the overview. */
export function orderOf({ sort }: ListSearch): Order | undefined {
  if (sort === undefined) return undefined
  return sort.startsWith('-') ? { by: sort.slice(1), direction: 'desc' } : { by: sort, direction: 'asc' }
}

/**
 * Returns the search parameters with the next order: the first direction of the column, then the other one, then the order
 * of the overview.
 */
export function nextOrder(search: ListSearch, by: string, firstDirection: Order['direction']): ListSearch {
  const { sort, ...others } = search
  const sorts = firstDirection === 'asc' ? [by, `-${by}`] : [`-${by}`, by]
  const next = sorts[sorts.indexOf(sort ?? '') + 1]
  return next === undefined ? others : { ...others, sort: next }
}
