/** The search parameters of a table in the address, so that the Back button and copied links restore them. */
export interface TableSearch {
  /** The typed text that filters the rows. */
  readonly q?: string
  /** The column to sort by; a leading `-` means descending order. */
  readonly sort?: string
  /** Present if inactive entries are shown, too. */
  readonly inactive?: true
}

/** Reads the search parameters of a table; unknown ones are dropped. */
export function readTableSearch(search: Record<string, unknown>): TableSearch {
  const { q, sort, inactive } = search
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(typeof sort === 'string' && sort !== '' && { sort }),
    ...((inactive === true || inactive === 'true') && { inactive: true as const }),
  }
}
