/** The parameters in the address of a table, which the Back button and a copied link restore. */
export interface TableSearch {
  /** The text that the rows must contain. */
  readonly q?: string
  /** The column by which the rows are sorted; with `-` downwards. */
  readonly sort?: string
  /** Present if inactive entries are shown, too. */
  readonly inactive?: true
}

/** Reads the address of a table; what is unknown is left out. */
export function readTableSearch(search: Record<string, unknown>): TableSearch {
  const { q, sort, inactive } = search
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(typeof sort === 'string' && sort !== '' && { sort }),
    ...((inactive === true || inactive === 'true') && { inactive: true as const }),
  }
}
