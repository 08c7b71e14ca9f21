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

/** A file to send: a Blob or File, or a name with its content. */
export type FileInput =
  | Blob
  | { name: string; type?: string; data: Blob | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array> }
