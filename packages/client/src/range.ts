import type { LinkedController } from './abort.ts'
import type { ServiceEvent } from './event-types.ts'
import type { Page } from './list-types.ts'
import type { ListOptions } from './options.ts'

/** One page to request. */
export interface PageRequest {
  readonly page: number
  readonly perPage: number
  /** The id after which the page begins; replaces its number. */
  readonly after: number | undefined
  readonly signal: AbortSignal
  /** The stack where the loop began, for errors. */
  readonly trace: Error
}

/** One page as it was received. */
export interface ReceivedPage<T> {
  readonly items: readonly T[]
  /** Number of records on the page, before duplicates are skipped. */
  readonly count: number
  readonly firstId: unknown
  readonly lastId: unknown
  /** Number of items in the whole list, if the server sends it. */
  readonly total: number | undefined
  /** True if another page follows; undefined if the server does not say. */
  readonly hasMore: boolean | undefined
}

/** The source of the pages of a list. */
export interface Source<T> {
  /** Shown by `inspect`. */
  readonly name: string
  /** Begins an iteration. `lifetime` ends with it; `trace` has the stack where it began, for errors. */
  begin(range: Range, lifetime: LinkedController, trace: Error): Promise<PageReader<T>>
  /** For live values: identifies the list, and selects the events that may change it. */
  readonly live?: { readonly key: string; readonly events: (event: ServiceEvent) => boolean } | undefined
  /** Returns the total number of items with one request; `undefined` if the server sends no total for this list. */
  total(): Promise<number | undefined>
}

/** Reads the pages of one iteration. */
export interface PageReader<T> {
  /** Returns the next page; `undefined` after the last. */
  next(): Promise<Page<T> | undefined>
  /** Requests the pages ahead of the loop, if the range has `prefetch`. */
  prefetch(): void
}

/** A list with numbered pages as the server provides it. */
export interface PagedList<T> {
  /** Largest page that the server is known to return. Up to this size, a page that is shorter than requested is the last. */
  readonly maxPageSize: number
  /** True if the server divides this list into pages. If not, the list ends after one page, unless the server announces more. */
  readonly isPaged: boolean
  /** Requests one page. */
  fetch(request: PageRequest): Promise<ReceivedPage<T>>
  warn(message: string): void
}

/** Options of a list with every default filled in. */
export interface Range {
  readonly page: number
  readonly perPage: number
  readonly limit: number
  readonly prefetch: number
  /** The id after which the list begins, if ids are the cursor. */
  readonly after: number | undefined
  readonly dedupe: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * Returns the range of a list.
 * @throws RangeError if `page` or `perPage` is not a whole number from 1.
 */
export function toRange(options: ListOptions, perPageDefault: number): Range {
  const { page = 1, perPage = options.per_page ?? perPageDefault, limit = Infinity, prefetch = 0 } = options
  requireWholeNumber('page', page)
  requireWholeNumber('perPage', perPage)
  const { after, dedupe = false, signal } = options
  return { page, perPage, limit, prefetch, after, dedupe, signal }
}

/** Returns the number if it is a whole number from 1, otherwise throws a RangeError. */
export function requireWholeNumber(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number
  throw new RangeError(`${name} must be a whole number from 1`)
}
