import type { ListOptions } from './options.ts'
import type * as paging from './paging.ts'

/** One page to request. */
export interface Wanted {
  readonly page: number
  readonly perPage: number
  /** The id after which the page begins; replaces its number. */
  readonly after: number | undefined
  readonly signal: AbortSignal
  /** Where the loop began, for the stacks of errors. */
  readonly trace: Error
}

/** One page as it was received. */
export interface Received<T> {
  readonly items: readonly T[]
  /** Records on the page, before anything was left out. */
  readonly count: number
  readonly firstId: unknown
  readonly lastId: unknown
  /** Number of items and whether a page follows, where the server says it. */
  readonly total: number | undefined
  readonly more: boolean | undefined
}

/** Where the pages of a list come from. */
export interface Source<T> {
  /** Shown by `inspect`. */
  readonly name: string
  /** Largest page the server is known to give. A shorter page than asked for means the end only up to this size. */
  readonly cap: number
  /** Whether the server pages this list at all; if not, only it can say that there is more. */
  readonly paged: boolean
  /** The code that pages. */
  paging(): Promise<typeof paging>
  /** Requests one page. */
  fetch(wanted: Wanted): Promise<Received<T>>
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
  /** The id after which the list begins, where pages follow one another by ids. */
  readonly after: number | undefined
  readonly dedupe: boolean
  readonly signal: AbortSignal | undefined
}

export function rangeOf(options: ListOptions, perPageDefault: number): Range {
  const { page = 1, perPage = options.per_page ?? perPageDefault, limit = Infinity, prefetch = 0 } = options
  wholeNumber('page', page)
  wholeNumber('perPage', perPage)
  const { after, dedupe = false, signal } = options
  return { page, perPage, limit, prefetch, after, dedupe, signal }
}

/** The number, if it is a whole one from 1. */
export function wholeNumber(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number
  throw new RangeError(`${name} must be a whole number from 1`)
}
