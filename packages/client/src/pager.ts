import { link, type Linked } from './abort.ts'
import { HelpdeskError } from './errors.ts'
import type { ListOptions, Page } from './options.ts'

/** One page as it was received. */
export interface Received<T> {
  readonly items: readonly T[]
  /** Records on the page, before anything was left out. */
  readonly count: number
  readonly firstId: unknown
  /** Said by the server: how many items there are, whether a page follows. */
  readonly total: number | undefined
  readonly more: boolean | undefined
}

/** Where the pages of a list come from. */
export interface Source<T> {
  /** Largest page the server is known to give. A shorter page than asked for means the end only up to this size. */
  readonly cap: number
  /** Whether the server pages this list at all; if not, only it can say that there is more. */
  readonly paged: boolean
  fetch(page: number, perPage: number, signal: AbortSignal): Promise<Received<T>>
  /** Total number of items with one request, where the server tells. */
  total(): Promise<number | undefined>
  warn(message: string): void
}

/** List options with every default filled in. */
export interface Range {
  readonly page: number
  readonly perPage: number
  readonly limit: number
  readonly prefetch: number
  readonly dedupe: boolean
  readonly signal: AbortSignal | undefined
}

export function rangeOf(options: ListOptions, perPageDefault: number): Range {
  const { page = 1, perPage = options.per_page ?? perPageDefault, limit = Infinity, prefetch = 0 } = options
  wholeNumber('page', page)
  wholeNumber('perPage', perPage)
  return { page, perPage, limit, prefetch, dedupe: options.dedupe ?? false, signal: options.signal }
}

/** The number, if it is a whole one from 1. */
export function wholeNumber(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number
  throw new RangeError(`${name} must be a whole number from 1`)
}

/** Page sizes up to this every server gives in full. */
const surelyGiven = 100

/** Asks for one page after the other, each only when it is needed, and knows when the list has ended. */
export class Pager<T extends { readonly id?: unknown }> {
  readonly #source: Source<T>
  readonly #range: Range
  readonly #life: Linked
  readonly #ahead = new Map<number, Promise<Received<T>>>()
  readonly #seen = new Set<unknown>()
  #number: number
  #perPage: number
  #left: number
  #lastPage = Infinity
  #previousId: unknown
  #ended = false

  constructor(source: Source<T>, range: Range) {
    this.#source = source
    this.#range = range
    this.#life = link(range.signal)
    this.#number = range.page
    this.#perPage = range.perPage
    this.#left = range.limit
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
      if (error instanceof HelpdeskError) Object.assign(error, { page: number })
      throw error
    }
  }

  /** Asks ahead, in parallel: the numbers are known. A failure is kept until its page is reached. */
  prefetch(): void {
    const last = Math.min(this.#number + this.#range.prefetch - 1, this.#lastPage)
    for (let number = this.#number; number <= last && !this.#ended; number++) {
      if (this.#ahead.has(number)) continue
      const page = this.#fetch(number)
      page.catch(() => undefined)
      this.#ahead.set(number, page)
    }
  }

  #fetch(number: number): Promise<Received<T>> {
    return this.#source.fetch(number, this.#perPage, this.#life.signal)
  }

  #page(number: number, received: Received<T>): Page<T> | undefined {
    const { firstId, count, total } = received
    if (count && this.#previousId !== undefined && firstId === this.#previousId) {
      this.#source.warn(`Page ${number} repeats the page before it: the list was ended there`)
      this.stop()
      return undefined
    }
    this.#previousId = firstId
    const end = this.#isEnd(number, received)
    let items = received.items
    if (this.#range.dedupe) items = items.filter(({ id }) => !this.#seen.has(id) && this.#seen.add(id))
    if (items.length > this.#left) items = items.slice(0, this.#left)
    this.#left -= items.length
    const last = end || this.#left === 0
    if (last) this.stop()
    return { number, items, last, ...(total === undefined ? {} : { total }) }
  }

  /** What the server says decides; then an empty page; then a page shorter than one the server surely gives. */
  #isEnd(number: number, { count, total, more }: Received<T>): boolean {
    const asked = this.#perPage
    if (total !== undefined) this.#lastPage = Math.ceil(total / asked)
    if (more !== undefined) return !more
    if (total !== undefined && (number - 1) * asked + count >= total) return true
    if (count === 0 || !this.#source.paged || count > asked) return true
    if (count === asked) return false
    if (number !== this.#range.page || asked <= Math.max(surelyGiven, this.#source.cap)) return total === undefined
    // The server gives smaller pages than asked for: go on in its own size.
    this.#perPage = count
    this.#lastPage = Infinity
    return false
  }
}
