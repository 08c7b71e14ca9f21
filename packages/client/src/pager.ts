import type { Linked } from './abort.ts'
import type { Page } from './list-types.ts'
import type { PagedList, PageReader, Range, ReceivedPage } from './range.ts'

/** Pages up to this size are sent in full by every server. */
const surelyGiven = 100

/** Requests one page after the other, each when it is needed, and recognizes the end of the list. */
export class Pager<T extends { readonly id?: unknown }> implements PageReader<T> {
  readonly #list: PagedList<T>
  readonly #range: Range
  readonly #life: Linked
  readonly #trace: Error
  readonly #ahead = new Map<number, Promise<ReceivedPage<T>>>()
  readonly #seen = new Seen()
  #number: number
  #perPage: number
  #left: number
  #lastPage = Infinity
  #previousId: unknown
  /** The id after which the next page begins; pages have numbers only where it is undefined. */
  #after: number | undefined
  #ended = false

  /** `life` ends with the iteration; `trace` is where it began. */
  constructor(list: PagedList<T>, range: Range, life: Linked, trace: Error) {
    this.#list = list
    this.#range = range
    this.#life = life
    this.#trace = trace
    this.#number = range.page
    this.#perPage = range.perPage
    this.#left = range.limit
    this.#after = range.after
    this.#ended = range.limit === 0
  }

  /** Aborts what is under way; no further request is sent. */
  stop(): void {
    this.#ended = true
    this.#life.abort()
    this.#life.done()
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
      // The reason of an abort is thrown unchanged; errors of requests name the page from which to go on.
      if ((error as { attempts?: number }).attempts) Object.assign(error as Error, { page: number })
      throw error
    }
  }

  /** Requests the next pages in parallel. A failure is kept until its page is reached. */
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
      signal: this.#life.signal,
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
    const end = this.#isEnd(number, received)
    if (this.#after !== undefined) this.#after = Number(received.lastId)
    let items = received.items
    if (this.#range.dedupe) items = items.filter(({ id }) => this.#seen.isNew(id))
    if (items.length > this.#left) items = items.slice(0, this.#left)
    this.#left -= items.length
    const last = end || this.#left === 0
    if (last) this.stop()
    return { number, items, last, ...(total === undefined ? {} : { total }) }
  }

  /** The server's word first, then an empty page, then a page shorter than every server sends. */
  #isEnd(number: number, { count, total, more }: ReceivedPage<T>): boolean {
    const asked = this.#perPage
    // A server that ignores the cursor would send the same page again.
    if (this.#after !== undefined) return !more
    if (total !== undefined) this.#lastPage = Math.ceil(total / asked)
    if (more !== undefined) return !more
    if (total !== undefined && (number - 1) * asked + count >= total) return true
    if (count === 0 || !this.#list.paged || count > asked) return true
    if (count === asked) return false
    if (number !== this.#range.page || asked <= Math.max(surelyGiven, this.#list.cap)) return total === undefined
    // The server gives smaller pages than asked for: go on in its own size.
    this.#perPage = count
    this.#lastPage = Infinity
    return false
  }
}

/** The ids received so far. A set of them is made only for lists that do not ascend: in others the last id is enough. */
class Seen {
  readonly #ascending: number[] = []
  #last = -Infinity
  #all: Set<unknown> | undefined

  /** Whether the id comes for the first time; from now on it is known. */
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
