/** One page of a list. */
export interface Page<T> {
  readonly number: number
  readonly items: readonly T[]
  /** Number of items in the whole list, if the server sends it. */
  readonly total?: number
  readonly last: boolean
}

/** A list of items, requested page by page as a loop advances. Iterate it, do not await it; every loop starts anew. */
export interface List<T> extends AsyncIterable<T> {
  [Symbol.asyncIterator](): AsyncIterator<T, undefined> & { return(): Promise<IteratorReturnResult<undefined>> }
  /** Iterates over pages instead of items. */
  pages(): AsyncIterable<Page<T>>
  first(): Promise<T | undefined>
  /** Returns the same list, limited to `n` items. */
  take(n: number): List<T>
  toArray(options?: { limit?: number }): Promise<T[]>
  /** Calls `visit` for every item, `concurrency` (default 1) at a time; the first failure aborts the rest. */
  each(
    visit: (item: T, signal: AbortSignal) => unknown,
    options?: { concurrency?: number; signal?: AbortSignal },
  ): Promise<void>
  /** Returns the number of items: with one request if the server sends totals, otherwise by reading all pages. */
  count(): Promise<number>
  readonly then?: never
}
