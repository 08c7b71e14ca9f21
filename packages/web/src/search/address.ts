/** What a search finds. */
export type Kind = 'tickets' | 'people' | 'organizations'

/** In which order: the last change first, or the best match. */
export type Sort = 'newest' | 'best'

/** What the address of the search holds. */
export interface SearchAddress {
  readonly q?: string
  readonly kind?: Kind
  readonly sort?: Sort
}

/** Reads the address; anything unknown is left out. */
export function readAddress({ q, kind, sort }: Record<string, unknown>): SearchAddress {
  return {
    // A query of digits alone is read as a number.
    ...((typeof q === 'string' || typeof q === 'number' || typeof q === 'boolean') && q !== '' && { q: String(q) }),
    ...((kind === 'people' || kind === 'organizations') && { kind }),
    ...(sort === 'best' && { sort }),
  }
}
