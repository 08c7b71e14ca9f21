import type { HelpdeskError } from './errors.ts'
import type { Model, Names, Ref } from './model.ts'

/** Options of every call that sends something. */
export interface RequestOptions {
  /** Gives up waiting; the reason is thrown as it is. */
  signal?: AbortSignal | undefined
  /** Milliseconds for one attempt, the body included. Default 30,000. */
  timeout?: number | undefined
  /** How many times a failed read or create is repeated; `false` for never. */
  retry?: number | false | undefined
  headers?: HeadersInit | undefined
  /** Gets each response with its status and headers; its body was read already. See `withResponse()`. */
  onResponse?: ((response: Response) => void) | undefined
}

/** Options of calls that create something. */
export interface CreateOptions extends RequestOptions {
  /**
   * Text that names this very create: a server that knows it answers a repetition with the first answer. Made by itself;
   * give your own to be safe across restarts of your program, `false` to send none.
   */
  idempotencyKey?: string | false | undefined
}

export interface LoadOptions extends RequestOptions {
  /** Ask for the answer with the names of relations and the attributes that only it has. */
  expand?: boolean | undefined
  /** Milliseconds: a cached record older than this is asked for again. */
  maxAge?: number | undefined
  /** Ask for the related records too (`full=true`); they go into their caches. */
  sideload?: boolean | undefined
}

/** A direction to sort in. */
export type Order = 'asc' | 'desc'

/** Options of lists. What a Zammad server does not know, it ignores: `ids`, `after` and `fields` need Deskbell. */
export interface ListOptions<Column extends string = string> extends RequestOptions {
  /** First page, from 1. */
  page?: number | undefined
  /** Items a page, default 10. For long lists 100 is a good value. */
  perPage?: number | undefined
  /** The same as `perPage`, spelled as on the wire. */
  per_page?: number | undefined
  /** Total number of items after which the list ends. */
  limit?: number | undefined
  expand?: boolean | undefined
  /** Ask for related records with every page (`full=true`). Ticket searches bring them anyway. */
  sideload?: boolean | undefined
  /** Column, or several: the second decides where the first is equal. */
  sortBy?: Column | readonly Column[] | undefined
  /** Direction, or one for each column. */
  orderBy?: Order | readonly Order[] | undefined
  /** Only the records with these ids, at most 1,000. */
  ids?: readonly number[] | undefined
  /**
   * Only records after the one with this id; the following pages go on from the last id of each page, so that every
   * page costs what the first costs and nothing is skipped when rows change. In the usual order only; `0` begins at the
   * beginning.
   */
  after?: number | undefined
  /** Only these attributes and `id`. What is incomplete stays out of the cache. */
  fields?: readonly string[] | undefined
  /** Pages asked for ahead of the loop. Default 0: page by page, only when the loop gets there. */
  prefetch?: number | undefined
  /** Leave out items already seen in this loop, for lists that change while they are read. */
  dedupe?: boolean | undefined
}

/** Comparisons by attribute, all of which must hold, or a list of comparisons and conditions joined by an operator. */
export type Condition =
  | { readonly operator: 'AND' | 'OR' | 'NOT'; readonly conditions: readonly (Comparison | Condition)[] }
  | { readonly [field: string]: object }

/** One comparison in a list of conditions: the attribute, such as `ticket.title`, and what it is compared with. */
export interface Comparison {
  readonly name: string
  readonly operator: string
  readonly value?: unknown
  readonly pre_condition?: string
  readonly range?: string
}

/** Options of searches; Zammad servers ignore those that lists do not have. */
export interface SearchOptions<Column extends string = string> extends ListOptions<Column | 'relevance'> {
  /** A condition in addition to the query, in the form that overviews use. */
  condition?: Condition | undefined
  /** Tell where the query matches: each item has `highlights`. At most 100 items a page. */
  highlight?: boolean | undefined
  /** Where days begin and end, such as `Europe/Berlin`. Default: the caller's preference, else UTC. */
  timeZone?: string | undefined
  /** The same as `timeZone`, spelled as on the wire. */
  time_zone?: string | undefined
  /** Count the hits exactly: each page has its `total` even where counting takes long. */
  withTotalCount?: boolean | undefined
}

