export interface Page<T> {
  readonly number: number
  readonly items: readonly T[]
  /** How many items the whole list has, where the server tells. */
  readonly total?: number
  readonly last: boolean
}

/** Many items, asked for page by page as a loop advances. Iterated, never awaited; every loop starts anew. */
export interface List<T> extends AsyncIterable<T> {
  [Symbol.asyncIterator](): AsyncIterator<T, undefined> & { return(): Promise<IteratorReturnResult<undefined>> }
  /** The same requests, a page at a time. */
  pages(): AsyncIterable<Page<T>>
  first(): Promise<T | undefined>
  /** The same list, cut after `n` items. */
  take(n: number): List<T>
  toArray(options?: { limit?: number }): Promise<T[]>
  /** Calls `visit` for every item, `concurrency` (default 1) at a time; the first failure aborts the rest. */
  each(
    visit: (item: T, signal: AbortSignal) => unknown,
    options?: { concurrency?: number; signal?: AbortSignal },
  ): Promise<void>
  /** How many items there are: one request where the server tells totals, else every page is read. */
  count(): Promise<number>
  readonly then?: never
}
