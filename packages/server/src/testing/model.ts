/** A record in a response, or a row of a table. */
export type Row = Record<string, unknown> & { readonly id: number }

/** A column to sort by. */
export interface By {
  readonly column: string
  readonly order: 'asc' | 'desc'
}

/** Sorts like the service: null first, texts by code point, all this reversed for `desc`; ties by ascending id. */
export function sortedBy<R extends Row>(rows: readonly R[], by: readonly By[]): R[] {
  return rows.toSorted((a, b) => {
    for (const { column, order } of by) {
      const difference = compare(a[column], b[column])
      if (difference !== 0) return order === 'asc' ? difference : -difference
    }
    return a.id - b.id
  })
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return -1
  if (b === null || b === undefined) return 1
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}