/** A part of a hit that matches: `marks` are pairs of offsets into `text`, which is escaped for HTML. */
export interface Highlight {
  readonly field: string
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
  readonly article_id?: number
}

/** What `client.events()` listens to, and how patiently. */
export interface EventOptions {
  /** The cursor to go on from: the `id` of the last event that was seen. Default `now`: what is to come. */
  after?: number | 'now' | undefined
  /** Only events with these names: `ticket.created`, `ticket.*`, `*.deleted`. */
  names?: string | readonly string[] | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds until the service has begun to answer. Default 30,000. */
  timeout?: number | undefined
  /** Milliseconds without a word after which the connection counts as dead and is opened again. Default 45,000. */
  idle?: number | undefined
  headers?: HeadersInit | undefined
}

/** Something that happened to a record that the caller may read. */
export interface ServiceEvent {
  /** The cursor; grows in the order of commits. */
  readonly id: number
  /** What happened, such as `ticket.created`. */
  readonly name: string
  /** The kind of record and its id. */
  readonly object: string
  readonly o_id: number
  /** The ticket it belongs to. */
  readonly ticket_id: number | null
  /** What changed, by attribute; with the values where the caller may read the history of the record. */
  readonly changes: { readonly [attribute: string]: { readonly from?: unknown; readonly to?: unknown } }
  /** Who did it, where the caller may know. */
  readonly created_by_id: number | null
  readonly created_at: Date
  /** The record, not loaded: it is asked for when it is read. */
  readonly record: Ref<Model & { readonly [attribute: string]: unknown }>
}

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

/** What was read, by id, least recently used first. Emptying it never changes objects in hand. */
export interface RecordCache<T> {
  /** -1 (default): no limit. 0: off. n: at most n records, the least recently used are dropped first. */
  maxSize: number
  /** The same as `maxSize`. */
  max_size: number
  /** Milliseconds after which a cached record is asked for again. Default Infinity. */
  maxAge: number
  readonly size: number
  has(id: number): boolean
  peek(id: number): T | undefined
  /** Milliseconds since the record was received. */
  age(id: number): number | undefined
  delete(id: number): boolean
  /** Drops what is older than `maxAge` milliseconds; tells how many that were. */
  evict(options: { maxAge: number }): number
  clear(): void
  /** Ids, least recently used first. */
  keys(): IterableIterator<number>
  readonly stats: { readonly hits: number; readonly misses: number; readonly evictions: number }
}

/** An item of a list asked for with `expand: true`: its `names` are filled. */
export type Expanded<T> = T & { readonly names: Names<T> }

/** An item of a search asked for with `highlight: true`. */
export type Highlighted<T> = T & { readonly highlights: readonly Highlight[] }

/** The record a loaded object holds. */
type DataOf<T> = T extends { readonly data: infer D } ? D : never

/** An item of a list asked for with `fields`: only these attributes are known. */
export type Selected<T, F> = Pick<T, Extract<keyof T, 'id' | 'url' | 'get' | 'is' | F>> & {
  readonly data: Partial<DataOf<T>>
}

/** Options without `fields`: items have all their attributes. */
type Whole<O> = O & { fields?: undefined }

/** All records of one kind: called with an id it gives a reference, in a loop it gives every record. */
export interface Collection<T extends Model, C = never, Column extends string = string> extends List<T> {
  /** A reference; sends nothing. */
  (id: number | `${number}`): Ref<T>
  iter<const F extends keyof DataOf<T>>(options: ListOptions<Column> & { fields: readonly F[] }): List<Selected<T, F>>
  iter(options: Whole<ListOptions<Column>> & { expand: true }): List<Expanded<T>>
  iter(options?: Whole<ListOptions<Column>>): List<T>
  /**
   * Many records by id, in one request where the server can (`ids=`), else one each. An id that cannot be had is an
   * Error in the map, so that one missing record does not hide the others.
   */
  many(ids: Iterable<number>, options?: LoadOptions): Promise<Map<number, T | Error>>
  /** One POST. Repeated like a read where the server is known to honour idempotency keys, else never. */
  create(values: C, options?: CreateOptions): Promise<T>
  readonly cache: RecordCache<T>
  readonly url: string
}

