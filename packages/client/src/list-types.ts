/** One page of a list. */
export interface Page<T> {
  /** Number of the page, from 1. */
  readonly number: number
  readonly items: readonly T[]
  /** Number of items in the whole list, if the server sends it. */
  readonly total?: number
  /** True for the last page of the list. */
  readonly last: boolean
}

/** A list of items, requested page by page as a loop advances. Iterate it, do not await it; every loop starts from the beginning. */
export interface List<T> extends AsyncIterable<T> {
  [Symbol.asyncIterator](): AsyncIterator<T, undefined> & { return(): Promise<IteratorReturnResult<undefined>> }
  /** Iterates over pages instead of items. */
  pages(): AsyncIterable<Page<T>>
  /** Requests the first item; undefined for an empty list. */
  first(): Promise<T | undefined>
  /** Returns the same list, limited to `n` items. */
  take(n: number): List<T>
  /** Requests all pages, or as many as `limit` items need. */
  toArray(options?: { limit?: number }): Promise<T[]>
  /** Calls `visit` for every item, `concurrency` (default 1) at a time; the first failure aborts the rest. */
  each(
    visit: (item: T, signal: AbortSignal) => unknown,
    options?: { concurrency?: number; signal?: AbortSignal },
  ): Promise<void>
  /** Returns the number of items: with one request if the server sends a total for this list, otherwise by reading all pages. */
  count(): Promise<number>
  /** Absent, so that the compiler reports an `await` of a list. */
  readonly then?: never
}
