import { link, type LinkedController } from './abort.ts'
import { captureTrace } from './traces.ts'
import type { LoadedObject, Store, ViewSource } from './internals.ts'
import { inspect } from './lazy.ts'
import type { List, Page } from './list-types.ts'
import { loadLater } from './load-later.ts'
import type { SearchOptions } from './options.ts'
import type * as Paging from './paging.ts'
import { liveSource } from './symbols.ts'
import { type PagedList, type PageReader, type Range, toRange, type Source } from './range.ts'

interface Item {
  readonly id?: unknown
}

type Result<T> = IteratorResult<T, undefined>

const finished: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Largest page of a search that all known servers return. */
const MAX_SEARCH_PAGE = 200

/** The path of a list that differs from that of its collection: the articles of a ticket. */
interface ListPath {
  readonly path: () => PromiseLike<string>
  /** The id of the ticket; a promise until the ticket is known. */
  readonly ticket: unknown
}

/** Returns the list of a collection, of the hits of a search, or of the records at a path. */
export function createList(
  store: Store,
  options: SearchOptions,
  query?: string,
  listPath?: ListPath,
): LazyList<LoadedObject> {
  const { core, spec, name } = store
  const source: Source<LoadedObject> = {
    name: query === undefined ? name : `${name} ${JSON.stringify(query)}`,
    async begin(range, lifetime, trace) {
      const { fetchPage, Pager } = await loadPaging()
      const list: PagedList<LoadedObject> = {
        maxPageSize: query === undefined ? spec.maxPageSize : MAX_SEARCH_PAGE,
        isPaged: !listPath,
        fetch: (request) => fetchPage(store, options, query, listPath?.path, request),
        warn: (message) => core.emit('warning', { message, url: core.url(spec.path) }),
      }
      return new Pager(list, range, lifetime, trace)
    },
    live: describeLive(store, options, query, listPath),
    async total() {
      // With `after`, the total of the server would also count the records before that id.
      if (listPath || options.after !== undefined) return undefined
      const { total } = await loadPaging()
      return total(store, options, query)
    },
  }
  return new LazyList(source, toRange(options, core.options.pagination?.perPage ?? 10))
}

/**
 * Returns the key of a live list, and the filter for events after which it is requested again. A list of tickets also follows
 * events of records that belong to a ticket, such as articles. Returns undefined for a list of a ticket whose
 * id is not known.
 */
function describeLive(
  { name }: Store,
  options: SearchOptions,
  query: string | undefined,
  listPath: ListPath | undefined,
): Source<unknown>['live'] {
  if (listPath && typeof listPath.ticket !== 'number') return undefined
  return {
    key: JSON.stringify([name, query, listPath?.ticket, { ...options, signal: undefined }]),
    events({ id, collection, ticket_id }) {
      // Events without an id are not stored, and change no record.
      if (id === null) return false
      if (listPath) return collection === name && ticket_id === listPath.ticket
      return collection === name || (name === 'tickets' && ticket_id !== null)
    },
  }
}

let paging: Promise<typeof Paging> | undefined

/** Loads the code that requests pages. The promise is stored, because a repeated `import()` takes longer than the work for a page. */
const loadPaging = (): Promise<typeof Paging> => (paging ??= import('./paging.ts'))

/** A list of one source. It sends no request until it is iterated, and each loop starts from the beginning. */
export class LazyList<T extends Item> implements List<T> {
  readonly #source: Source<T>
  readonly #range: Range

  constructor(source: Source<T>, range: Range) {
    this.#source = source
    this.#range = range
  }

