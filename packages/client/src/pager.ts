import type { LinkedController } from './abort.ts'
import type { Page } from './list-types.ts'
import type { PagedList, PageReader, Range, ReceivedPage } from './range.ts'

/** Page size that every server accepts. */
const SAFE_PAGE_SIZE = 100

/** Requests one page after the other, each when it is needed, and detects the end of the list. */
export class Pager<T extends { readonly id?: unknown }> implements PageReader<T> {
  readonly #list: PagedList<T>
  readonly #range: Range
  readonly #lifetime: LinkedController
  readonly #trace: Error
  readonly #ahead = new Map<number, Promise<ReceivedPage<T>>>()
  readonly #seen = new SeenIds()
  #number: number
  #perPage: number
  #remaining: number
  #lastPage = Infinity
  #previousId: unknown
  /** The id after which the next page begins; undefined for numbered pages. */
  #after: number | undefined
  #ended = false

  /** `lifetime` ends with the iteration; `trace` has the stack where it began. */
  constructor(list: PagedList<T>, range: Range, lifetime: LinkedController, trace: Error) {
    this.#list = list
    this.#range = range
    this.#lifetime = lifetime
    this.#trace = trace
    this.#number = range.page
    this.#perPage = range.perPage
    this.#remaining = range.limit
    this.#after = range.after
    this.#ended = range.limit === 0
  }

  /** Aborts pending requests; no further request is sent. */
  stop(): void {
    this.#ended = true
    this.#lifetime.abort()
    this.#lifetime.done()
  }

  async next(): Promise<Page<T> | undefined> {
    if (this.#ended) return undefined
    const number = this.#number
    try {
      const received = await (this.#ahead.get(number) ?? this.#fetch(number))
      this.#ahead.delete(number)
      this.#number++
      return this.#page(number, received)
    } catch (error) {
      this.stop()
      // The reason of an abort is thrown unchanged. Errors of requests get the page, from which the caller can resume.
      if ((error as { attempts?: number }).attempts) Object.assign(error as Error, { page: number })
      throw error
    }
  }

  /** Requests the next pages in parallel. A failure is thrown when its page is reached. */
  prefetch(): void {
    if (this.#after !== undefined) return
    const last = Math.min(this.#number + this.#range.prefetch - 1, this.#lastPage)
    for (let number = this.#number; number <= last && !this.#ended; number++) {
      if (this.#ahead.has(number)) continue
      const page = this.#fetch(number)
      page.catch(() => undefined)
      this.#ahead.set(number, page)
    }
  }

  #fetch(page: number): Promise<ReceivedPage<T>> {
    return this.#list.fetch({
      page,
      perPage: this.#perPage,
      after: this.#after,
      signal: this.#lifetime.signal,
      trace: this.#trace,
    })
  }

  #page(number: number, received: ReceivedPage<T>): Page<T> | undefined {
    const { firstId, count, total } = received
    if (count && this.#previousId !== undefined && firstId === this.#previousId) {
      this.#list.warn(`Page ${number} repeats the page before it: the list was ended there`)
      this.stop()
      return undefined
    }
    this.#previousId = firstId
    const end = this.#detectEnd(number, received)
    if (this.#after !== undefined) this.#after = Number(received.lastId)
    let items = received.items
    if (this.#range.dedupe) items = items.filter(({ id }) => this.#seen.isNew(id))
    if (items.length > this.#remaining) items = items.slice(0, this.#remaining)
    this.#remaining -= items.length
    const last = end || this.#remaining === 0
    if (last) this.stop()
    return { number, items, last, ...(total === undefined ? {} : { total }) }
  }

  /**
   * Returns true if the list ends with this page: according to the server's link or total, otherwise if the page is empty or
   * short. Reduces the size of the following pages if the server limits it.
   */
  #detectEnd(number: number, { count, total, hasMore }: ReceivedPage<T>): boolean {
    const requested = this.#perPage
    // Without a link, the list ends: the server may ignore the cursor, and would send the same page again.
    if (this.#after !== undefined) return !hasMore
    if (total !== undefined) this.#lastPage = Math.ceil(total / requested)
    if (hasMore !== undefined) return !hasMore
    if (total !== undefined && (number - 1) * requested + count >= total) return true
    // A server that sends more than was requested does not divide the list into pages.
    if (count === 0 || !this.#list.isPaged || count > requested) return true
    if (count === requested) return false
    // A page shorter than requested is the last one, unless the total says that more follow.
    if (number !== this.#range.page || requested <= Math.max(SAFE_PAGE_SIZE, this.#list.maxPageSize))
      return total === undefined
    // The server limits pages to a smaller size: continue with that size.
    this.#perPage = count
    this.#lastPage = Infinity
    return false
  }
}

/** The ids received so far. Lists in ascending order need only the last id; a set is created for others. */
class SeenIds {
  readonly #ascending: number[] = []
  #last = -Infinity
  #all: Set<unknown> | undefined

  /** Returns true if the id is new, and adds it. */
  isNew(id: unknown): boolean {
    if (!this.#all && typeof id === 'number' && id > this.#last) {
      this.#ascending.push(id)
      this.#last = id
      return true
    }
    this.#all ??= new Set(this.#ascending)
    return !this.#all.has(id) && Boolean(this.#all.add(id))
  }
}
