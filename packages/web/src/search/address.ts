/** The resource that a search returns. */
export type Kind = 'tickets' | 'people' | 'organizations'

/** The order of results: the last change first, or the best match. */
export type Sort = 'newest' | 'best'

/** The search parameters in the address of the search screen. */
export interface SearchAddress {
  readonly q?: string
  readonly kind?: Kind
  readonly sort?: Sort
  /** With 1, the query is searched even if it finds nothing and another one was probably meant. */
  readonly exact?: 1
}

/** Reads the search parameters; unknown ones are dropped. */
export function readAddress({ q, kind, sort, exact }: Record<string, unknown>): SearchAddress {
  return {
    // The router parses `12` and `true` in the address as a number and a boolean.
    ...((typeof q === 'string' || typeof q === 'number' || typeof q === 'boolean') && q !== '' && { q: String(q) }),
    ...((kind === 'people' || kind === 'organizations') && { kind }),
    ...(sort === 'best' && { sort }),
    ...(exact === 1 && { exact }),
  }
}