export interface Searchable<T, Column extends string = string> {
  /**
   * Iterates over what the server finds; related records come along where the server sends them. Values from outside
   * belong into `quote()`.
   */
  search<const F extends keyof DataOf<T>>(
    query: string,
    options: SearchOptions<Column> & { fields: readonly F[]; highlight: true },
  ): List<Highlighted<Selected<T, F>>>
  search<const F extends keyof DataOf<T>>(
    query: string,
    options: SearchOptions<Column> & { fields: readonly F[] },
  ): List<Selected<T, F>>
  search(
    query: string,
    options: Whole<SearchOptions<Column>> & { expand: true; highlight: true },
  ): List<Highlighted<Expanded<T>>>
  search(query: string, options: Whole<SearchOptions<Column>> & { highlight: true }): List<Highlighted<T>>
  search(query: string, options: Whole<SearchOptions<Column>> & { expand: true }): List<Expanded<T>>
  search(query: string, options?: Whole<SearchOptions<Column>>): List<T>
}

export interface RetryPolicy {
  /** Repetitions after the first attempt. Default 2. */
  limit?: number
  /** Statuses that are repeated. Default 408, 429, 502, 503, 504. */
  statuses?: readonly number[]
  /** Longest `Retry-After` that is waited for, in seconds. Default 60; a longer one fails at once. */
  maxRetryAfter?: number
  /** Longest first wait, in milliseconds; doubled each time. Default 250. */
  base?: number
  /** Longest wait of all, in milliseconds. Default 8,000. */
  cap?: number
  /** Also repeat writes that the server refused with 429 or 503 and a `Retry-After`. Default false. */
  unsafe?: boolean
}

/** How the client proves who it is. A callback is asked once for concurrent requests, and again after a 401. */
export type Credentials =
  | { token: string }
  | { basic: readonly [login: string, password: string] }
  | { bearer: string }
  | { authorization: () => string | Promise<string> }

/** Sends one request and gives its parsed JSON: what `client.request` does. A `POST` with a key may be repeated. */
export type Send = <T = unknown>(
  method: string,
  path: string,
  options?: CreateOptions & { query?: object; json?: unknown },
) => Promise<T>

/** Loads many ids of one collection together. Without `load`, one list request with `ids=` is sent. */
export interface BatchLoader {
  /** Ids in one request. Default 100. */
  max?: number
  /** Milliseconds to collect ids. Default 0: to the end of the current turn of the event loop. */
  wait?: number
  readonly load?: (ids: number[], send: Send, signal: AbortSignal) => Promise<readonly Model[]>
}

export interface ClientOptions {
  /** Address of the service, with or without `/api/v1`. */
  url: string | URL
  auth: Credentials
  fetch?: typeof globalThis.fetch
  headers?: HeadersInit
  /** Milliseconds for one attempt, the body included. Default 30,000. */
  timeout?: number
  /** Milliseconds for a call with all its attempts and waits. Default: none. */
  deadline?: number
  retry?: number | RetryPolicy | false
  /** Requests at a time; more wait, first in, first out. Default 6. */
  maxConcurrent?: number
  pagination?: { perPage?: number }
  /** Cache size by collection name, as `cache.maxSize`. */
  cache?: { readonly [collection: string]: number }
  batch?: { readonly [collection: string]: BatchLoader }
  /** Names of custom attributes by collection, so that references offer them before anything was loaded. */
  attributes?: { readonly [collection: string]: readonly string[] }
}

export type Cause = 'load' | 'reload' | 'page' | 'batch' | 'write' | 'raw'

export interface Events {
  request: { id: number; method: string; url: string; attempt: number; cause: Cause }
  /** `bytes`: length of the body's text, where it was read. */
  response: { id: number; status: number; ms: number; bytes: number | undefined }
  retry: { id: number; delay: number; reason: unknown }
  failure: { id: number; error: HelpdeskError }
  /** One relation was loaded one by one from the items of one page: `hint` says what costs less. */
  lazyLoop: { collection: string; count: number; hint: string }
  /** A list was ended because a page repeated the one before it. */
  warning: { message: string; url: string }
}

export interface Stats {
  /** Requests sent, repetitions included. */
  readonly sent: number
  /** Reads that joined a request already under way. */
  readonly joined: number
  /** Reads answered from a cache. */
  readonly cacheHits: number
  /** Ids loaded by a batch. */
  readonly batched: number
}