  [Symbol.asyncIterator](): ListIterator<T, T> {
    return new ListIterator(this.#source, this.#range, false)
  }

  pages(): AsyncIterable<Page<T>> {
    return { [Symbol.asyncIterator]: () => new ListIterator<T, Page<T>>(this.#source, this.#range, true) }
  }

  async first(): Promise<T | undefined> {
    for await (const item of this.take(1)) return item
    return undefined
  }

  take(n: number): LazyList<T> {
    if (!(n >= 0)) throw new RangeError('take needs a number from 0')
    return new LazyList(this.#source, { ...this.#range, limit: Math.min(n, this.#range.limit) })
  }

  async toArray({ limit = Infinity }: { limit?: number } = {}): Promise<T[]> {
    const items: T[] = []
    for await (const page of this.take(limit).pages()) items.push(...page.items)
    return items
  }

  async each(
    visit: (item: T, signal: AbortSignal) => unknown,
    { concurrency = 1, signal }: { concurrency?: number; signal?: AbortSignal } = {},
  ): Promise<void> {
    const { each } = await import('./later.ts')
    return each(
      (visitSignal) => new LazyList(this.#source, { ...this.#range, signal: visitSignal }),
      visit,
      concurrency,
      signal ?? this.#range.signal,
    )
  }

  count(): Promise<number> {
    return loadLater(({ count }) => count(this, this.#source, this.#range))
  }

  [liveSource](): ViewSource {
    if (!this.#source.live) throw new TypeError('A live list needs a record with a known id')
    const { key, events } = this.#source.live
    const range = JSON.stringify({ ...this.#range, signal: undefined })
    return { key: `${key} ${range}`, load: () => this.toArray(), events }
  }

  [inspect](): string {
    return `List<${this.#source.name}>`
  }
}

/**
 * An iterator written by hand, because the `return()` of an async generator waits for the pending page, and its `next()`
 * after an abort cannot throw the reason.
 */
class ListIterator<T extends Item, V extends T | Page<T>> implements AsyncIterator<V, undefined> {
  readonly #source: Source<T>
  readonly #range: Range
  readonly #byPage: boolean
  readonly #lifetime: LinkedController
  /** The stack where the loop began. Captured once for all pages, because capturing takes a considerable part of the time of a fast request. */
  readonly #trace = captureTrace()
  #reader: PageReader<T> | undefined
  #items: readonly T[] = []
  #index = 0
  /** Overlapping calls of `next()` run one after the other, so that each gets its own item. */
  #latest: Promise<Result<V>> = Promise.resolve(finished)
  /** Number of calls of `next()` that have not finished. */
  #waiting = 0
  #isOver = false

  /** `byPage`: iterates over pages instead of items. */
  constructor(source: Source<T>, range: Range, byPage: boolean) {
    this.#source = source
    this.#range = range
    this.#byPage = byPage
    this.#lifetime = link(range.signal)
  }

  next(): Promise<Result<V>> {
    const ready = !this.#waiting && !this.#isOver && !this.#range.signal?.aborted && this.#ready()
    if (ready) return Promise.resolve(ready)
    const step = () => this.#next()
    this.#latest = this.#waiting++ ? this.#latest.then(step, step) : step()
    return this.#latest
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#isOver = true
    this.#lifetime.abort()
    this.#lifetime.done()
    return Promise.resolve(finished)
  }

  async #next(): Promise<Result<V>> {
    try {
      if (this.#isOver) return finished
      // Throws once, so that an aborted list is not mistaken for a complete one.
      this.#range.signal?.throwIfAborted()
      const result = this.#ready() ?? (await this.#nextPage())
      if (this.#isOver) return finished
      if (result.done) void this.return()
      return result
    } catch (error) {
      if (this.#isOver) return finished
      void this.return()
      throw error
    } finally {
      this.#waiting--
    }
  }

  /** Returns the next item if it needs no request. */
  #ready(): Result<V> | undefined {
    return this.#index < this.#items.length ? { done: false, value: this.#items[this.#index++] as V } : undefined
  }

  async #nextPage(): Promise<Result<V>> {
    const reader = (this.#reader ??= await this.#source.begin(this.#range, this.#lifetime, this.#trace))
    for (;;) {
      const page = await reader.next()
      if (!page) return finished
      reader.prefetch()
      if (this.#byPage) return { done: false, value: page as V }
      this.#items = page.items
      this.#index = 0
      const ready = this.#ready()
      if (ready) return ready
    }
  }
}
